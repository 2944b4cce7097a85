"""Report blocks of the canaries: a warning for each failure, what each canary proves, and every answer verbatim."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.habits.audit_blocks import is_told
from mindsight.answers.habits.habit_notes import note_of_habit
from mindsight.answers.habits.marks import HABITS, ORDERS, SCALES
from mindsight.record.blocks import Block, Cell, Column, Note, Paragraphs, Table
from mindsight.record.model import Manifest
from mindsight.text import Text, spelled, text
from mindsight.vsig.canaries.marks import STATE, sentences_of

_MOST_SHOWN, _MOST_UNDERSTOOD = 2000, 80
_TIMES = frozenset({"flash", "beep", "word"})


def warnings(manifest: Manifest) -> Iterator[Note]:
    """Yield a warning for each failure, or one that nothing was tested."""
    for number, mark in enumerate(sentences_of(manifest), 1):
        body = text(
            "{mark}. A canary asked before the run has failed: the scores do not show what the model can do.",
            mark=mark,
        )
        yield _warning(f"warning-canary-{number}", body)
    yield from _habit(manifest)
    if manifest.canaries.get(STATE) == "undecided":
        yield _warning("warning-canaries", text("Not every canary could be asked; what they test is not proved."))
    if manifest.canaries.get(STATE) == "off":
        body = text("No canaries were asked: nothing proves that the model saw and heard what was sent.")
        yield _warning("warning-canaries", body)


def _habit(manifest: Manifest) -> Iterator[Note]:
    """Yield how to ask the model for points as it writes them, if the discs that it was shown tell; reports of older records stay."""
    hints = [one["hint"] for one in manifest.canaries.get("verdicts", ()) if one["name"] == "disc" and one["hint"]]
    told = (Text.model_validate(hint).args for hint in hints if is_told(manifest.identity))
    said = next(((args.get("order"), args.get("scale")) for args in told), None)
    for habit in (one for one in HABITS if (ORDERS[one.order], SCALES[one.scale]) == said):
        yield from note_of_habit(
            habit, ModelProfile.model_validate(manifest.plan["model_profile"]), manifest.subject.spec
        )


def blocks(manifest: Manifest) -> Iterator[Block]:
    """Yield the result of each canary and the answers; for a subject that is not a model, why there are none."""
    held = manifest.canaries
    if held.get(STATE) == "not_applicable":
        reason = Text.model_validate(held["reason"])
        yield Note(id="canaries", title=text("Canaries"), role="information", body=reason)
    if held.get("verdicts"):
        yield _verdicts(held["verdicts"])
        # Sorted: the order of replies varies.
        asked = sorted(held["asked"], key=lambda one: str(one["id"]))
        yield _answers(asked)
        yield _verbatim(asked)


def _verdicts(found: Sequence[Mapping[str, Any]]) -> Table:
    columns = (
        Column(title=text("Canary"), align="left"),
        Column(title=text("What it proves"), align="left"),
        Column(title=text("Outcome"), align="left"),
        Column(title=text("right"), decimals=0),
        Column(title=text("needed"), decimals=0),
        Column(title=text("asked"), decimals=0),
        Column(title=text("blind guesses pass, %"), decimals=2),
        Column(title=text("What is known of it"), align="left"),
    )
    return Table(
        id="canaries",
        title=text("Canaries: what was seen and heard before the run"),
        columns=columns,
        rows=tuple(_row(one) for one in found),
    )


def _row(one: Mapping[str, Any]) -> tuple[Cell, ...]:
    title, proves = _TITLES[one["name"]]
    hint = None if one["hint"] is None else Text.model_validate(one["hint"])
    if one["status"] == "not_applicable":
        return title, proves, _OUTCOMES["not_applicable"], None, None, None, None, hint
    chance = round(100 * one["chance"], 4)
    return title, proves, _OUTCOMES[one["status"]], one["right"], one["needed"], one["asked"], chance, hint


def _answers(asked: Sequence[Mapping[str, Any]]) -> Table:
    columns = (
        Column(title=text("Question"), align="left"),
        Column(title=text("asked for"), align="left"),
        Column(title=text("right answer"), align="left"),
        Column(title=text("understood"), align="left"),
        Column(title=text("right"), align="left"),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in asked:
        said = one["parsed"].get("predictions", [])
        for place, name in enumerate(one["asks"]):
            right = text("yes") if one["right"][name] else text("no")
            understood = _understood(name, said[place]) if place < len(said) else None
            rows.append((one["id"], _TITLES[name][0], _spelled(name, one["expected"][name]), understood, right))
    return Table(id="canary-answers", title=text("Canaries: what was answered"), columns=columns, rows=tuple(rows))


def _verbatim(asked: Sequence[Mapping[str, Any]]) -> Paragraphs:
    answers = [f"{one['id']}: {one['answer']['text']}" for one in asked]
    short = [words[:_MOST_SHOWN] + ("…" if len(words) > _MOST_SHOWN else "") for words in answers]
    return Paragraphs(
        id="canary-words",
        title=text("The answers to the canaries, verbatim"),
        paragraphs=tuple(spelled(words, words) for words in short),
    )


def _understood(name: str, said: Mapping[str, Any]) -> str | None:
    """Return the interpreted answer of an entry; empty if it was not asked for."""
    if name == "disc":
        return None if said["point"] is None else _spelled(name, said["point"])
    if name in _TIMES:
        return None if said["time_ms"] is None else f"{said['time_ms']:.0f} ms"
    return str(said["description"])[:_MOST_UNDERSTOOD]


def _spelled(name: str, right: Any) -> str:
    """Return a right answer for readers: a place as shares of the picture, a time as the span that is accepted."""
    if name == "disc":
        return "({:.3g}, {:.3g})".format(*right)
    return "{:.0f} … {:.0f} ms".format(*right).replace("-", "−") if name in _TIMES else str(right)


def _warning(name: str, body: Text) -> Note:
    return Note(id=name, title=text("Warning"), role="warning", clause="results", body=body)


_OUTCOMES: dict[str, Text] = {
    "passed": text("passed"),
    "failed": text("failed"),
    "undecided": text("undecided"),
    "not_applicable": text("not applicable"),
}
_TITLES: dict[str, tuple[Text, Text]] = {
    "digit": (text("spoken digit"), text("what is said reaches the model")),
    "swap": (text("swapped sound"), text("answers follow the sound, not the picture")),
    "beep": (text("beep"), text("times in the sound")),
    "word": (text("time of a word"), text("times of words")),
    "order": (text("letters in order"), text("frames are seen, in their order")),
    "flash": (text("flash"), text("times of frames")),
    "disc": (text("red disc"), text("coordinates in the order and scale that are asked for")),
    "last": (text("letter of the last frame"), text("the exact last frame is seen")),
}
