"""Where the points of a subject's actions lay: in which range their numbers were, and whether there was something to act on.

Whether they would have hit in another order or scale only the engine knows; but some ranges are impossible as asked, and who hits nothing
at all may write points in another way.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from mindsight.answers.conventions import DEFAULT, ModelProfile, model_profile
from mindsight.answers.habits.audit import Ranges
from mindsight.answers.habits.audit_blocks import warning
from mindsight.answers.habits.habit_notes import habit_note
from mindsight.answers.habits.marks import asked_by
from mindsight.harness.episodes.dialogue import words_hash
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.record.model import Item, Manifest
from mindsight.text import Text, text

_CLAUSE = "6.3-b"
_LEAST, _MOST_MISSED = 10, 0.8
"""Points from which on, and the share of them that hit nothing above which, a run gets a warning."""
_LARGEST = 1e9
_MISSES = frozenset(
    ("nothing", "fixed_nameless", "not_level", "not_pressable", "not_openable", "not_wipeable", "not_turnable")
)
"""Feedback after a point with nothing there that the action could be used on."""
_PLACES: dict[str, Text] = {
    "hit": text("on something that the action could be used on"),
    "missed": text("on nothing that it could be used on"),
    "unusable": text("outside the picture, or no numbers"),
}


def warnings(manifest: Manifest, items: Sequence[Item]) -> Iterator[Note]:
    """Yield that the subject writes points otherwise than asked, as far as the probe before the run and its points tell."""
    form = _form(manifest)
    profile = manifest.plan["setting"].get("model_profile")
    yield from habit_note(manifest.subject.details, profile, manifest.subject.spec)
    if not _is_told(manifest):
        return
    ranges, counts = Ranges(form), _counts(items)
    size = _size(manifest)
    for turn, _ in _pointed(items):
        if (point := _numbers(turn["wish"]["point"])) is not None:
            ranges.add((point[0] / 1000, point[1] / 1000), size)
    of = sum(counts.values())
    if ranges.impossible is not None:
        yield warning("range", ranges.impossible, _CLAUSE)
    elif of >= _LEAST and counts["missed"] > _MOST_MISSED * of:
        body = text(
            "{count} of {all} points of its actions lie on nothing that the action could be used on: the subject does not see where things "
            "are, or it writes points otherwise than as {asked}. The probe before a run shows which, and --model-profile asks otherwise.",
            count=counts["missed"],
            all=of,
            asked=asked_by(form).title,
        )
        yield warning("missed", body, _CLAUSE)


def blocks(manifest: Manifest, items: Sequence[Item]) -> Iterator[Block]:
    """Yield the table of where points lay; nothing if the subject pointed at nothing."""
    counts = _counts(items)
    of = sum(counts.values())
    if not of or not _is_told(manifest):
        return
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (title, counts[name], round(100 * counts[name] / of, 6)) for name, title in _PLACES.items()
    )
    columns = (
        Column(title=text("Points"), align="left"),
        Column(title=text("Turns"), decimals=0),
        Column(title=text("share, %"), decimals=1),
    )
    yield Table(id="pointing", title=text("Where the points of actions lay"), columns=columns, rows=rows)


def _is_told(manifest: Manifest) -> bool:
    """Return whether replies were read by the present rule; reports of older records stay as they are."""
    language = manifest.plan["setting"]["language"]
    return manifest.identity.get("words") == f"sha256-{words_hash(language)}"


def _form(manifest: Manifest) -> ModelProfile:
    return ModelProfile.model_validate(manifest.plan["setting"].get("model_profile") or model_profile(DEFAULT))


def _size(manifest: Manifest) -> tuple[int, int]:
    setting = manifest.plan["setting"]
    return int(setting["width"]), int(setting["height"])


def _counts(items: Sequence[Item]) -> Counter[str]:
    return Counter(
        "unusable" if code in {"", "unreadable"} else "missed" if code in _MISSES else "hit"
        for _, code in _pointed(items)
    )


def _pointed(items: Sequence[Item]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the turns with a point, and the feedback on each; "" for one that was not carried out."""
    for item in items:
        steps = item.answer.get("steps", ())
        for number, turn in enumerate(item.answer.get("turns", ())):
            if isinstance(turn["wish"], dict) and "point" in turn["wish"]:
                yield turn, steps[number]["code"] if number < len(steps) else ""


def _numbers(point: Any) -> tuple[float, float] | None:
    usable = (
        isinstance(point, list)
        and len(point) == 2
        and all(type(one) in {int, float} and abs(one) < _LARGEST for one in point)
    )
    return (float(point[0]), float(point[1])) if usable else None
