"""Tasks that nobody could know before a test, and tasks that everybody may.

Open ``seal`` first: a secret seed and the commitment to it. ``regeneration`` draws the tasks of a run anew and compares them;
``anchors`` are public tasks that never change (``data/anchors.json``).
"""
