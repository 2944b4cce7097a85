"""Whether anything changed: records that were kept, and the runs that made them.

``recipes`` is the table of small runs at fixed seeds, one for every kind of record; ``material`` and ``scripted`` are
what they test on and the server that answers in place of a model. ``remake`` makes them all anew with the mindsight that
is installed, and ``difference`` tells in which places two makings differ. ``records`` holds some of them as version
0.1.0 wrote them; ``test_golden`` reads those. None of these numbers is foreign: they prove only that nothing changed.
"""
