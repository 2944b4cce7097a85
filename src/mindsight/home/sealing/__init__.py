"""Tasks that are secret until a test is over, and public anchor tasks.

Open ``seal`` first: a secret seed and the commitment to it. ``regeneration`` draws the tasks of a run again and compares them;
``anchors`` are public tasks and rooms that never change (``data/anchors.json``, ``data/room_anchors.json``).
"""
