"""Goals as data: JSON trees of predicates, validated before they are judged.

A tree is a list whose first entry is a predicate's name: ``["all", ["inside", "shirt_1", "suitcase_1/inside"],
["lid_closes", "suitcase_1/lid"]]``.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeGuard

Tree = list[Any]

RELATIONS: Mapping[str, Callable[[int, int], int]] = {
    ">=": lambda found, wanted: found - wanted,
    "==": lambda found, wanted: -abs(found - wanted),
    "<=": lambda found, wanted: wanted - found,
}
"""Margin by which a count satisfies a relation; negative if it does not."""
RELATION_WORDS: Mapping[str, tuple[str, str]] = {
    ">=": ("至少", "at least"),
    "==": ("正好", "exactly"),
    "<=": ("至多", "at most"),
}

_COMBINED = frozenset({"all", "any", "not", "count", "after"})


def check(tree: object) -> None:
    """Raise if a goal is not a tree of known predicates.

    Raises:
        ValueError: The message names the wrong node.
    """
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise ValueError(f"a goal is a list that begins with a predicate's name, not {tree!r}")
    name, *rest = tree
    if name in _FIELDS:
        _check_leaf(name, rest)
        return
    if name not in _COMBINED:
        raise ValueError(f"no predicate {name!r}; there are {', '.join(sorted({*_FIELDS, *_COMBINED}))}")
    branches = [branch for branch in rest if isinstance(branch, list)]
    wanted = {"not": 1, "after": 2}.get(name)
    if wanted is not None and len(branches) != wanted:
        raise ValueError(f"{name} has {wanted} goals inside, not {len(branches)}")
    if not branches and name != "all":
        raise ValueError(f"{name} needs at least one goal inside")
    _check_rest(name, [part for part in rest if not isinstance(part, list)])
    for branch in branches:
        check(branch)


def counted_labels(tree: Tree) -> tuple[str, ...]:
    """Return the labels whose counts a goal asks the subject to state."""
    if tree[0] == "said":
        return tuple(tree[1])
    branches = [branch for branch in tree[1:] if isinstance(branch, list) and branch]
    return tuple(label for branch in branches for label in counted_labels(branch))


def _check_leaf(name: str, rest: list[Any]) -> None:
    fields = _FIELDS[name]
    if not sum(field.needed for field in fields) <= len(rest) <= len(fields):
        raise ValueError(f"{name} takes {', '.join(field.name for field in fields)}, not {rest!r}")
    for field, value in zip(fields, rest, strict=False):
        if not field.fits(value):
            raise ValueError(f"{name}: {value!r} is no {field.name}")


def _check_rest(name: str, rest: list[Any]) -> None:
    if name != "count":
        if rest:
            raise ValueError(f"{name} takes goals only, not {rest[0]!r}")
        return
    if len(rest) != 2 or rest[0] not in RELATIONS or not is_number(rest[1]) or not float(rest[1]).is_integer():
        raise ValueError(f"count takes one of {', '.join(RELATIONS)}, a whole number and goals, not {rest!r}")


class _Field(NamedTuple):
    """One argument of a predicate in a tree."""

    name: str
    fits: Callable[[object], bool]
    needed: bool = True


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is an int or a float, and not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_length(value: object) -> bool:
    return is_number(value) and math.isfinite(value) and value > 0


def _is_vector(value: object, count: int = 3) -> TypeGuard[list[float]]:
    return isinstance(value, list) and len(value) == count and all(is_number(p) and math.isfinite(p) for p in value)


def _is_counts(value: object) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    named = all(_is_name(names) and all(names.split("|")) for names in value)
    return named and all(
        isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in value.values()
    )


def _are_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_name, value))


_FIELDS: Mapping[str, tuple[_Field, ...]] = {
    "inside": (_Field("thing", _is_name), _Field("container", _is_name)),
    "on": (_Field("upper", _is_name), _Field("lower", _is_name)),
    "stable": (_Field("list of things", _are_names), _Field("seconds", _is_length, needed=False)),
    "lid_closes": (_Field("part", _is_name),),
    "part_is": (_Field("part", _is_name), _Field("state (open or closed)", lambda value: value in ("open", "closed"))),
    "state": (
        _Field("device", _is_name),
        _Field("key", _is_name),
        _Field("value", lambda value: isinstance(value, str | int | float)),
    ),
    "clean": (_Field("stain", _is_name),),
    "undisturbed": (
        _Field("thing", _is_name),
        _Field("centimetres", _is_length, needed=False),
        _Field("degrees", _is_length, needed=False),
    ),
    "offset": (
        _Field("thing", _is_name),
        _Field("reference", _is_name),
        _Field("metres along the room's axes", _is_vector),
        _Field("centimetres", _is_length, needed=False),
    ),
    "aligned": (
        _Field("thing", _is_name),
        _Field("axis (x, y or z)", lambda value: value in ("x", "y", "z")),
        _Field("direction", lambda value: _is_vector(value) and any(value)),
        _Field("ends (either or this)", lambda value: value in ("either", "this"), needed=False),
        _Field("degrees", _is_length, needed=False),
    ),
    "apart": (
        _Field("thing", _is_name),
        _Field("list of things", _are_names),
        _Field("centimetres", _is_length, needed=False),
    ),
    "said": (_Field("count of each label", _is_counts),),
    "fits": (
        _Field("first piece", _is_name),
        _Field("second piece", _is_name),
        _Field("place of the second, [right, up] in centimetres", lambda value: _is_vector(value, 2)),
    ),
}
