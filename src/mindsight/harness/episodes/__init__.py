"""One episode: a subject is shown a picture, it answers, its wish is carried out, until it is over or a limit is met.

Open ``dialogue`` first (what a suite brings), then ``episode`` (the loop) and ``outcomes`` (what comes back).
``conversation`` builds what is sent to a model; ``answers`` reads the action from its reply, with ``tolerant`` for JSON as
models write it and ``forms`` for the other forms of an action that are accepted. ``rules`` says when an episode ends for
reasons of its subject.
"""
