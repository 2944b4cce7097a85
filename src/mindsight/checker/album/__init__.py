"""Formulas of T/GDCSA 022-2024, a second time.

``enhancement``, ``segmentation`` and ``classification`` compute scores from terms, ``opinion`` from the answers of raters.
"""
