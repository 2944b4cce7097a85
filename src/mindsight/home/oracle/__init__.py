"""How a household task is solved by looking: the oracle that proves every task, and its ablations.

Open ``perception`` first: what has been seen, in which picture, and how to look for the rest. ``space`` says where things are in the
room, ``sight_lines`` whether a spot can be seen, ``packing`` and ``boxes`` where a thing fits best. ``ablations`` lists the faculties
that can be taken away, ``ablated_sight`` and ``ablated_hands`` what that does to seeing and acting. What is particular to a class
stands with the class, in ``home.tasks``.
"""
