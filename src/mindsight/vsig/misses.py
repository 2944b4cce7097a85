"""What a point hit instead of its target: the reference object, another target, nothing that is annotated."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from mindsight.record.blocks import Cell, Column, Table
from mindsight.text import Text, text

Target = Mapping[str, Any]
Fate = Literal["hit", "other", "reference", "nothing", "outside", "no_point"]
FATES: tuple[Fate, ...] = get_args(Fate)
_NAMED: dict[Fate, Text] = {
    "hit": text("hit"),
    "other": text("missed, another target hit instead (wrong order)"),
    "reference": text("missed, the reference object hit instead"),
    "nothing": text("missed, nothing that is annotated hit"),
    "outside": text("missed, the point lies outside of the picture"),
    "no_point": text("missed, no point given that can be used"),
}


def fate_of(target: Target) -> Fate:
    """Return what became of a target's point, the first of these that fits; each target has one fate.

    Args:
        target: Its terms; ``where`` must have been scored.
    """
    if target["where"]:
        return "hit"
    if target["point"] is None:
        return "no_point"
    if target["other_hit"] is not None:
        return "other"
    if target["reference_hit"]:
        return "reference"
    return "outside" if _lies_outside(target["point"]) else "nothing"


def fates_of(targets: Sequence[Target]) -> dict[Fate, int]:
    """Return how many of the targets that were scored have each fate."""
    found = Counter(fate_of(target) for target in targets if target["where"] is not None)
    return {fate: found[fate] for fate in FATES}


def table(targets: Sequence[Target]) -> Table:
    """Return the fates of all targets, and those of objects and of spaces apart."""
    kinds = [[one for one in targets if one["kind"] == kind] for kind in ("object", "space")]
    counts = [fates_of(group) for group in (targets, *kinds)]
    totals = [sum(count.values()) for count in counts]
    rows: list[tuple[Cell, ...]] = [
        (words, *(count[fate] for count in counts), counts[0][fate] / totals[0] if totals[0] else None)
        for fate, words in _NAMED.items()
    ]
    rows.append((text("all"), *totals, 1.0 if totals[0] else None))
    both = [sum(_is_both(one) for one in group) for group in (targets, *kinds)]
    rows.append((text("of the hits: the point lies on the reference object too"), *both, _share(both[0], counts[0])))
    columns = (
        Column(title=text("Points"), align="left"),
        Column(title=text("Targets"), decimals=0),
        Column(title=text("objects"), decimals=0),
        Column(title=text("spaces"), decimals=0),
        Column(title=text("share"), decimals=3),
    )
    return Table(id="misses", title=text("What the points hit"), columns=columns, rows=tuple(rows))


def _is_both(target: Target) -> bool:
    """Say whether a hit proves little: near enough to the space, and on the object beside it."""
    return bool(target["where"]) and bool(target["reference_hit"])


def _share(count: int, fates: Mapping[Fate, int]) -> float | None:
    return count / fates["hit"] if fates["hit"] else None


def _lies_outside(point: Sequence[float]) -> bool:
    return not all(0.0 <= coordinate <= 1.0 for coordinate in point)
