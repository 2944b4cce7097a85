"""``mindsight home ask`` and ``mindsight home tasks`` for questions about what is seen.

``selection`` says which classes are meant, ``running`` runs a test, ``worsening`` one with pictures made worse; ``rehearsal`` states
beforehand what one takes, ``agreement`` lets people answer.
"""
