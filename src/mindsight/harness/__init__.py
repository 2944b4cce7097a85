"""Model-driven tests: a model, an agent or a product of its own plays episodes that live in processes of their own.

A suite describes its tasks in our own terms (``Item``, ``Dialogue``) and gets ``Outcome`` after ``Outcome``, each as it
ends. Only this package imports Inspect AI; it knows no suite. Importing it loads no heavy library.
"""
