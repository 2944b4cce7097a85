"""The test under controls (ablations): the same samples with a part of the input taken away, to see what a score needs.

Open ``conditions`` first: what each control takes away. ``testing`` runs the subject on every sample under every condition,
``changes`` computes how far each score moves, ``totals`` the measures of the record, ``report`` the blocks of its report.
"""
