"""The test under controls (ablations): the same samples with something taken away, to see what a score needs.

Open ``conditions`` first: what each control takes away. ``testing`` runs the subject on every sample under every condition, ``changes``
says how far each score moves, ``totals`` makes measures of the record, ``report`` the blocks of its report.
"""
