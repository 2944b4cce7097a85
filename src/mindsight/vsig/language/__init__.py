"""Understanding Chinese and English: which words mention which target, and what a description means.

Open ``templates`` first: the six forms of an instruction. ``speech`` cuts the words of a clip into one span per target, letter by
letter (``letters``), by the rules in ``chinese`` and ``english``, which share ``phrases`` and ``vocabulary``. The folder ``reader``
interprets descriptions.
"""
