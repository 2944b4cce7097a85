"""Clause 5.5, 视觉常识理解: physics of daily life, what a picture hints at, customs and signs."""
