"""Clause 5.8, 情绪理解: what faces show, and how that changes.

``shown`` asks which expression it is, ``change`` in which order two come, ``when`` from which picture to which one is seen, and
``strength`` when the same one is strongest.
"""
