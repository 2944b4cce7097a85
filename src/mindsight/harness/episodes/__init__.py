"""One episode: show the subject a picture, read its answer, execute its action, until the end or a limit.

Open ``dialogue`` first (what a suite provides), then ``episode`` (the loop) and ``outcomes`` (the results). ``conversation`` builds the
messages to a model; ``answers`` reads the action from its reply, with ``tolerant`` for JSON as models write it and ``forms`` for other
accepted forms of an action. ``rules`` decides when an episode ends because of its subject.
"""
