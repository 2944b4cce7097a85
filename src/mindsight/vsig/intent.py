"""Intent: whether what was said means what the user meant, slot by slot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from mindsight.vsig.samples import Target

Slot = Literal["action", "object", "attribute", "relation", "reference"]
SLOTS: tuple[Slot, ...] = ("action", "object", "attribute", "relation", "reference")


@dataclass(frozen=True, slots=True)
class IntentScore:
    """How far a text means what it should: 1 the same thing, 0 something else or nothing.

    ``slots`` has one entry for each of ``SLOTS``; None where there is nothing to compare. ``why`` names what went wrong.
    """

    score: float
    slots: dict[Slot, float | None]
    why: str = ""


def score_description(
    said: str, name: str, *, kind: Literal["object", "space"] = "object", side: str = "", reference: str = ""
) -> IntentScore:
    """Return how far ``said`` describes the target named ``name``."""
    score = 1.0 if said == name else 0.0
    return IntentScore(score, {slot: None for slot in SLOTS} | {"object": score})


def score_command(said: str, template: int, targets: "Sequence[Target]") -> IntentScore:
    """Return how far ``said`` is the whole command of a template about the targets, in their order."""
    score = float(all(target.name in said for target in targets))
    return IntentScore(score, {slot: None for slot in SLOTS} | {"object": score})
