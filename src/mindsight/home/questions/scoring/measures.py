"""Measures beside T of a run over questions: pairs, quartets, chance, scenes, evidence, disturbances.

Most are shares of groups of answers; a group with an untested question is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from mindsight.home.scoring.dependence import Ended, design_effect, effective_interval
from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.statistics import wilson_interval

LEVEL = 0.95
_FOUR = 4
ALL = "all"
"""All kinds of disturbance together."""


def question_measures(items: Sequence[Item], keys: Sequence[str], signature: Signature) -> Iterator[Measure]:
    """Yield the measures of all scored items of a run.

    ``home.pairs``: both questions of a wording that have an answer are right, which nobody is who does not look.
    ``home.quartets``: all four are dealt with rightly. ``home.scenes``: all questions about a scene. ``home.f_above_chance``: the
    share of right answers among questions that have one, less chance, divided by the most it could be above chance.
    ``home.grounded``: right, with the point given as evidence on what the answer rests on, of the questions whose answer rests on
    something. ``home.f_disturbed.KIND.STRENGTH``: the accuracy of questions asked with pictures made worse in a way, at a strength from 0
    (the same pictures undisturbed) on; ``home.f_disturbed.DIMENSION.KIND.STRENGTH``: the same of a dimension, if the run has several.
    """
    yield from of_wordings(items, keys, signature)
    yield _share("home.scenes", _groups(items, lambda item: item.terms["scene"]), signature)
    valid = [item for item in items if item.terms["valid"]]
    yield above_chance("home.f_above_chance", valid, signature)
    for key in keys:
        yield above_chance(f"home.f_above_chance.{key}", [one for one in valid if one.terms["task"] == key], signature)
    if signature.identity.get("evidence"):
        yield _grounded("home.grounded", valid, signature)
        for key in keys:
            yield _grounded(f"home.grounded.{key}", [one for one in valid if one.terms["task"] == key], signature)
    yield from _disturbed(items, signature)


def of_wordings(items: Sequence[Item], keys: Sequence[str], signature: Signature) -> Iterator[Measure]:
    """Yield how many pairs and quartets of one wording are right, of all of some classes and of each."""
    for name, group in (("pairs", _pairs), ("quartets", _quartets)):
        found = {key: group([item for item in items if item.terms["task"] == key]) for key in keys}
        yield _share(f"home.{name}", [one for own in found.values() for one in own], signature)
        for key, own in found.items():
            yield _share(f"home.{name}.{key}", own, signature)


def _right(item: Item) -> bool:
    return item.outcome in {"TP", "TN"}


def _groups(items: Iterable[Item], key: Callable[[Item], str], least: int = 1) -> list[bool]:
    """Return for each group that has enough items whether all are right."""
    found: dict[str, list[bool]] = {}
    for item in items:
        found.setdefault(key(item), []).append(_right(item))
    return [all(own) for own in found.values() if len(own) >= least]


def _pairs(items: Iterable[Item]) -> list[bool]:
    return _groups((item for item in items if item.terms["valid"]), lambda item: item.cluster, 2)


def _quartets(items: Iterable[Item]) -> list[bool]:
    return _groups(items, lambda item: item.cluster, _FOUR)


def _share(name: str, found: Sequence[bool], signature: Signature) -> Measure:
    right, count = sum(found), len(found)
    limits = wilson_interval(right, count, LEVEL) if count else None
    return _measure(
        name,
        right / count if count else None,
        count,
        None if limits is None else Interval(**limits._asdict()),
        signature,
    )


def _grounded(name: str, valid: Sequence[Item], signature: Signature) -> Measure:
    resting = [item for item in valid if item.terms["grounded"] is not None]
    return accuracy_of(name, [Ended(item.cluster, True, item.terms["grounded"]) for item in resting], signature)


def _disturbed(items: Iterable[Item], signature: Signature) -> Iterator[Measure]:
    """Yield the accuracy at each strength of each disturbance and of all together, as far as the run has any; of each dimension, too."""
    told = [item for item in items if item.terms.get("disturbed")]
    dimensions = sorted({_dimension(item) for item in told})
    for own in ("", *(dimensions if len(dimensions) > 1 else ())):
        found: dict[tuple[str, int], list[Ended]] = {}
        for item in told:
            how = item.terms["disturbed"]
            for kind in (how["kind"], ALL) if own in {"", _dimension(item)} else ():
                ended = found.setdefault((kind, how["strength"]), [])
                ended.append(Ended(item.cluster, item.terms["valid"], _right(item)))
        start = f"home.f_disturbed.{own}." if own else "home.f_disturbed."
        for kind, strength in sorted(found):
            yield accuracy_of(f"{start}{kind}.{strength}", found[kind, strength], signature)


def _dimension(item: Item) -> str:
    return str(item.terms["task"]).partition(".")[0]


def accuracy_of(name: str, ended: Sequence[Ended], signature: Signature) -> Measure:
    """Return a share of questions; those of one wording depend on each other, which widens its interval."""
    right, count = sum(one.right for one in ended), len(ended)
    limits = effective_interval(right, count, design_effect(ended), level=LEVEL) if count else None
    interval = None if limits is None else Interval(**limits._asdict())
    return _measure(name, right / count if count else None, count, interval, signature)


def above_chance(name: str, valid: Sequence[Item], signature: Signature) -> Measure:
    """Return (p − c) / (1 − c) for the share p of right answers and the mean chance c; 0 is chance, 1 is all right."""
    count = len(valid)
    chance = sum(item.terms["chance"] for item in valid) / count if count else 1.0
    value = None if chance >= 1 else (sum(map(_right, valid)) / count - chance) / (1 - chance)
    return _measure(name, value, count, None, signature, low=-1.0)


def _measure(
    name: str, value: float | None, n: int, interval: Interval | None, signature: Signature, low: float = 0.0
) -> Measure:
    return Measure(
        name=name,
        value=value,
        status="not_estimable" if value is None else "scored",
        unit="index",
        clause="4.2",
        n=n,
        interval=interval,
        low=low,
        high=1.0,
        better="higher",
        signature=signature,
    )
