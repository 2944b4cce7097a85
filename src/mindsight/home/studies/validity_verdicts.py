"""The verdicts on a matrix of ablations and classes: falls as declared, flat as declared, or a misfit.

Every verdict rests on intervals of changes on the same tasks (``conditions_changes.change_of``, Tango's score interval, which
excludes 0 once four tasks or more all went the same way). The oracle and the room are deterministic: an ablation that does not
concern a task changes no step of it, so in a sound matrix chance causes no misfit, however many cells there are, and the
intervals need no correction for their number. They allow for the choice of tasks only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mindsight.home.studies.conditions_changes import Change, by_condition, change_of, keys_of, pairs_of
from mindsight.record.model import Item, Manifest, Measure, Signature

Verdict = Literal["falls", "flat", "unsure", "no_fall", "rises", "undeclared"]
"""As declared: ``falls``, ``flat``; too few tasks to decide: ``unsure``; misfits: the rest."""
MISFITS: tuple[Verdict, ...] = ("no_fall", "rises", "undeclared")
MISSED = 0.25
"""A declared need is refuted only if a fall of this size can be ruled out: with twelve tasks or more of which none changed."""
SIDES: Mapping[str, bool] = {"valid": True, "irrelevant": False}


@dataclass(frozen=True, slots=True)
class Step:
    """An ablation at a strength: the condition, the change from intact perception, and that from the strength before (first: None)."""

    condition: str
    strength: float
    right: int
    change: Change
    further: Change | None


@dataclass(frozen=True, slots=True)
class Cell:
    """An ablation and the valid or irrelevant tasks of a class; ``steps`` go from the weakest strength to the strongest."""

    ablation: str
    task: str
    side: str
    needed: bool
    steps: tuple[Step, ...]

    @property
    def verdict(self) -> Verdict:
        """How the steps agree with what was declared.

        A class with a need ``falls`` if the interval of the change at the greatest strength lies below 0 and no strength is
        better than the one before; ``no_fall`` is the verdict if a fall of ``MISSED`` is ruled out. A class without the need
        is ``flat`` if every change's interval contains 0.
        """
        last = self.steps[-1].change
        if any(_above(step.further) for step in self.steps):
            return "rises"
        if not self.needed:
            touched = any(_above(step.change) or _below(step.change) for step in self.steps)
            return "undeclared" if touched else "flat"
        if _below(last):
            return "falls"
        ruled_out = last.limits is not None and last.limits.low > -MISSED
        return "no_fall" if ruled_out and not (last.value or 0) < 0 else "unsure"


def cells_of(manifest: Manifest, items: Sequence[Item]) -> Iterator[Cell]:
    """Yield the cells of a record: by ablation, class and side."""
    apart = by_condition(items, keys_of(manifest))
    base, needs = keys_of(manifest)[0], manifest.plan["needs"]
    for ablation, conditions in conditions_by_ablation(manifest).items():
        for task in manifest.plan["tasks"]:
            for side in SIDES:
                own = {key: _of(apart[key], task, side) for key in (base, *(one["key"] for one in conditions))}
                yield Cell(ablation, task, side, ablation in needs[task][side], tuple(_steps(conditions, own, base)))


def measures_of(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Iterator[Measure]:
    """Yield the numbers of cells as declared, with too few tasks to decide, and misfits, for valid and for irrelevant tasks."""
    cells = list(cells_of(manifest, items))
    for side in SIDES:
        own = [cell.verdict for cell in cells if cell.side == side]
        counts = {"falls": own.count("falls"), "flat": own.count("flat"), "unsure": own.count("unsure")}
        for name, count in {**counts, "misfits": sum(verdict in MISFITS for verdict in own)}.items():
            yield Measure(
                name=f"home.validity.{name}.{side}",
                value=float(count),
                status="scored",
                unit="count",
                clause="4.2",
                n=len(own),
                low=0.0,
                high=float(len(own)),
                better="lower" if name in {"unsure", "misfits"} else "higher",
                signature=signature,
            )


def conditions_by_ablation(manifest: Manifest) -> dict[str, list[dict[str, Any]]]:
    """Return the conditions of each ablation, the weakest first."""
    found: dict[str, list[dict[str, Any]]] = {}
    for condition in manifest.plan["conditions"]:
        if condition["facts"]:
            found.setdefault(condition["facts"]["dial"], []).append(condition)
    return found


def _steps(conditions: Sequence[dict[str, Any]], own: Mapping[str, list[Item]], base: str) -> Iterator[Step]:
    before: str | None = None
    for condition in conditions:
        key = condition["key"]
        pairs = pairs_of(own[base], own[key])
        further = change_of(pairs_of(own[before], own[key])) if before is not None else None
        yield Step(key, condition["facts"]["strength"], sum(pair.then for pair in pairs), change_of(pairs), further)
        before = key


def _of(items: Sequence[Item], task: str, side: str) -> list[Item]:
    return [item for item in items if item.terms["task"] == task and item.terms["valid"] is SIDES[side]]


def _below(change: Change) -> bool:
    return change.limits is not None and change.limits.high < 0


def _above(change: Change | None) -> bool:
    return change is not None and change.limits is not None and change.limits.low > 0
