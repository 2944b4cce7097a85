"""Clause 5.4, 状态理解: states of things and of scenes, their changes, and the state of whoever looks."""
