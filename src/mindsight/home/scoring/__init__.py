"""Clauses 4.2 and 6.4.1: from outcomes of tasks to f of each class and T. Pure: records in, numbers out.

Open ``generalisation`` first: formula (1). ``outcomes`` are the four ways in which a task can end, ``ends`` split those of valid
tasks beside them, ``measures`` are the scores of one subject, ``sampling`` and ``dependence`` the uncertainty of T.
"""
