"""Clause 5.6, 事件理解: what happened, in which order, how often and when, by what and with which end, and what cannot happen.

``order``, ``count`` and ``when`` ask about the actions of a person in a series of pictures; ``cause``, ``ending`` and ``possible`` about
marbles that keep the laws of physics or, in the last, break them.
"""
