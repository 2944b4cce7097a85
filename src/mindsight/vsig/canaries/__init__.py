"""Canaries: questions asked before the first sample that prove whether a model sees and hears what is sent.

Open ``questions`` first: what is asked. ``clips`` makes their films and sounds, ``running`` asks a model and keeps the answers
in the manifest, ``verdicts`` decides what the answers prove, ``marks`` is the warning beside every score after a failure,
``report`` the report blocks.
"""
