"""What models write, read in one way for all suites: household turns, questions, pointing and speech.

Nothing that a model writes raises an error here. Open ``reply`` first: a model's answer as it came. ``hearing`` finds its words,
``reasoning`` takes the thoughts away, ``refusals`` knows what is no answer. ``single`` reads the answer to one question: ``pages`` from an
object, ``statements`` from prose. ``actions`` with ``action_forms`` reads a turn of an episode. ``loose_json`` finds JSON objects as models
write them, with ``brackets`` for what is missing at their end; ``values`` reads single values. ``conventions`` says how families of models
write places and times, ``habits`` whether a model does otherwise; ``unread`` counts what could not be read.
"""
