"""Show tasks of a run as rows of pictures: the instruction, what was done and where, and the result of the goal's check."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mindsight.home.classes import title_of
from mindsight.home.episodes.deeds import deed
from mindsight.home.scoring.measures import AT
from mindsight.record.blocks import Mark, Picture, Strip
from mindsight.record.model import Item, Manifest
from mindsight.text import Text, spelled, text

MOST_PICTURES = 6
MANNERS: dict[str, Text] = {
    "done": text("done"),
    "claimed": text("claimed"),
    "acted": text("acted"),
    "declined": text("declined"),
    "ran_out": text("budget used up"),
    "idle": text("left alone"),
    "unreadable": text("no readable turn"),
    "unreached": text("not reached"),
}
"""Manners in which tasks end, shown beside the outcome."""
REASONS: dict[str, Text] = {
    "": text("valid task"),
    "absent": text("irrelevant: a thing is absent"),
    "blocked": text("irrelevant: the way is blocked"),
    "impossible": text("irrelevant: impossible for that thing"),
    "not_home": text("irrelevant: no household task"),
    "ambiguous": text("irrelevant: two things fit the words equally"),
    "missing_information": text("irrelevant: what the words rely on is shown nowhere"),
    "false_premise": text("irrelevant: the words presuppose what the room refutes"),
    "hazardous": text("irrelevant: it would do harm"),
}
"""Kinds of task, by reason."""

Instructions = Mapping[str, Mapping[str, str]]
"""Instructions in both languages, by task id."""
_CHANGING = frozenset({"pick", "place", "open", "close", "press", "rotate", "wipe"})


def instructions_of(data: Path) -> Instructions:
    """Return the instructions that a run's data file holds; none if there is no such file."""
    if not data.is_file():
        return {}
    items = json.loads(data.read_bytes())["items"]
    return {item["id"]: item["instruction"] for item in items}


def chosen(items: Sequence[Item], keys: Sequence[str]) -> list[Item]:
    """Return, for each class, a task correctly done, one wrongly done or wrongly ignored, and one correctly ignored."""
    kinds = ({"TP"}, {"FP", "FN", "NR"}, {"TN"})
    found = []
    for key in keys:
        own = sorted((item for item in items if item.terms["task"] == key and item.media), key=lambda item: item.id)
        found += [item for kind in kinds for item in [one for one in own if one.outcome in kind][:1]]
    return found


def strips(shown: Sequence[Item], manifest: Manifest, instructions: Instructions) -> Iterator[Strip]:
    """Yield a row of pictures for each task."""
    setting = manifest.plan["setting"]
    for item in shown:
        asked = instructions.get(item.id.partition(AT)[0])
        yield Strip(
            id=f"strip-{item.id}",
            title=text(
                "{task}, {id}: {outcome}, {manner}",
                task=title_of(item.terms["task"]),
                id=item.id,
                outcome=item.outcome,
                manner=MANNERS[item.terms["manner"]],
            ),
            item=item.id,
            pictures=pictures_of(item, setting["width"], setting["height"]),
            above=_asked(item, asked),
            below=_checked(item),
        )


def _asked(item: Item, asked: Mapping[str, str] | None) -> Text:
    kind = REASONS[item.terms["reason"]]
    if asked is None:
        return kind
    return text("Asked: {instruction} ({kind})", instruction=spelled(asked["zh"], asked["en"]), kind=kind)


def _checked(item: Item) -> Text | None:
    """Return the result of the goal's check at the end."""
    why = item.parsed["why"]
    if not why or not why["en"]:
        return None
    found = spelled(why["zh"], why["en"])
    if item.terms["valid"]:
        return text("At the end: {found}.", found=found)
    return text("At the end, against the wording of the task: {found}.", found=found)


def pictures_of(item: Item, width: int, height: int) -> tuple[Picture, ...]:
    """Return pictures of the start, the most important actions, and the end; each is what the subject saw before the action."""
    steps: Sequence[dict[str, Any]] = item.answer["steps"]
    media = list(item.media.values())
    by_hash = {name.partition(".")[0]: name for name in media}
    pictures = [
        Picture(
            media=by_hash[steps[place]["picture"]],
            caption=_caption(steps[place], place + 1, len(steps)),
            marks=_marks(steps[place], str(place + 1), width, height),
        )
        for place in _places(steps)
        if steps[place]["picture"] in by_hash
    ]
    # The picture after the last step, unless it is the same as the one before.
    if media and all(picture.media != media[-1] for picture in pictures):
        pictures.append(Picture(media=media[-1], caption=text("afterwards")))
    return tuple(pictures)


def _places(steps: Sequence[dict[str, Any]]) -> list[int]:
    """Return the steps to show: the first, the last, and between them an even choice of those that touch something."""
    if len(steps) <= MOST_PICTURES:
        return list(range(len(steps)))
    between = range(1, len(steps) - 1)
    touching = [place for place in between if _verb(steps[place]) in _CHANGING]
    room = MOST_PICTURES - 2
    middle = _spread_out(touching, room)
    middle += _spread_out([place for place in between if place not in middle], room - len(middle))
    return sorted({0, *middle, len(steps) - 1})


def _spread_out(places: Sequence[int], most: int) -> list[int]:
    if len(places) <= most:
        return list(places)
    if most < 2:
        return list(places[-most:]) if most else []
    return [places[round(number * (len(places) - 1) / (most - 1))] for number in range(most)]


def _verb(step: Mapping[str, Any]) -> str:
    action = step["action"]
    return str(action.get("verb", "")) if isinstance(action, dict) else ""


def _caption(step: Mapping[str, Any], number: int, count: int) -> Text:
    told = step.get("told") or {"zh": step["words"], "en": step["words"]}
    answered = spelled(told["zh"], told["en"])
    return text("{number}/{count} {verb}: {told}", number=number, count=count, verb=deed(step["action"]), told=answered)


def _marks(step: Mapping[str, Any], label: str, width: int, height: int) -> tuple[Mark, ...]:
    # An unreadable turn is recorded as the subject gave it: its "point" may be anything.
    point = None if step.get("code") == "unreadable" else (step["action"] or {}).get("point")
    if point is None:
        return ()
    x, y = point[0] / 1000 * width, point[1] / 1000 * height
    return (Mark(x=round(x, 1), y=round(y, 1), label=label),)
