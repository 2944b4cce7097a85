"""Canaries: questions that show, before the first sample, whether a model sees and hears what is sent.

Open ``questions`` first: what is asked. ``clips`` draws and voices them, ``running`` asks a model and keeps the answers in the manifest,
``verdicts`` says what they prove, ``marks`` what stands beside every score when one has failed, ``report`` what a report shows.
"""
