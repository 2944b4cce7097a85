"""Formulas of T/GDCSA 022-2024, a second time: ``enhancement``, ``segmentation``, ``classification``."""
