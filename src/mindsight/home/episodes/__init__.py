"""Run a subject on a household task, from the first picture to the last action (6.3 a, b).

Open ``episode`` first: pictures out, actions in, everything recorded. ``interface`` defines what a subject is sent and what it
may answer (its prompts are in ``prompts/``: ``points`` or ``menu``, with ``line`` or ``sitting`` added), ``running`` runs one
task, ``sessions`` several with one budget, ``stages`` keeps a scene for the next episode. ``preflight`` checks the environment
beforehand; ``disturbances`` make pictures worse. ``baselines`` and ``blind`` are built-in subjects. ``replay`` and ``captions``
film a recorded episode; ``deeds`` puts actions into words.
"""
