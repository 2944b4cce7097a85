"""How a model is reached: any provider of Inspect's, or any server that speaks OpenAI's protocol.

Open ``inspect_model`` first: it opens a model and asks it once before a run. ``registration`` makes our provider known to
Inspect; ``provider`` derives it from Inspect's own, ``provider_public`` does without; ``wire`` is what both share, ``dialects``
how media stand in a request, ``bounds`` how much of an answer is read, ``faults`` whose fault a failure was. ``prices`` looks
up what a model costs.
"""
