"""A question as the audit reads it: the words, the label that they must not give away, and what belongs together."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["valid", "worded", "answer", "option"]
"""What is asked: valid or irrelevant, where only the picture tells (``valid``) or the words do (``worded``); the answer; or of each
option whether it is right."""
KINDS: tuple[Kind, ...] = ("valid", "answer", "worded")
"""Those of household tasks, which have no options."""
GATED: frozenset[Kind] = frozenset({"valid", "answer", "option"})
"""Kinds under the limits; that a demand is impossible or no household task may be read from its words."""


@dataclass(frozen=True)
class Question:
    """One question: ``label`` is what a subject that sees nothing must not be able to guess from ``words``.

    ``group`` names what stays in one fold: the pair of a valid and an irrelevant task from one seed, the questions about one
    video. ``template`` is what the question states on purpose, such as which journey to pack for: within a template the
    commonest label is chance, and only labels of the same template are compared. ``options`` are the choices shown with it.
    """

    id: str
    words: str
    label: str
    group: str
    template: str = ""
    options: tuple[str, ...] = ()
