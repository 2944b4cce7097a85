"""Read an answer as the evaluator published with EcoG-Bench does, and no more leniently.

The facts are those of its public code: an option is right only as the bare letter, a time only as a number of ms, a point only as a
list; of several points the mean counts. A value that its arithmetic cannot take makes the whole sample wrong.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.values.basics import words
from mindsight.answers.values.points import ReadPoint
from mindsight.vsig.models.answers.predictions import Answer, Prediction
from mindsight.vsig.models.answers.units import place

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_CANNOT_TAKE = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError)
_MOST_WORDS = 2000


def official_answer(said: str, count: int, size: tuple[int, int], profile: ModelProfile) -> Answer | None:
    """Return the answer for a sample of ``count`` referents; None if the text holds no object.

    ``size`` is the frame's. Only the order of coordinates is taken from the profile: the benchmark knows no other scale than 0 … 1000.
    """
    value, repairs = _object(said)
    if isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict) or not value:
        return None
    command = words(value.get("explicit_command"))
    try:
        predictions = _predictions(value, count, size, profile)
    except _CANNOT_TAKE as error:
        fault = f"{type(error).__name__}: {error}"[:80]
        return Answer(command=command, repairs=repairs, unusable=(f"sample: {words(fault)}",))
    return Answer(command=command, predictions=predictions, repairs=repairs)


def _object(said: str) -> tuple[Any, tuple[str, ...]]:
    """Return the first form of the text that is JSON, and what it took."""
    for text, repairs in _forms(said.strip()):
        try:
            return json.loads(text), repairs
        except (ValueError, RecursionError):
            continue
    return None, ()


def _forms(said: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the forms in which a text is tried: fenced, as it is, its outermost braces, and those with common errors mended."""
    if "```json" in said:
        yield said.partition("```json")[2].partition("```json")[0].partition("```")[0].strip(), ("fence",)
    yield said, ()
    if fenced := _FENCED.search(said):
        yield fenced[1].strip(), ("fence",)
    begin, end = said.find("{"), said.rfind("}") + 1
    if 0 <= begin < end:
        braces = said[begin:end]
        yield braces, ("text_around",)
        single = re.sub(r",\s*([\]}])", r"\1", braces.replace("]]", "]").replace("}}", "}"))
        yield single, ("brackets",)
        yield re.sub(r"\}\s*\}$", "}]}", single), ("brackets",)


def _predictions(
    value: dict[str, Any], count: int, size: tuple[int, int], profile: ModelProfile
) -> tuple[Prediction, ...]:
    options = value.get("selected_options", [])
    options = [options] if isinstance(options, str) else options if isinstance(options, list) else []
    entries = value.get("point_list", [])
    return tuple(
        _prediction(
            entries[number] if number < len(entries) else {},
            str(options[number])[:_MOST_WORDS] if number < len(options) else None,
            size,
            profile,
        )
        for number in range(count)
    )


def _prediction(entry: Any, option: str | None, size: tuple[int, int], profile: ModelProfile) -> Prediction:
    point, time = _point(entry.get("point"), size), entry.get("timestamp")
    timed = isinstance(time, int | float)
    return Prediction(
        description=words(entry.get("description")),
        point=None if point is None else place(point, profile, size),
        time_ms=float(int(time)) if timed else None,
        choice=None if option is None else words(option),
    )


def _point(value: Any, size: tuple[int, int]) -> ReadPoint | None:
    if not value or not isinstance(value, list):
        return None
    if isinstance(value[0], list):
        value = [sum(one[axis] for one in value) / len(value) for axis in (0, 1)]
    pair = value[0], value[1]
    for number, side in zip(pair, size, strict=True):
        int(number * side / 1000)  # what cannot become a pixel spoils the sample
    return ReadPoint(float(pair[0]), float(pair[1]))
