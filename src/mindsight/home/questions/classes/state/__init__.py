"""Clause 5.4, 状态理解: the states of things and rooms, what has changed, and the subject's own state."""
