"""Questions without an environment: each is put to a model once, and its reply comes as it ends.

Open ``question`` first (what is asked and what comes back), then ``asking`` (ask one, ask all). ``interview`` is that as an
Inspect task; ``fallbacks`` is how the form of an answer is asked for where a server does not take a schema.
"""
