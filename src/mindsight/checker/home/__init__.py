"""Formulas of the document on household agents, a second time.

``episodes`` holds an outcome against its steps (6.4.1 e), ``tasks`` the list of tasks against plan and sessions (6.4.1 c and d),
``sealing`` secret tasks against their seed; ``index`` has f and T (formula 1).
"""
