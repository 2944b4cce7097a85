"""What T is worth: the same tasks under several conditions, by subjects that are known to be wrong, and how many it takes.

Open ``conditions`` first: one set of tasks run under several conditions; ``conditions_changes``, ``_totals``, ``_names`` and ``_report``
are its numbers and pages. ``robustness`` (table 1's 鲁棒性) and ``validity`` (ablations of the oracle) choose the conditions;
``validity_verdicts`` reads the matrix. ``power`` says how many tasks tell two subjects apart.
"""
