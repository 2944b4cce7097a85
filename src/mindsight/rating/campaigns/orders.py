"""The order in which one rater sees the pictures: seeded, products shuffled, the same photograph never twice in a row."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from mindsight.rating.campaigns.pairs import RIGHT_ANSWER, pairs_of
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import EXPECTED, Kind, Stimulus
from mindsight.rating.events import Phase

LEAST_DISTANCE = 10
"""Showings between an output and its repeat, where there are that many."""
TRAP_REACH = 2.0
"""Points by which the answer to a trap may miss."""

T = TypeVar("T")


class Showing(NamedTuple):
    """One place of a rater's sequence.

    ``attempt`` counts the tries at the qualification; of a trap ``expected`` is asked openly; ``beside`` is the right picture of a pair.
    """

    phase: Phase
    stimulus: str
    expected: tuple[float, float] | None = None
    attempt: int = 0
    beside: str | None = None


def sequence(plan: Plan, stimuli: Sequence[Stimulus], number: int) -> list[Showing]:
    """Return the showings of rater ``number`` in order: all tries at the qualification, training, the campaign, pairs.

    The same plan, stimuli and number give the same sequence.
    """
    rng = random.Random(f"{plan.id} {plan.seed} {number}")  # noqa: S311  (an order, no secret)
    pools = {kind: [one for one in stimuli if one.kind == kind] for kind in ("output", "reference", "anchor", "gold")}
    clusters = {one.id: one.cluster for one in stimuli}
    if plan.question == "catalogue":
        return spread([Showing("scored", one.id) for one in stimuli], [one.cluster for one in stimuli], rng)
    order = _qualification(plan, pools, rng)
    # Most raters need one try: what follows is kept apart from its last picture.
    last = next((clusters[each.stimulus] for each in reversed(order) if each.attempt == 1), None)
    for part in ([Showing("training", one.id) for one in _varied(pools, plan.training, rng)], _main(plan, pools, rng)):
        order += spread(part, [clusters[each.stimulus] for each in part], rng, after=last)
        last = clusters[order[-1].stimulus] if order else None
    count = _count(plan.rates.repeats, pools["output"])
    for stimulus in _repeated(order, count, rng):
        _insert_repeat(order, stimulus, clusters, rng)
    return order + _pairs(plan, stimuli, number, clusters, rng)


def paper_sequence(plan: Plan, stimuli: Sequence[Stimulus], number: int) -> list[Showing]:
    """Return what stands on the paper form of rater ``number``: one try at the qualification, and no pairs."""
    return [one for one in sequence(plan, stimuli, number) if one.attempt <= 1 and one.beside is None]


def _pairs(
    plan: Plan, stimuli: Sequence[Stimulus], number: int, clusters: dict[str, str], rng: random.Random
) -> list[Showing]:
    """Return the comparisons, behind everything on the document's scale: what is seen beside each other cannot change its score."""
    found = [
        Showing("gold", one.left, RIGHT_ANSWER, beside=one.right)
        if one.known
        else Showing("scored", one.left, beside=one.right)
        for one in pairs_of(plan, stimuli, number)
    ]
    return spread(found, [clusters[each.stimulus] for each in found], rng)


def _qualification(plan: Plan, pools: dict[str, list[Stimulus]], rng: random.Random) -> list[Showing]:
    # In turn the best and the worst: a rater that mixes up the ends of the scale cannot pass.
    kinds: list[Kind] = ["gold", "reference"]
    found: list[Showing] = []
    last = ""
    for attempt in range(1, plan.qualification.attempts + 1):
        for place in range(plan.qualification.showings):
            kind = kinds[(place + attempt) % 2]
            pool = [one for one in pools[kind] if one.cluster != last] or pools[kind]
            if pool:
                chosen = rng.choice(pool)
                last = chosen.cluster
                found.append(Showing("qualification", chosen.id, EXPECTED[kind], attempt))
    return found


def _repeated(order: list[Showing], count: int, rng: random.Random) -> list[str]:
    """Return which outputs are shown again: those with room for the distance behind them, as far as there are enough."""
    scored = [place for place, each in enumerate(order) if each.phase == "scored"]
    early = [place for place in scored if place + LEAST_DISTANCE <= len(order)]
    places = rng.sample(early, min(count, len(early)))
    rest = [place for place in scored if place not in places]
    places += rng.sample(rest, min(count - len(places), len(rest)))
    return [order[place].stimulus for place in places]


def _varied(pools: dict[str, list[Stimulus]], count: int, rng: random.Random) -> list[Stimulus]:
    """Return pictures from good to bad, to get used to the whole scale."""
    kinds = [kind for kind in ("output", "reference", "gold") if pools[kind]]
    found: list[Stimulus] = []
    for place in range(count if kinds else 0):
        pool = pools[kinds[place % len(kinds)]]
        seen = {one.cluster for one in found}
        found.append(rng.choice([one for one in pool if one.cluster not in seen] or pool))
    return found


def _main(plan: Plan, pools: dict[str, list[Stimulus]], rng: random.Random) -> list[Showing]:
    outputs, rates = pools["output"], plan.rates
    found = [Showing("scored", one.id) for one in outputs]
    hidden: tuple[tuple[Phase, Kind, float], ...] = (
        ("reference", "reference", rates.references),
        ("anchor", "anchor", rates.anchors),
        ("gold", "gold", rates.gold),
    )
    for phase, kind, rate in hidden:
        found += [Showing(phase, one.id, EXPECTED[kind]) for one in _some(pools[kind], _count(rate, outputs), rng)]
    for one in _some(outputs, _count(rates.traps, outputs), rng):
        asked = float(rng.randrange(5, 96))
        found.append(Showing("trap", one.id, (asked - TRAP_REACH, asked + TRAP_REACH)))
    return found


def _count(rate: float, outputs: Sequence[Stimulus]) -> int:
    """Return how many showings a rate means; a rate above 0 means at least one."""
    return max(1, round(rate * len(outputs))) if rate and outputs else 0


def _some(pool: Sequence[Stimulus], count: int, rng: random.Random) -> list[Stimulus]:
    return rng.sample(pool, min(count, len(pool)))


def _insert_repeat(order: list[Showing], stimulus: str, clusters: dict[str, str], rng: random.Random) -> None:
    """Put a repeat far behind the first showing, where no neighbour is of the same photograph if there is such a place."""
    first = next(place for place, each in enumerate(order) if each.phase == "scored" and each.stimulus == stimulus)
    behind = range(min(first + LEAST_DISTANCE, len(order)), len(order) + 1)
    own = clusters[stimulus]

    def free(place: int) -> bool:
        return all(clusters[each.stimulus] != own for each in order[place - 1 : place + 1])

    places = [place for place in behind if free(place)] or [
        place for place in range(first + 1, len(order) + 1) if free(place)
    ]
    order.insert(rng.choice(places or [len(order)]), Showing("repeat", stimulus))


def spread(things: Sequence[T], clusters: Sequence[str], rng: random.Random, *, after: str | None = None) -> list[T]:
    """Return the things shuffled so that neighbours are of different clusters; as far as possible if one has more than half.

    ``after`` is the cluster of what comes before them.

    Each place is drawn from what is left, as in a plain shuffle, unless a cluster is so frequent that it must come now.
    """
    left = list(range(len(things)))
    rng.shuffle(left)
    counts = Counter(clusters[index] for index in left)
    order: list[int] = []
    last = after
    while left:
        # Only the most frequent cluster can run out of neighbours.
        frequent, most = counts.most_common(1)[0]
        must = frequent if 2 * most > len(left) and frequent != last else None
        place = next(
            (
                place
                for place in range(len(left) - 1, -1, -1)
                if clusters[left[place]] != last and must in {None, clusters[left[place]]}
            ),
            len(left) - 1,
        )
        index = left.pop(place)
        last = clusters[index]
        counts[last] -= 1
        order.append(index)
    return [things[index] for index in order]
