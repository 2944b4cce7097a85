"""Clauses 4.3 and 6.4.2: a system left alone in a room, without any instruction; what it does there, and the index S.

``rooms`` draws rooms with needs, a file for each class, which ``proving`` proves; ``episode`` runs a subject in one. ``protocol`` is what
happened, scene by scene, as a run or a laboratory writes it down; ``scoring`` computes from it, and from the similarities of its texts,
the relevance R, the coverage TC and S. ``embedders`` compute the similarities, ``recording`` puts scenes into a record, ``totals`` computes
results from one, ``report`` and ``notes`` say what they mean, ``comparison`` compares; ``suite`` is the test over a protocol.
"""
