"""What a point hit instead of its target: another target, the reference object, the thing nearest to the fingertip, nothing.

Hits on the thing nearest to the fingertip are split off from "nothing that is annotated"; all other fates are the same whether
or not the data state where the finger rested.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


class Misses:
    """What the points of targets hit, counted one after another."""

    def __init__(self, targets: Iterable[Target] = ()) -> None:
        self._counts: Counter[tuple[str, Fate]] = Counter()
        self._both: Counter[str] = Counter()
        self._nearest: Counter[str] = Counter()
        self._known = self._astray = 0
        for target in targets:
            self.add(target)

    def add(self, target: Target) -> None:
        """Count a target, if its place was scored."""
        if target["where"] is None:
            return
        kind, fate = target["kind"], fate_of(target)
        known = target.get("tip_hit") is not None
        self._counts[kind, fate] += 1
        # Such a hit proves little: within reach of the space, but on the object beside it.
        self._both[kind] += bool(target["where"]) and bool(target["reference_hit"])
        self._nearest[kind] += known and bool(target["tip_hit"]) and fate in {"other", "reference"}
        self._known += known
        self._astray += known and bool(target["tip_astray"])

    def fates(self, *kinds: str) -> dict[Fate, int]:
        """Return how many targets have each fate: all, or those of some kinds."""
        return {fate: sum(self._of(fate, kinds)) for fate in FATES}

    def _of(self, fate: Fate, kinds: tuple[str, ...]) -> Iterator[int]:
        return (count for (kind, own), count in self._counts.items() if own == fate and (not kinds or kind in kinds))

    def blocks(self) -> Iterator[Block]:
        """Yield the table of fates, and a note on how far the data state where the finger rested."""
        yield self.table()
        if self._counts:
            yield self._of_the_finger()

    def table(self) -> Table:
        """Return the table of fates: of all targets, of objects, and of spaces."""
        counts = [self.fates(), self.fates("object"), self.fates("space")]
        totals = [sum(count.values()) for count in counts]
        rows: list[tuple[Cell, ...]] = [
            (words, *(count[fate] for count in counts), counts[0][fate] / totals[0] if totals[0] else None)
            for fate, words in _NAMED.items()
            if self._known or fate != "fingertip"
        ]
        rows.append((text("all"), *totals, 1.0 if totals[0] else None))
        both = _by_kind(self._both)
        rows.append(
            (text("of the hits: the point lies on the reference object too"), *both, _share(both[0], counts[0]["hit"]))
        )
        if self._known:
            words = text("of the misses on another target or the reference object: it was nearest to the fingertip too")
            nearest = _by_kind(self._nearest)
            rows.append((words, *nearest, _share(nearest[0], counts[0]["other"] + counts[0]["reference"])))
        columns = (
            Column(title=text("Points"), align="left"),
            Column(title=text("Targets"), decimals=0),
            Column(title=text("objects"), decimals=0),
            Column(title=text("spaces"), decimals=0),
            Column(title=text("share"), decimals=3),
        )
        return Table(id="misses", title=text("What the points hit"), columns=columns, rows=tuple(rows))

    def _of_the_finger(self) -> Note:
        """Return a note on how many targets have a known fingertip position; without it a count of 0 would mean nothing."""
        if self._known:
            body = text(
                "The position of the finger is known for {known} of {all} targets. For {astray} of them the thing nearest to the "
                "fingertip is not the target: only there can a point follow the fingertip and miss.",
                known=self._known,
                all=self._counts.total(),
                astray=self._astray,
            )
        else:
            body = text(
                "Whether a miss hit the thing nearest to the fingertip is not known: the data do not contain the position of the "
                "finger. Clips made by mindsight vsig synth contain it (rests in truth.json)."
            )
        return Note(
            id="information-fingertip", title=text("The fingertip"), role="information", clause="task.2", body=body
        )


def _by_kind(count: Counter[str]) -> tuple[int, int, int]:
    return count.total(), count["object"], count["space"]


def _share(count: int, whole: int) -> float | None:
    return count / whole if whole else None


def _lies_outside(point: Sequence[float]) -> bool:
    return not all(0.0 <= coordinate <= 1.0 for coordinate in point)
