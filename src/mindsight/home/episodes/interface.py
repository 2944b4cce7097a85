"""What a subject is sent and what it may answer: prompts, tools, one JSON line, or a numbered menu.

Prompts are files; their hash is part of a result's identity. A picture point is (x, y), 0–1000, unless a model's profile
asks the model for another convention.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from pydantic import ValidationError

from mindsight.answers.conventions import Points
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.actions import POINTED, Action, Verb
from mindsight.engine.physics.feedback import title
from mindsight.engine.physics.world import World
from mindsight.home.episodes.stances import Stance, with_stance
from mindsight.home.setting import Interface
from mindsight.text import Language

MOST_COUNTED = 16
"""The greatest count that a menu offers as an answer."""

_NUMBER: dict[str, Any] = {"type": "number"}
_TEXT: dict[str, Any] = {"type": "string"}
_XY = {"x": _NUMBER, "y": _NUMBER}
_PARAMETERS: dict[Verb, dict[str, Any]] = {
    **dict.fromkeys(("pick", "place", "press", "open", "close", "wipe"), _XY),
    "rotate": {"degrees": _NUMBER, "axis": {"type": "string", "enum": ["upright", "forward", "sideways"]}, **_XY},
    "look": {"to": _TEXT, "turn": _NUMBER, "tilt": _NUMBER, "zoom": _NUMBER, **_XY},
    "wait": {"seconds": _NUMBER},
    "say": {"text": _TEXT},
    "propose": {"text": _TEXT},
    "finish": {},
    "decline": {"text": _TEXT},
}

_USUAL = Points()
_EXAMPLE_POINT = (420.0, 615.0)
"""The point in the example line of the prompts, 0–1000."""
_FURTHER = {"rotate": ', "degrees": 90', "wait": ', "seconds": 2', "say": ', "text": "…"', "finish": ""}
"""Arguments of verbs for which the prompt has no example line."""


@dataclass(frozen=True)
class Tool:
    """One verb as a tool for models that call tools; ``parameters`` is a JSON Schema of an object's properties."""

    name: str
    description: str
    parameters: dict[str, Any]
    required: tuple[str, ...]


def system_prompt(
    language: Language,
    interface: Interface,
    stance: Stance,
    *,
    places: Sequence[str],
    budget: int,
    lines: bool,
    points: Points = _USUAL,
) -> str:
    """Return the system prompt; ``lines`` asks for JSON lines from a model that cannot call tools."""
    stop = "、" if language == "zh" else ", "
    words = _pointed(_worded(interface, language, stance, interface), points)
    words = words.replace("{places}", stop.join(places)).replace("{budget}", str(budget))
    if not lines or interface == "menu":
        return words
    return f"{words}\n{_pointed(_worded('line', language, stance, interface), points)}"


@lru_cache
def prompt(name: str, language: Language) -> str:
    """Return the text of a prompt file."""
    return (resources.files("mindsight.home.episodes") / "prompts" / f"{name}.{language}.md").read_text(
        encoding="utf-8"
    )


def _worded(name: str, language: Language, stance: Stance, interface: Interface) -> str:
    return with_stance(prompt(name, language), stance, interface, language)


def marks_words(language: Language, points: Points) -> str:
    """Return the question for the places of three marks in a picture."""
    return _pointed(prompt("marks", language).strip(), points)


def _pointed(words: str, points: Points) -> str:
    """Return a prompt with the order and the scale in which points are asked for; as it is, if they are asked for as usual."""
    if points.profile is None:
        return words
    corner = ", ".join(f"{points.full[axis]:g}" for axis in points.axes)
    for usual, other in (
        ("(1000, 1000)", f"({corner})"),
        ("(x, y)", f"({', '.join(points.axes)})"),
        (
            json.dumps(dict(zip("xy", map(int, _EXAMPLE_POINT), strict=True)))[1:-1],
            json.dumps(points.written(*_EXAMPLE_POINT))[1:-1],
        ),
    ):
        words = words.replace(usual, other)
    return words


def prompts_hash(language: Language, interface: Interface, stance: Stance, *, several: bool = False) -> str:
    """Return the hash of all prompts in a language, which is part of a result's identity."""
    names = (interface, "line", "sitting") if several else (interface, "line")
    words = "\0".join(_worded(name, language, stance, interface) for name in names)
    return hashlib.sha256(words.encode()).hexdigest()


def tools(language: Language, stance: Stance, points: Points = _USUAL) -> tuple[Tool, ...]:
    """Return the verbs of a stance's prompt as tools, each described by its line there."""
    described = {}
    for line in _pointed(_worded("points", language, stance, "points"), points).splitlines():
        for verb in re.findall(r"\b([a-z]+)(?=\(|：|:)", line) if line.startswith("- ") else ():
            described[verb] = line.removeprefix("- ")
    return tuple(
        Tool(verb, described[verb], _asked(properties, points), points.axes if verb in POINTED else ())
        for verb, properties in _PARAMETERS.items()
        if verb in described
    )


def _asked(properties: dict[str, Any], points: Points) -> dict[str, Any]:
    """Return the arguments of a tool with the axes in the order and range in which they are asked for."""
    if points.profile is None or "x" not in properties:
        return properties
    axes = {axis: {**_NUMBER, "minimum": 0, "maximum": points.full[axis]} for axis in points.axes}
    return {**{name: one for name, one in properties.items() if name not in axes}, **axes}


def example(verb: str | None, language: Language, stance: Stance, points: Points = _USUAL) -> str:
    """Return an example line for a verb: the prompt's own, or its first one with the verb put in."""
    words = _pointed(_worded("line", language, stance, "points"), points)
    lines = [line for line in words.splitlines() if line.startswith("{")]
    own = next((line for line in lines if f'"action": "{verb}"' in line), None)
    if own is None and verb in _FURTHER:
        own = f'{{"action": "{verb}"{_FURTHER[verb]}}}'
    return own or lines[0].replace('"pick"', f'"{verb if verb in POINTED else "pick"}"')


def fault(wished: Any) -> str:
    """Return why a wish is no valid action, such as a missing point or a bad argument; "" if it is valid."""
    try:
        Action.model_validate(wished)
    except ValidationError:
        missing = isinstance(wished, dict) and None in wished.get("point", (None,)) and wished["verb"] in POINTED
        return "no_point" if missing else "argument"
    return ""


def wish(verb: str, arguments: dict[str, Any], points: Points = _USUAL) -> dict[str, Any]:
    """Return a tool call or a JSON line as the fields of an action, its point from 0 to 1000.

    Invalid values are left for ``fault`` to report.
    """
    fields = {
        name: value for name, value in arguments.items() if name not in {"x", "y", "action"} and value is not None
    }
    point: list[Any] = [arguments.get("x"), arguments.get("y")]
    if any(coordinate is not None for coordinate in point):
        fields["point"] = point
        numbers = [one for one in point if isinstance(one, int | float) and not isinstance(one, bool)]
        if points.profile is not None and len(numbers) == 2:
            fields["point"] = list(points.placed(numbers[0], numbers[1], named=True))
    return {"verb": verb, **fields}


def menu(
    world: World, seen: Sequence[Sighting], language: Language, labels: Sequence[str] = (), *, alone: bool = False
) -> list[tuple[str, Action]]:
    """Return the actions that make sense now, as words and action, in a fixed order.

    ``labels`` are the groups that a task asks to count; for each the menu offers counts to say. A subject that is left ``alone``
    can propose and cannot decline.
    """
    choices: list[tuple[str, Action]] = []
    holding = world.held is not None
    for sighting in sorted(seen, key=lambda one: one.name):
        for verb in _fitting(world, sighting, holding=holding):
            words = f"{_VERBS[verb][0 if language == 'zh' else 1]} {_called(world, sighting, language)}"
            choices.append((words, Action(verb=verb, point=sighting.point)))
    for viewpoint in world.scene.plan.viewpoints:
        words = f"走到{viewpoint.zh}" if language == "zh" else f"walk to: {viewpoint.en}"
        choices.append((words, Action(verb="look", to=viewpoint.name)))
    for label in labels:
        called = label.partition("|")[0] if language == "zh" else label.rpartition("|")[2]
        for count in range(MOST_COUNTED + 1):
            words = f"说：“{called}：{count}”" if language == "zh" else f"say: “{called}: {count}”"
            choices.append((words, Action(verb="say", text=f"{called}: {count}")))
    ending: tuple[Verb, ...] = ("wait", "propose", "finish") if alone else ("wait", "finish", "decline")
    return choices + [(_VERBS[verb][0 if language == "zh" else 1], Action(verb=verb)) for verb in ending]


def _fitting(world: World, sighting: Sighting, *, holding: bool) -> tuple[Verb, ...]:
    if sighting.what == "part":
        return {"button": ("press",), "switch": ("press",), "knob": ("rotate",)}.get(sighting.kind, ("open", "close"))  # type: ignore[return-value]
    thing = world.scene.things[sighting.name]
    if thing.wipeable:
        return ("wipe",)
    if holding:
        return ("place",)
    return ("pick",) if thing.movable else ()


def _called(world: World, sighting: Sighting, language: Language) -> str:
    """Return the name of a thing or part; one of several buttons is named by its place and by what can be read on it."""
    name = title(world.scene, sighting.name, language)
    place = _place_among_buttons(world, sighting)
    if place is None:
        return name
    row, column = place
    owner = title(world.scene, sighting.owner, language)
    read = " ".join(sighting.text)
    if language == "zh":
        return f"{owner}从上往下第{row}排、从左往右第{column}个{name}" + (f"（写着“{read}”）" if read else "")
    return f"{owner}'s {name} in row {row} from the top, number {column} from the left" + (
        f" (it reads “{read}”)" if read else ""
    )


def _place_among_buttons(world: World, sighting: Sighting) -> tuple[int, int] | None:
    """Return row from the top and place from the left, counting from 1, of one of several buttons."""
    if sighting.kind != "button":
        return None
    parts = world.scene.register.parts.values()
    names = [part.name for part in parts if part.owner == sighting.owner and part.role == "button"]
    # In the frame of the panel, so that the rows do not depend on the view.
    places = {name: tuple(np.round(world.model.body(name).pos[[2, 0]], 3)) for name in names}
    if len(names) < 2:
        return None
    height, across = places[sighting.name]
    rows = sorted({upright for upright, _ in places.values()}, reverse=True)
    columns = sorted(x for upright, x in places.values() if upright == height)
    return rows.index(height) + 1, columns.index(across) + 1


_VERBS: dict[Verb, tuple[str, str]] = {
    "pick": ("拿起", "pick up the"),
    "place": ("放到", "put it on or into the"),
    "press": ("按下", "press the"),
    "open": ("打开", "open the"),
    "close": ("关上", "close the"),
    "rotate": ("转动", "turn the"),
    "wipe": ("擦掉", "wipe away the"),
    "wait": ("等待", "wait"),
    "propose": ("提出", "propose"),
    "finish": ("已完成", "finish: it is done"),
    "decline": ("不做", "decline: leave it undone"),
}
