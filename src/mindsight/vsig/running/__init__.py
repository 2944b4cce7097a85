"""From what somebody chose to a run: ``choosing`` checks choices and makes plan and means of them, ``judging`` those of a judge.

``preparing`` makes data and test, and ``run`` carries out the whole: it is what ``mindsight.vsig.run`` calls.
"""
