"""The oracle, which solves every task from pictures alone and so proves that it can be done, and its ablations.

Open ``perception`` first: what has been seen, in which picture, and how to look for the rest. ``space`` says where things are in the
room, ``sight_lines`` whether a spot can be seen, ``packing`` and ``boxes`` where a thing fits best. ``ablations`` lists the abilities
that can be taken away, ``ablated_sight`` and ``ablated_hands`` apply that to seeing and acting. What only one class needs is in
``home.tasks``.
"""
