"""What the wording alone gives away: can a model that reads only the words tell valid from irrelevant, or the answer?

Open ``question`` first: words, a label and what belongs together. ``features`` turns words into numbers, ``forecasts``
predicts each label by models that never saw the question, ``scores`` is the arithmetic of AUC, chance and verdict (pure),
``audit`` puts the three together. Questions come from ``drawn`` (household tasks; ``answers`` says what the answer of each
class is) or ``imported`` (a table). ``bias_report`` makes the blocks, ``pages`` the files.
"""
