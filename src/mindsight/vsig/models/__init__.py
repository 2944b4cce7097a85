"""Who answers, and how answers come back: models, stored answers, a Python function, built-in subjects.

Open ``answering`` first: it chooses between them. ``said`` is what comes back of all, ``lasting`` ends a run where nothing does. For a
model ``prompts`` holds the words, ``asking`` makes the message, ``outside`` sends it and ``usage`` counts its tokens; ``model_profiles``
say how a family of models writes places and times. ``replays`` and ``replay_files`` read stored answers, ``python_subject`` and
``python_host`` run a user's function, ``baselines`` and ``fingertip`` are built in. The room ``answers`` reads what was said.
"""
