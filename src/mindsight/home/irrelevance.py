"""The kinds of irrelevance: why a task is to be ignored (4.2, 6.4.1); imports nothing from the engine."""

from typing import Literal

Reason = Literal[
    "absent", "impossible", "blocked", "not_home", "ambiguous", "missing_information", "false_premise", "hazardous"
]
NARROW: tuple[Reason, ...] = ("absent", "blocked", "impossible", "not_home")
"""The document's narrow kinds: what cannot be done at all, and what is no household task (4.2, 6.4.1)."""
REASONS: tuple[Reason, ...] = (*NARROW, "ambiguous", "missing_information", "false_premise", "hazardous")
"""All kinds of irrelevance, in the order of reports."""
NEEDS_PICTURE: frozenset[Reason] = frozenset(REASONS) - {"impossible", "not_home"}
"""Reasons that the instruction does not reveal: only the picture shows that the task is not to be done."""
