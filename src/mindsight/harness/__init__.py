"""Model-driven tests: a model or an agent runs episodes whose environments live in separate processes.

A suite describes its tasks as ``Item`` and ``Dialogue`` and receives an ``Outcome`` as each episode ends. Only this package imports Inspect
AI; it does not depend on any suite. Importing it loads no heavy library.

Folders: ``runs`` (a model over many items; open ``runs.run`` first), ``episodes`` (one item, turn by turn), ``agents`` (a user's Python or
    service in place of a model), ``questions`` (asked once, without an environment), ``models`` (access to models), ``servers``
    (servers as they really come), ``processes`` (environments in processes). ``registry`` is the entry point that Inspect loads.
"""
