"""What the pages and the commands read from a campaign's database and write to it, in short transactions.

Open ``campaign`` first: it holds folder, database and clock together. ``raters`` makes raters and their links, ``visits`` browsers that
opened one, ``steps`` says what a rater does next, ``answers`` saves what a rater answered, ``progress`` what a manager may see,
``closing`` ends a campaign with its ``ratings.jsonl``, and ``agreement`` says how far raters agree once it is closed.
"""
