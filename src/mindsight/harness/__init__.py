"""Model-driven tests: a model, an agent or a product of its own runs episodes that live in processes of their own.

A suite describes its tasks in our own terms (``Item``, ``Dialogue``) and gets ``Outcome`` after ``Outcome``, each as it
ends. Only this package imports Inspect AI; it knows no suite. Importing it loads no heavy library.

Rooms: ``runs`` (a model over many items; open ``runs.run`` first), ``episodes`` (one item, turn by turn), ``agents`` (a
user's Python or service in place of a model), ``questions`` (asked once, without an environment), ``models`` (how a model
is reached), ``processes`` (where environments live). ``registry`` is what Inspect finds by itself.
"""
