"""What is said, in Chinese and English: which words speak of which target, and what a description means.

Open ``templates`` first: the six forms of an instruction. ``speech`` cuts the words of a clip into one span for each target, letter by
letter (``letters``), by the rules in ``chinese`` and ``english``, which share ``phrases`` and ``vocabulary``. The room ``reader``
understands descriptions.
"""
