"""Clause 5.8, 情绪理解: what faces and postures show, and how that changes.

``shown`` asks which expression it is, ``change`` in which order two come, ``when`` from which picture to which one is seen, and
``strength`` when the same one is strongest. ``micro`` and ``micro_when`` are about one that is weak and gone in half a second,
``posture`` and ``gait`` about bodies whose faces are masked, ``whose`` about two faces, ``context`` about a face and what happens before
it.
"""
