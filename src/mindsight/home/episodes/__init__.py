"""A subject on a household task, from the first picture to the last action (6.3 a, b).

Open ``episode`` first: pictures out, actions in, everything written down. ``interface`` is how a subject is spoken to and what it may
answer (its prompts stand in ``prompts/``), ``running`` runs one task, ``sessions`` several with one budget, ``stages`` keeps a scene
for the next episode. ``preflight`` checks the environment beforehand; ``disturbances`` make pictures worse. ``baselines`` and ``blind``
are built-in subjects. ``replay`` and ``captions`` film a recorded episode; ``deeds`` says actions
in words.
"""
