"""Comparisons in pairs of one rater: which pictures, on which side, and what a choice means. No part of the document's scores."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import Kind, Stimulus
from mindsight.rating.events import Against, Side

RIGHT_ANSWER = (-3.0, -1.0)
"""Of a plainly bad picture beside the reference: worse than it."""
_AGAINST: dict[Kind, Against] = {"reference": "reference", "anchor": "input"}


class Pair(NamedTuple):
    """Two pictures of one item, by their ids; ``known``: one of them is plainly bad."""

    left: str
    right: str
    known: bool = False


class Compared(NamedTuple):
    """What a comparison is of, as an event says it; the value of a choice of the left picture is ``sign``."""

    run: str | None
    other: str | None
    against: Against | None
    side: Side

    @property
    def sign(self) -> int:
        """1 where choosing the left picture prefers the output of ``run``, else -1."""
        return 1 if self.side == "left" else -1


def pairs_of(plan: Plan, stimuli: Sequence[Stimulus], number: int) -> list[Pair]:
    """Return the pairs of rater ``number`` in no particular order; the same arguments give the same pairs.

    Of every two competitors a rater sees each on the left in half of the pairs, and the next rater sees the same pair with sides
    exchanged. Where a rater is asked a share only, the next rater goes on where this one ended, so that all pairs are asked equally often.
    """
    found: list[Pair] = []
    for one, other, known in _competitors(plan):
        there = _together(stimuli, one, other)
        rate = plan.rates.gold if known else plan.pairs.share
        random.Random(f"{plan.id} {plan.seed} {one} {other}").shuffle(there)  # noqa: S311  (an order, no secret)
        count = min(len(there), max(1, round(rate * len(there)))) if rate else 0
        for place in range((number - 1) * count, number * count):
            lap, index = divmod(place, len(there))
            first, second = there[index] if (index + lap) % 2 == 0 else there[index][::-1]
            found.append(Pair(first, second, known))
    return found


def compared(left: Stimulus, right: Stimulus) -> Compared:
    """Return what the comparison of two pictures is of: of a run's output where there is one, else of the plainly bad picture."""
    if _rank(left) >= _rank(right):
        return Compared(left.run, right.run, _AGAINST.get(right.kind), "left")
    return Compared(right.run, left.run, _AGAINST.get(left.kind), "right")


def _rank(one: Stimulus) -> int:
    return {"output": 2, "gold": 1}.get(one.kind, 0)


def _competitors(plan: Plan) -> Iterator[tuple[str, str, bool]]:
    """Yield every two competitors: seals of runs, or kinds of pictures."""
    runs = [run.run for run in plan.runs]
    for against in plan.pairs.against:
        if against == "products":
            yield from ((one, other, False) for one, other in combinations(runs, 2))
        else:
            kind = "anchor" if against == "input" else against
            yield from ((run, kind, False) for run in runs)
    if plan.pairs.against:
        yield "gold", "reference", True


def _together(stimuli: Sequence[Stimulus], one: str, other: str) -> list[tuple[str, str]]:
    by_name = {name: {each.item: each.id for each in stimuli if name in {each.run, each.kind}} for name in (one, other)}
    return [(shown, by_name[other][item]) for item, shown in sorted(by_name[one].items()) if item in by_name[other]]
