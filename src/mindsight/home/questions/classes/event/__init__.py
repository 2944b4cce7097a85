"""Clause 5.6, 事件理解: what happened, in which order and how often."""
