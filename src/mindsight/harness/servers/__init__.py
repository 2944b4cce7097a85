"""Servers with OpenAI's protocol as they really come: what differs from the protocol is brought into its form, or named in one sentence.

Open ``receiving`` first: every answer passes through it. ``completions`` brings an answer into the protocol's form, ``events`` puts a
streamed one together, ``failures`` finds errors in answers that arrive with HTTP 200. ``habits`` learns from refusals how a server wants
to be asked, by the phrases in ``refusals``; ``addresses`` tidies addresses and keeps those of this machine off any proxy.
"""
