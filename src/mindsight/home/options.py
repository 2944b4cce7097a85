"""What ``inspect eval -T`` gives our tasks, or a log says that it gave: values of any kind, of which a plan is made."""

from collections.abc import Iterable, Mapping
from typing import Any

from mindsight.errors import InputError
from mindsight.plans import PlanModel, plans_of

_PREFIX = "-T "
_NOT_OURS = {"temperature", "no_media", "penalty", "unknown", "tasks_per_scene", "epochs", "alpha", "evidence"}
"""Options that the evaluation of Inspect has itself, or that are about a run and its index, of which it has none."""


def names_of(plan: type[PlanModel]) -> tuple[str, ...]:
    """Return the options of a plan that Inspect's tasks have, and the number of processes that prepare them."""
    return (*(leaf.parameter for leaf in plan.leaves() if leaf.parameter not in _NOT_OURS), "workers")


def chosen(plan: type[PlanModel], options: Mapping[str, Any]) -> Any:
    """Return the plan that options make.

    Raises:
        InputError: A value cannot be used.
    """
    return plans_of((plan,), options, _PREFIX)[0]


def check_keys(keys: Iterable[str], known: Iterable[str]) -> None:
    """Refuse classes that do not exist, and none at all.

    Raises:
        InputError: As said.
    """
    known = tuple(known)
    for key in keys or ("",):
        if key not in known:
            raise InputError(
                "-T {option}: {value} is none of {known}", option="tasks", value=key[:80], known=", ".join(known)
            )
