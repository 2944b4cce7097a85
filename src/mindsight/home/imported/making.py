"""Make a question of a row: what is shown, words, choices and truth, each as the mapping says."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np

from mindsight.answers.values.numbers import read_number
from mindsight.answers.values.texts import plain
from mindsight.answers.values.yes_no import read_yes_no
from mindsight.errors import InputError
from mindsight.home.imported.choices import choices_of, place_of, split_choices
from mindsight.home.imported.mapping import Kind, MappingFile, text_of, value_of
from mindsight.home.imported.media import MOST_PICTURES, Media
from mindsight.home.imported.spans import span_of
from mindsight.home.imported.taken import Shown
from mindsight.home.irrelevance import Reason
from mindsight.home.questions.question import Box, Option, Question, Region, Truth, chance_of_form
from mindsight.home.questions.reporting.shown import REASONS
from mindsight.home.questions.scoring.reading import LETTERS
from mindsight.record.canonical import sha256
from mindsight.text import storable

_MOST_LETTERS = 20_000


class Made(NamedTuple):
    """A question without its number, and the class that it is of, as the data set names it."""

    question: Question
    named: str
    kind: Kind


def make(row: Mapping[str, Any], mapping: MappingFile, media: Media) -> Made | None:
    """Return the question of a row; None if the mapping leaves out its class.

    Raises:
        InputError: Something that a question needs is missing from the row, or cannot be read.
    """
    found = mapping.kind_of(row)
    if found is None:
        return None
    named, kind = found
    words, choices = _words(row, mapping, kind)
    reason = _reason(text_of(row, kind.reason or mapping.fields.reason))
    shown = _shown(row, mapping, media)
    pictures = tuple(name for one in shown for name in one.pictures)
    words = _marked(words, mapping.markers, [len(one.pictures) for one in shown])
    chinese = storable(text_of(row, kind.question_zh or mapping.fields.question_zh)) or words
    options = _options(row, mapping, choices)
    truth = _truth(row, mapping, kind, options, reason, shown)
    key = mapping.key_of(named, kind)
    scene = sha256("\n".join(pictures).encode())[:16]
    question = Question(
        id=key,
        kind=key,
        kind_version=1,
        seed=0,
        group=storable(text_of(row, mapping.fields.group))[:200] or scene,
        scene=scene,
        words={"zh": chinese, "en": words},
        pictures=pictures,
        form=kind.form,
        options=options,
        unit=kind.unit,
        truth=truth,
        asked={"source": storable(text_of(row, mapping.fields.id))[:200]},
    )
    return Made(question, named, kind)


def _words(row: Mapping[str, Any], mapping: MappingFile, kind: Kind) -> tuple[str, list[str]]:
    words = text_of(row, kind.question or mapping.fields.question)
    for cut in mapping.cut:
        words = words.partition(cut)[0].rstrip()
    words = storable(words)
    if not words or len(words) > _MOST_LETTERS:
        raise InputError("has no words, or more than {most} letters", most=_MOST_LETTERS)
    if kind.choices_in_question:
        words, choices = split_choices(words)
        if not choices:
            raise InputError("its words do not end with choices, such as A. … B. …")
        return words, choices
    return words, choices_of(row, mapping.fields.choices) if kind.form in {"choice", "sequence"} else []


def _options(row: Mapping[str, Any], mapping: MappingFile, choices: list[str]) -> tuple[Option, ...]:
    chinese = choices_of(row, mapping.fields.choices_zh)
    if len(chinese) != len(choices):
        chinese = choices
    return tuple(
        Option(key=letter, zh=storable(zh)[:2000], en=storable(en)[:2000])
        for letter, zh, en in zip(LETTERS, chinese, choices, strict=False)
    )


def _reason(said: str) -> Reason | None:
    if not said:
        return None
    for reason in get_args(Reason):
        if said == reason and reason in REASONS:
            return reason  # type: ignore[no-any-return]
    raise InputError("{reason} is no reason; there are {known}", reason=storable(said[:80]), known=", ".join(REASONS))


def _shown(row: Mapping[str, Any], mapping: MappingFile, media: Media) -> list[Shown]:
    begin, end = (_second(row, places) for places in (mapping.fields.begin, mapping.fields.end))
    values = [value for place in mapping.fields.pictures if (value := value_of(row, place)) not in (None, "", [])]
    found = [one for value in values for one in media.shown(value, begin, end)]
    count = sum(len(one.pictures) for one in found)
    if not 0 < count <= MOST_PICTURES:
        raise InputError("shows {count} pictures; a question shows 1 to {most}", count=count, most=MOST_PICTURES)
    return found


def _second(row: Mapping[str, Any], places: tuple[str, ...]) -> float | None:
    for place in places:
        said = value_of(row, place)
        if said is not None:
            try:
                second = float(said)
            except (TypeError, ValueError):
                second = math.nan
            if not math.isfinite(second):
                raise InputError("{field} is no number of seconds", field=place)
            return second
    return None


def _marked(words: str, markers: tuple[str, ...], sizes: list[int]) -> str:
    """Return words with the number of a picture where a marker stands for it; markers that stand for none are taken out."""
    if not any(marker in words for marker in markers):
        return words
    ranges, first = [], 1
    for size in sizes:
        ranges.append(f"[{first}]" if size == 1 else f"[{first}–{first + size - 1}]")
        first += size
    count = sum(words.count(marker) for marker in markers)
    if count != len(ranges):
        ranges = [""] * count
    for shown in ranges:
        place, marker = min((place, one) for one in markers if (place := words.find(one)) >= 0)
        words = f"{words[:place]}{shown}{words[place + len(marker) :]}"
    return words.strip()


def _truth(
    row: Mapping[str, Any],
    mapping: MappingFile,
    kind: Kind,
    options: tuple[Option, ...],
    reason: Reason | None,
    shown: Sequence[Shown],
) -> Truth:
    if kind.form in {"choice", "sequence"} and (
        not 2 <= len(options) <= len(LETTERS) or len({plain(one.en) or one.en for one in options}) < len(options)
    ):
        raise InputError("has {count} choices, or the same choice twice", count=len(options))
    chance = chance_of_form(kind.form, len(options))
    if reason is not None:
        return Truth(reason=reason, chance=chance)
    place = kind.truth or mapping.fields.answer
    said = value_of(row, place) if place else None
    if kind.form in {"point", "box"}:
        return _placed(said, row, kind)
    if kind.form == "span":
        return span_of(said, kind, shown)
    value = _VALUES[kind.form](said, options, kind)
    if value is None:
        raise InputError("its truth cannot be read: {value}", value=storable(repr(said)[:80]))
    tolerance = max(kind.tolerance, kind.tolerance_share * abs(value)) if kind.form == "number" else 0.0
    return Truth(value=value, tolerance=round(tolerance, 6), chance=chance)


def _choice(said: Any, options: tuple[Option, ...], kind: Kind) -> str | None:
    place = place_of(said, [one.en for one in options], kind.answer)
    return None if place is None else options[place].key


def _sequence(said: Any, options: tuple[Option, ...], kind: Kind) -> list[str] | None:
    found = [_choice(one, options, kind) for one in said] if isinstance(said, list | tuple) else []
    keys = [key for key in found if key is not None]
    return keys if keys and len(set(keys)) == len(found) == len(options) else None


def _texts(said: Any, _options: tuple[Option, ...], _kind: Kind) -> list[str] | None:
    texts = [
        storable(str(one))[:2000] for one in (said if isinstance(said, list | tuple) else [said]) if one is not None
    ]
    return texts if texts and all(map(plain, texts)) else None


def _number(said: Any, _options: tuple[Option, ...], kind: Kind) -> float | None:
    number = read_number(said, kind.unit).value if isinstance(said, str | int | float) else None
    return number if number is not None and math.isfinite(number) else None


_VALUES: dict[str, Any] = {
    "choice": _choice,
    "sequence": _sequence,
    "yes_no": lambda said, _options, _kind: read_yes_no(said).value,
    "number": _number,
    "text": _texts,
}


def _placed(said: Any, row: Mapping[str, Any], kind: Kind) -> Truth:
    """Return the truth of a point or a box, from a box as left, top, right, bottom."""
    if not (isinstance(said, list | tuple) and len(said) == 4 and all(isinstance(one, int | float) for one in said)):
        raise InputError("its truth is no box of four numbers: {value}", value=storable(repr(said)[:80]))
    units = {"thousandths": (1000.0, 1000.0), "share": (1.0, 1.0)}
    if kind.scale == "pixels":
        size = [row.get("width"), row.get("height")]
        if not all(isinstance(one, int | float) and one > 0 for one in size):
            raise InputError("its box is in pixels, and the row has no width and height")
        units["pixels"] = (float(size[0] or 0), float(size[1] or 0))
    across, down = units[kind.scale]
    sides = [float(one) / (across, down, across, down)[place] * 1000 for place, one in enumerate(said)]
    left, top, right, bottom = (min(max(one, 0.0), 1000.0) if math.isfinite(one) else -1.0 for one in sides)
    if not (0 <= left < right and 0 <= top < bottom):
        raise InputError("its truth is no box of four numbers: {value}", value=storable(repr(said)[:80]))
    box: Box = (round(left, 3), round(top, 3), round(right, 3), round(bottom, 3))
    if kind.form == "box":
        return Truth(box=box)
    region = _region(box)
    return Truth(regions=(region,), chance=round(region.pixels / 1_000_000, 6))


def _region(box: Box) -> Region:
    """Return a box as a region of a thousand by a thousand, so that it holds for a picture of any size."""
    left, top, right, bottom = (
        int(np.floor(box[0])),
        int(np.floor(box[1])),
        int(np.ceil(box[2])),
        int(np.ceil(box[3])),
    )

    def runs() -> Iterator[int]:
        for line in range(top, bottom):
            yield from (line * 1000 + left, right - left)

    return Region(picture=0, size=(1000, 1000), runs=tuple(runs()))
