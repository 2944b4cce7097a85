"""Questions without an environment: each is asked of a model once, and its reply is returned as it ends.

Open ``question`` first (what is asked and what comes back), then ``asking`` (ask one, ask all). ``interview`` is that as an
Inspect task; ``fallbacks`` is how the form of an answer is asked for where a server does not take a schema.
"""
