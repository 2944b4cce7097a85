"""What models write, read in one way for all suites: household turns, questions, pointing and speech.

Nothing that a model writes raises an error here. Open ``reply`` first: a model's answer as it came. ``reasoning`` takes its thoughts away;
``loose_json`` finds JSON objects as models write them, with ``brackets`` for what is missing at their end; ``values`` reads single values.
``actions`` with ``action_forms`` reads a turn of an episode, ``conventions`` says how families of models write places and times.
``habits`` finds out how a model does, by marks at known places before a run; ``audit`` does so after it, from all answers.
``habit_notes`` and ``audit_blocks`` report both.
"""
