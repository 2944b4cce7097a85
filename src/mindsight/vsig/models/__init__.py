"""The subjects and their answers: models, stored answers, a Python function, built-in subjects.

Open ``answering`` first: it selects the kind of subject. ``said`` is the form of all answers. For a model ``prompts`` holds the texts,
``asking`` makes the message, ``outside`` sends it and ``usage`` counts its tokens; ``model_profiles`` define how a family of models
writes places and times. ``replays`` and ``replay_files`` read stored answers, ``python_subject`` and ``python_host`` run a user's
function, ``baselines`` and ``fingertip`` are built in. The folder ``answers`` parses the raw answers.
"""
