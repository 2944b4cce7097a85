"""Clause 5.7, 行为意图: what people do and what they are about to do."""
