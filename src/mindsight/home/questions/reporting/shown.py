"""Some questions with their pictures: of each class one wording, with its four scenes; of clips several moments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.home.questions.question import Option, Question
from mindsight.record.blocks import Mark, Picture, Strip
from mindsight.record.model import Item
from mindsight.text import Text, spelled, text

REASONS = {
    "absent": text("there is no such thing"),
    "ambiguous": text("two fit equally"),
    "missing_information": text("it cannot be seen"),
    "false_premise": text("the words presuppose what is not so"),
    "impossible": text("nothing fits"),
}
"""Why a question cannot be answered, in words."""
_SHOWN = 4
"""How many pictures are shown of a question that has more."""
_YES_NO = {"yes": text("yes"), "no": text("no")}


def strips(titles: Mapping[str, Text], items: Sequence[Item], questions: Mapping[str, Question]) -> Iterator[Strip]:
    """Yield the pictures of one wording of each class: the first with a mistake, else the first."""
    for key, title in titles.items():
        groups: dict[str, list[Item]] = {}
        for item in items:
            if item.terms.get("task") == key and item.id in questions and item.media:
                groups.setdefault(item.cluster, []).append(item)
        if not groups:
            continue
        missed = (own for own in groups.values() if any(one.outcome not in {"TP", "TN"} for one in own))
        shown = sorted(next(missed, next(iter(groups.values()))), key=lambda one: one.id)
        yield from _strips(key, title, shown, questions)


def _strips(key: str, title: Text, own: Sequence[Item], questions: Mapping[str, Question]) -> Iterator[Strip]:
    """Yield the four scenes of a wording: in one row, or each in a row of its own if it has several pictures."""
    first = questions[own[0].id]
    asked = spelled(with_options(first, 0), with_options(first, 1))
    if max(len(item.media) for item in own) == 1:
        yield Strip(
            id=f"strip-{key}",
            title=text("{name}, asked of four scenes", name=title),
            pictures=tuple(_picture(item, questions[item.id]) for item in own),
            above=asked,
        )
        return
    for number, item in enumerate(own, 1):
        question = questions[item.id]
        yield Strip(
            id=f"strip-{key}-{number}",
            title=text("{name}, scene {number} of {count}", name=title, number=number, count=len(own)),
            pictures=tuple(_some_pictures(item, question)),
            above=asked if number == 1 else None,
            below=_outcome(item, question),
        )


def with_options(question: Question, language: int) -> str:
    """Return the words of a question with its options; 0 is Chinese, 1 English."""
    words = (question.words["zh"], question.words["en"])[language]
    names = [(one.zh, one.en)[language] for one in question.options]
    return f"{words} {(' / ').join(names)}" if names else words


def _some_pictures(item: Item, question: Question) -> Iterator[Picture]:
    """Yield the first and the last of several pictures, and some between; what was pointed at is marked in the last."""
    # A record sorts names, and then the tenth picture comes before the second.
    media = [item.media[f"picture-{number}"] for number in range(1, len(item.media) + 1)]
    last = len(media) - 1
    for place in sorted({round(share * last / (_SHOWN - 1)) for share in range(_SHOWN)}):
        caption = text("picture {number} of {count}", number=place + 1, count=len(media))
        marks = tuple(_marks(item, question)) if place == last else ()
        yield Picture(media=media[place], caption=caption, marks=marks)


def _picture(item: Item, question: Question) -> Picture:
    media = next(iter(item.media.values()))
    return Picture(media=media, caption=_outcome(item, question), marks=tuple(_marks(item, question)))


def _outcome(item: Item, question: Question) -> Text:
    return text(
        "{id}: right is {truth}; answered {answer}",
        id=item.id,
        truth=truth_of(question),
        answer=answer_of(item, question),
    )


def truth_of(question: Question) -> Text:
    """Return the right answer in words."""
    truth = question.truth
    if truth.reason:
        return text("“cannot be answered”: {reason}", reason=REASONS[truth.reason])
    if question.form == "point":
        return text("a point on it")
    if question.form == "box":
        return text("the box around it")
    value = truth.value[0] if question.form == "text" else truth.value
    return _value(value, question)


def answer_of(item: Item, question: Question) -> Text:
    """Return what was answered in words."""
    status = item.parsed.get("status")
    if status == "cannot":
        return text("“cannot be answered”")
    if status != "answer":
        return text("nothing readable")
    return _value(item.parsed.get("value"), question)


def _value(value: Any, question: Question) -> Text:
    options = {one.key: one for one in question.options}
    if question.form == "yes_no" and value in _YES_NO:
        return _YES_NO[value]
    if isinstance(value, list) and question.form == "sequence":
        known = [options.get(str(one), Option(key="", zh=str(one), en=str(one))) for one in value]
        return spelled(", ".join(one.zh for one in known), ", ".join(one.en for one in known))
    if isinstance(value, list):
        numbers = ", ".join(f"{one:.0f}" for one in value if isinstance(one, int | float))
        return spelled(numbers, numbers)
    if str(value) in options:
        return spelled(options[str(value)].zh, options[str(value)].en)
    shown = f"{value:g}" if isinstance(value, int | float) else str(value)[:80]
    shown = f"{shown} {question.unit}".strip()
    return spelled(shown, shown)


def _marks(item: Item, question: Question) -> Iterator[Mark]:
    """Yield the point or box answered, in pixels, and the true box."""
    size = question.truth.regions[0].size if question.truth.regions else _SIZE
    value = item.parsed.get("value")
    if question.form == "point" and isinstance(value, list | tuple) and len(value) == 2:
        yield Mark(x=round(value[0] / 1000 * size[0], 1), y=round(value[1] / 1000 * size[1], 1), role="answer")
    for role, box in (("truth", question.truth.box), ("answer", value if question.form == "box" else None)):
        if isinstance(box, list | tuple) and len(box) == 4:
            x, y, x2, y2 = (round(side / 1000 * size[place % 2], 1) for place, side in enumerate(box))
            yield Mark(x=x, y=y, x2=x2, y2=y2, role=role)


_SIZE = (800, 600)
