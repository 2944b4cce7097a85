"""Questions about what is seen (clause 5, table 1): asked once with pictures, and half of them cannot be answered.

In reading order: ``question`` (a question as data), ``facts`` (what is in a scene: as it is, as a picture shows it, in words), ``scenes``
(sets of four scenes), ``classes`` (a file for each class of questions), ``drawing`` (questions drawn, written down, their pictures kept),
``asking`` (subjects), ``scoring`` (answers read and judged). ``ablating`` takes abilities from the oracle;
``estimate`` says what a run takes; ``suite`` wires all into a test of the ``pipeline``.

Four questions with the same words belong together, one for each scene of a set: two scenes give two different answers, and in the other
two the question cannot be answered, so the words alone reveal neither.
"""
