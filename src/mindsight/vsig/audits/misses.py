"""What a point hit instead of its target: another target, the reference object, the thing nearest to the fingertip, nothing.

Hits on the thing nearest to the fingertip are split off from "nothing that is annotated"; all other fates are the same whether
or not the data state where the finger rested.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.text import Text, text

Target = Mapping[str, Any]
Fate = Literal["hit", "other", "reference", "fingertip", "nothing", "outside", "no_point"]
FATES: tuple[Fate, ...] = get_args(Fate)
_NAMED: dict[Fate, Text] = {
    "hit": text("hit"),
    "other": text("missed, another target hit instead (wrong order)"),
    "reference": text("missed, the reference object hit instead"),
    "fingertip": text("missed, the thing nearest to the fingertip hit instead"),
    "nothing": text("missed, nothing that is annotated hit"),
    "outside": text("missed, the point lies outside of the picture"),
    "no_point": text("missed, no usable point given"),
}


def fate_of(target: Target) -> Fate:
    """Return what a target's point hit, the first fate that fits; each target has exactly one.

    ``where`` must have been scored.
    """
    if target["where"]:
        return "hit"
    if target["point"] is None:
        return "no_point"
    if target["other_hit"] is not None:
        return "other"
    if target["reference_hit"]:
        return "reference"
    if target.get("tip_hit"):
        return "fingertip"
    return "outside" if _lies_outside(target["point"]) else "nothing"


def fates_of(targets: Sequence[Target]) -> dict[Fate, int]:
    """Return how many scored targets have each fate."""
    found = Counter(fate_of(target) for target in targets if target["where"] is not None)
    return {fate: found[fate] for fate in FATES}


def blocks(targets: Sequence[Target]) -> Iterator[Block]:
    """Yield the table of fates, and a note on how far the data state where the finger rested."""
    yield table(targets)
    scored = [target for target in targets if target["where"] is not None]
    if scored:
        yield _of_the_finger(scored)


def table(targets: Sequence[Target]) -> Table:
    """Return the table of fates: of all targets, of objects, and of spaces."""
    kinds = [[one for one in targets if one["kind"] == kind] for kind in ("object", "space")]
    groups = (targets, *kinds)
    counts = [fates_of(group) for group in groups]
    totals = [sum(count.values()) for count in counts]
    followed = any(_is_known(target) for target in targets)
    rows: list[tuple[Cell, ...]] = [
        (words, *(count[fate] for count in counts), counts[0][fate] / totals[0] if totals[0] else None)
        for fate, words in _NAMED.items()
        if followed or fate != "fingertip"
    ]
    rows.append((text("all"), *totals, 1.0 if totals[0] else None))
    both = [sum(_is_both(one) for one in group) for group in groups]
    hits = counts[0]["hit"]
    rows.append((text("of the hits: the point lies on the reference object too"), *both, _share(both[0], hits)))
    if followed:
        words = text("of the misses on another target or the reference object: it was nearest to the fingertip too")
        nearest = [sum(_was_nearest_too(one) for one in group) for group in groups]
        rows.append((words, *nearest, _share(nearest[0], counts[0]["other"] + counts[0]["reference"])))
    columns = (
        Column(title=text("Points"), align="left"),
        Column(title=text("Targets"), decimals=0),
        Column(title=text("objects"), decimals=0),
        Column(title=text("spaces"), decimals=0),
        Column(title=text("share"), decimals=3),
    )
    return Table(id="misses", title=text("What the points hit"), columns=columns, rows=tuple(rows))


def _of_the_finger(scored: Sequence[Target]) -> Note:
    """Return a note on how many targets have a known fingertip position; without it a count of 0 would mean nothing."""
    known = [target for target in scored if _is_known(target)]
    if known:
        body = text(
            "The position of the finger is known for {known} of {all} targets. For {astray} of them the thing nearest to the "
            "fingertip is not the target: only there can a point follow the fingertip and miss.",
            known=len(known),
            all=len(scored),
            astray=sum(bool(target["tip_astray"]) for target in known),
        )
    else:
        body = text(
            "Whether a miss hit the thing nearest to the fingertip is not known: the data do not contain the position of the "
            "finger. Clips made by mindsight vsig synth contain it (rests in truth.json)."
        )
    return Note(id="information-fingertip", title=text("The fingertip"), role="information", clause="task.2", body=body)


def _is_known(target: Target) -> bool:
    return target["where"] is not None and target.get("tip_hit") is not None


def _is_both(target: Target) -> bool:
    """Return whether a hit proves little: within reach of the space, but on the object beside it."""
    return bool(target["where"]) and bool(target["reference_hit"])


def _was_nearest_too(target: Target) -> bool:
    return _is_known(target) and bool(target["tip_hit"]) and fate_of(target) in {"other", "reference"}


def _share(count: int, whole: int) -> float | None:
    return count / whole if whole else None


def _lies_outside(point: Sequence[float]) -> bool:
    return not all(0.0 <= coordinate <= 1.0 for coordinate in point)
