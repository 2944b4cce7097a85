"""T of a subject over the classes of several runs (4.2): household tasks, questions and imported ones are run apart."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mindsight.errors import InputError
from mindsight.home.scoring.dependence import Ended, design_effect
from mindsight.home.scoring.generalisation import ResultsRow
from mindsight.home.scoring.outcomes import rule_of
from mindsight.kinds import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mindsight.home.scoring.generalisation import Outcomes
    from mindsight.home.scoring.measures import Effects
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Item

_SAME = ("lambda", "lang", "stance", "subject.temperature")
"""Fields of the identity in which runs that are put together must agree, where they have them."""


class Joined(NamedTuple):
    """The results of a subject over the classes of its runs, how far tasks of a class depend on each other, and their dimensions."""

    row: ResultsRow
    effects: Effects
    dimensions: dict[str, list[str]]


def joined(runs: Sequence[RunFolder]) -> list[Joined]:
    """Return the results of each subject over all classes of its sealed runs, in the order in which subjects first appear.

    Raises:
        InputError: A run has no classes or was repeated, or two do not fit together.
    """
    found: dict[str, Joined] = {}
    for run in runs:
        manifest = run.manifest
        outcomes_of = _checked(run, runs[0])
        keys = manifest.plan["tasks"]
        items = [item for item in run.items if item.status == "scored"]
        name = manifest.subject.name
        row, effects, dimensions = found.get(name, Joined(ResultsRow(name), {}, {}))
        if twice := [key for key in keys if key in row.classes]:
            raise InputError(
                "{folder}: {subject} has results of {key} in another of these runs, too; each class counts once", folder=str(run.path),
                subject=name, key=twice[0],
            )  # fmt: skip
        classes = {**row.classes, **outcomes_of(items, keys)}
        own = manifest.plan.get("groups", {}).get("dimension", {})
        together = {one: [*dimensions.get(one, ()), *own.get(one, ())] for one in {**dimensions, **own}}
        found[name] = Joined(replace(row, classes=classes), {**effects, **_effects(items, keys)}, together)
    first, *others = found.values()
    for other in others:
        if lacking := first.row.classes.keys() ^ other.row.classes.keys():
            raise InputError(
                "{first} and {second} were not tested on the same classes: only one of them on {key}",
                first=first.row.name, second=other.row.name, key=min(lacking),
            )  # fmt: skip
    order = list(first.row.classes)
    return [
        one._replace(row=replace(one.row, classes={key: one.row.classes[key] for key in order}))
        for one in found.values()
    ]


def runs_hash(runs: Iterable[RunFolder]) -> str:
    """Return a hash by which the set of runs is known: that of their identities and subjects."""
    told = sorted(f"{run.manifest.subject.name}\n{sorted(run.manifest.identity.items())}" for run in runs)
    return f"sha256-{hashlib.sha256(chr(10).join(told).encode()).hexdigest()}"


def _checked(run: RunFolder, first: RunFolder) -> Callable[..., Mapping[str, Outcomes]]:
    """Return what counts the outcomes of a run that can be put together with the first one."""
    manifest = run.manifest
    outcomes_of = kind_of(manifest, run.path).outcomes
    if outcomes_of is None:
        raise InputError("{folder}: is no run over classes of tasks or questions", folder=str(run.path))
    if manifest.plan.get("epochs", 1) > 1:
        raise InputError("{folder}: its tasks were run several times; give runs with one epoch", folder=str(run.path))
    rules = rule_of(manifest.identity), rule_of(first.manifest.identity)
    if rules[0] != rules[1]:
        raise InputError(
            "{folder}: {field} is {own}, in {other} it is {value}; runs that are put together must agree in it",
            folder=str(run.path), field="scoring", own=str(rules[0]), other=str(first.path), value=str(rules[1]),
        )  # fmt: skip
    for name in _SAME:
        own, other = manifest.identity.get(name), first.manifest.identity.get(name)
        if own is not None and other is not None and own != other:
            raise InputError(
                "{folder}: {field} is {own}, in {other} it is {value}; runs that are put together must agree in it",
                folder=str(run.path), field=name, own=str(own), other=str(first.path), value=str(other),
            )  # fmt: skip
    return outcomes_of


def _effects(items: Iterable[Item], keys: Sequence[str]) -> Effects:
    """Return the design effect of each class; tasks that do not depend on others are a cluster each, and have an effect of 1."""
    ended: dict[str, list[Ended]] = {key: [] for key in keys}
    for item in items:
        ended[item.terms["task"]].append(Ended(item.cluster, item.terms["valid"], item.outcome in {"TP", "TN"}))
    return {key: design_effect(own) for key, own in ended.items()}
