"""Questions without an environment: a model is asked each once, and replies are returned as they arrive.

Open ``question`` first (questions and replies), then ``asking`` (ask one, ask all). ``interview`` asks through Inspect's models;
``fallbacks`` are the other ways to request the form of an answer if a server refuses a schema.
"""
