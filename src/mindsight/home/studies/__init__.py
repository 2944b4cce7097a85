"""Studies of the test itself: is T robust, is it valid, and how many tasks does it need?

Open ``conditions`` first: one set of tasks run under several conditions; ``conditions_changes``, ``_totals``, ``_names`` and ``_report``
are its numbers and pages. ``robustness`` (table 1's 鲁棒性) and ``validity`` (ablations of the oracle) choose the conditions;
``robustness_comparison`` sets several subjects side by side, ``validity_verdicts`` judges the matrix. ``power``
computes how many tasks are needed to distinguish two subjects.
"""
