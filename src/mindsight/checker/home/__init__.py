"""Formulas of the document on household agents, a second time.

``episodes`` holds an episode's outcome against its steps (6.4.1 e), ``tasks`` the list of tasks against plan and sessions (6.4.1 c
and d), ``sealing`` secret tasks against their published seed. ``tallies`` counts, ``noise`` takes the noise of sampling out of the
spread, ``index`` has T (formula 1) and the accuracies f; ``changes`` and ``validity`` compare the same tasks under conditions.
"""
