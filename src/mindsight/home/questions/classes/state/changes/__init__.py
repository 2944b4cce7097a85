"""Classes about two pictures of one table.

``added``, ``gone``, ``moved`` and ``turned`` ask which thing changed in that way and share ``which``; ``happened`` asks what happened to a
thing, ``moved_to`` in which direction, ``switched`` about a lamp.
"""
