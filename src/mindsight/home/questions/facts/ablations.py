"""What a scene's pictures show to somebody who lacks an ability: the facts less what only that ability tells.

A class declares what it needs (``QuestionClass.needs``). The oracle without it must fail, and without anything else it must stay as good as
it is: so a test of models can be tried on subjects with known faults.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.question import Words

_FLAT_M = 2.0
"""How far away everything seems without depth: farther than what lies on a table, so that no distance is right by luck."""
_SWAPPED = {"left": "right", "right": "left", "clockwise": "anticlockwise", "anticlockwise": "clockwise"}
_More = dict[str, Any]


def without(ability: str, seen: Scene) -> Scene:
    """Return what somebody who lacks an ability, by its key in ``ABILITIES``, makes of a scene's pictures."""
    return _WITHOUT[ability](seen)


def _each(change: Callable[[Facts], Facts]) -> Callable[[Scene], Scene]:
    return lambda seen: Scene(pictures=tuple(change(facts) for facts in seen.pictures))


def _of_objects(change: Callable[[Object], dict[str, Any]], more: Callable[[_More], _More]) -> Callable[[Scene], Scene]:
    def changed(facts: Facts) -> Facts:
        objects = tuple(one.model_copy(update=change(one)) for one in facts.objects)
        return facts.model_copy(update={"objects": objects, "more": more(facts.more)})

    return _each(changed)


def _mapped(value: Any, words: Callable[[str], str]) -> Any:
    """Return plain JSON with every text changed, keys too."""
    if isinstance(value, str):
        return words(value)
    if isinstance(value, Mapping):
        return {words(key) if isinstance(key, str) else key: _mapped(one, words) for key, one in value.items()}
    return [_mapped(one, words) for one in value] if isinstance(value, list | tuple) else value


def _colourless(more: _More) -> _More:
    found: _More = _mapped(more, lambda word: "" if word in COLOURS else word)
    # What is outside a window is told by the colours of the sky.
    return {**found, **{name: "" for name in ("time", "weather") if name in found}}


def _unread(more: _More) -> _More:
    """Return that all sheets might as well lie face down, and all clocks stand at twelve."""
    papers = {"papers": [{**one, "cells": []} for one in more["papers"]]} if "papers" in more else {}
    return {**more, **papers, **{name: 0 for name in ("hour", "minute") if name in more}}


def _stateless(more: _More) -> _More:
    """Return what is left where nobody sees which lamp is on, and so not which switch turns it, how full a glass is, or the weather."""
    return {**more, **{name: none(more[name]) for name, none in _WITHOUT_STATES.items() if name in more}}


_WITHOUT_STATES: dict[str, Callable[[Any], Any]] = {
    "on": lambda _: [],
    "turns": lambda _: {},
    "amounts": lambda found: dict.fromkeys(found, 0.0),
    "pours": lambda _: {},
    "weather": lambda _: "",
}


def _flat(facts: Facts) -> Facts:
    """Return a picture without depth: everything is equally far away, and as large as it then seems."""

    def moved(one: Object) -> Object:
        away = math.dist(one.at, facts.eye) or 1.0
        at = tuple(eye + (own - eye) * _FLAT_M / away for own, eye in zip(one.at, facts.eye, strict=True))
        return one.model_copy(
            update={"at": at, "size": tuple(side * _FLAT_M / away for side in one.size), "on": "", "inside": ""}
        )

    more = dict(facts.more)
    for name, none in _WITHOUT_DEPTH.items():
        if name in more:
            more[name] = none(more[name])
    return facts.model_copy(update={"objects": tuple(map(moved, facts.objects)), "more": more})


_WITHOUT_DEPTH: dict[str, Callable[[Any], Any]] = {
    "reach": lambda found: {name: [0.0] * len(own) for name, own in found.items()},
    "floor_m": lambda found: [_FLAT_M] * len(found),
    "cubes": lambda found: {name: [place[0], 0.0, place[2]] for name, place in found.items()},
    "balls": lambda found: dict.fromkeys(found, 0.0),
    # Of dominoes it is a list, seen across the picture and not in depth.
    "falls": lambda found: {name: [] for name in found} if isinstance(found, Mapping) else found,
    "ends": lambda found: dict.fromkeys(found, ""),
    "covered": lambda _: {},
    "passes": lambda found: {name: [] for name in found},
    "towers": lambda found: [{**one, "falls": "", "topless": ""} for one in found],
}
"""What is left, without depth, of the facts that only some scenes have: sizes and places in the room, and what follows from them."""


def _mirrored(seen: Scene) -> Scene:
    return Scene(pictures=tuple(_mirror(facts, first=not number) for number, facts in enumerate(seen.pictures)))


def _mirror(facts: Facts, *, first: bool) -> Facts:
    """Return a picture with left and right taken for each other; where in the picture something is stays as it is."""
    right = np.array([*facts.axes[0][:2], 0.0])
    right /= np.linalg.norm(right) or 1.0

    def moved(one: Object) -> Object:
        at = np.array(one.at) - 2 * float((np.array(one.at) - facts.eye) @ right) * right
        return one.model_copy(update={"at": tuple(at.tolist())})

    more: _More = _mapped(facts.more, lambda word: _SWAPPED.get(word, word))
    if "facing" in more:
        turned = {name: np.array([*way, 0.0]) for name, way in more["facing"].items()}
        more["facing"] = {name: (way - 2 * float(way @ right) * right)[:2].tolist() for name, way in turned.items()}
    if "gates" in more:
        more["gates"] = more["gates"][::-1]
    # Of a structure and its copies one is taken the wrong way round: if all were, they would still be alike.
    if "cubes" in more and first:
        more["cubes"] = {name: [-place[0], *place[1:]] for name, place in more["cubes"].items()}
    return facts.model_copy(update={"objects": tuple(map(moved, facts.objects)), "more": more})


def _last_alone(seen: Scene) -> Scene:
    """Return the last picture in place of all, without what only the pictures before it tell."""
    last = seen.pictures[-1]
    more = {**last.more, **{name: none(last.more[name]) for name, none in _WITHOUT_TIME.items() if name in last.more}}
    return Scene(pictures=(last.model_copy(update={"more": more}),) * len(seen.pictures))


_WITHOUT_TIME: dict[str, Callable[[Any], Any]] = {
    "turns": lambda _: {},
    "ball": lambda found: {**found, "places": []},
    "toy": lambda found: {**found, "how": "unseen"},
    "feats": lambda found: dict.fromkeys(found, ""),
    "pushed": lambda _: [],
    "slides": dict.fromkeys,
    "meets": lambda found: {**found, "thing": ""},
    "people": lambda found: [{**one, "did": [], "part": ""} for one in found],
}

ABILITIES: dict[str, Words] = {
    "states": ("看不出状态", "sees no states"),
    "colour": ("看不见颜色", "sees no colours"),
    "depth": ("没有深度感", "no depth"),
    "sides": ("左右颠倒", "left and right mirrored"),
    "reading": ("不识字", "cannot read"),
    "time": ("只看一张画面", "one picture only"),
}
"""What a class may need and a subject may lack, and what a subject without it is called.

That a thing is recognised at all (``kinds``) is not taken away: every question that names a thing needs it.
"""

_WITHOUT: dict[str, Callable[[Scene], Scene]] = {
    "states": _of_objects(lambda _: {"state": "", "says": {}}, _stateless),
    "colour": _of_objects(lambda _: {"colour": ""}, _colourless),
    "depth": _each(_flat),
    "sides": _mirrored,
    "reading": _of_objects(lambda _: {"read": (), "text": ()}, _unread),
    "time": _last_alone,
}
