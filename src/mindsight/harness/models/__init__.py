"""Access to models: any of Inspect's providers, or any server with OpenAI's protocol.

Open ``inspect_model`` first: it opens a model and probes it once before a run. ``registration`` registers our provider with Inspect;
``provider`` derives it from Inspect's own, ``provider_public`` uses public names only; ``wire`` is shared by both, ``dialects`` formats
media in a request, ``bounds`` limits the size of answers, ``faults`` classifies failures, ``reaching`` says why a model cannot
be used. ``prices`` looks up a model's prices.
"""
