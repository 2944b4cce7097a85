"""``mindsight home run`` and ``mindsight home tasks`` for questions about what is seen: ``selection`` of classes, ``running`` a test."""
