"""Model-driven tests: a model, an agent or a product of its own plays episodes that live in processes of their own.

A suite describes its tasks in our own terms (``Item``, ``Dialogue``) and gets ``Outcome`` after ``Outcome``, each as it
ends. Only this package imports Inspect AI; it knows no suite. Importing it loads no heavy library.

``run.run_model`` plays items with a model, ``outside.run_agent`` with a user's Python or a service; ``run.find_out`` asks a
model before a run, ``estimates.estimate`` says what the run will take. ``dialogue`` and ``settings`` hold what a suite
brings, ``outcomes`` what it gets back.
"""
