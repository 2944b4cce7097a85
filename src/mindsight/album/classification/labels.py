"""5.3 classification c): the labels that a product gave an image, parsed and mapped to the classes of the test.

A product answers with one label per line, best first, or with JSON: a list of names, or of objects with ``label`` or ``name`` and
optionally ``score``, ``confidence`` or ``uncertainty``: the same one for all labels, as a number. ``null`` is no label.
"""

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mindsight.errors import InputError, ProductError
from mindsight.text import storable

MOST_LABELS = 1_000
LONGEST_LABEL = 300
LARGEST_ANSWER = 1 << 20
"""Largest answer that is read, in bytes."""

_SHOWN = 40
_NAMES = ("label", "name")
_SCORES = {"score": 1.0, "confidence": 1.0, "uncertainty": -1.0}
"""Score field → 1 if larger values are better, -1 if smaller ones are."""


_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Characters without a shape that no name needs: zero-width and soft breaks, marks of direction, byte order marks."""
_JOINERS = re.compile("[\u200c\u200d]+")


class Label(NamedTuple):
    """One label of a product, with its score if it states one: larger is better."""

    name: str
    score: float | None = None


class Vocabulary:
    """The classes of a test and all names by which a product may refer to them."""

    def __init__(self, classes: Mapping[str, Iterable[str]], class_map: Sequence[tuple[str, str]] = ()) -> None:
        """Take each class with its other names, and pairs (product's name, class of the test).

        Raises:
            InputError: A name refers to two classes, or the map contains a class that is not tested.
        """
        self._meant: dict[str, str] = {}
        for own, others in classes.items():
            for name in (own, *others):
                self._mean(name, own)
        # A product's name of one class may be the test's name of another: the map takes precedence.
        mapped: dict[str, str] = {}
        for name, target in class_map:
            meant = self._meant.get(folded(target))
            if meant is None:
                raise InputError(
                    'class map: "{name}" is mapped to "{target}", which is not a class of the test; there are {classes}',
                    name=name,
                    target=target,
                    classes=", ".join(list(classes)[:20]),
                )
            if mapped.setdefault(folded(name), meant) != meant:
                raise InputError('class map: "{name}" is mapped to two classes; keep one line', name=name)
        self._meant |= mapped

    def class_of(self, name: str) -> str | None:
        """Return the class of a name; None if it is outside the list."""
        return self._meant.get(folded(name))

    def understood(self, labels: Iterable[Label]) -> list[dict[str, str]]:
        """Return each label once, in order: ``{"class": …}`` for a class of the test, ``{"other": …}`` for any other."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for label in labels:
            own = self.class_of(label.name)
            kind, name = ("other", label.name) if own is None else ("class", own)
            found.setdefault((kind, folded(name)), {kind: name})
        return list(found.values())

    def _mean(self, name: str, own: str) -> None:
        if self._meant.setdefault(folded(name), own) != own:
            raise InputError(
                'the name "{name}" means two classes: {one} and {other}; upper and lower case count as the same',
                name=name,
                one=self._meant[folded(name)],
                other=own,
            )


def folded(name: str) -> str:
    """Return a name normalised for comparison: Unicode NFC, case-folded, stripped."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def seen(name: str) -> str:
    """Return a name without characters that nobody sees.

    The joiners U+200C and U+200D stay between letters that they change (Persian, Hindi …) and between emoji, where they carry meaning; they
    are removed at the ends of a name and beside Latin, Greek, Cyrillic or East Asian letters, digits and signs.
    """
    if name.isascii():
        return name
    shown = _INVISIBLE.sub("", name)
    return _JOINERS.sub(lambda found: found[0] if _is_joined(shown, found.start(), found.end()) else "", shown)


def _is_joined(name: str, start: int, end: int) -> bool:
    return start > 0 and end < len(name) and _can_join(name[start - 1]) and _can_join(name[end])


def _can_join(letter: str) -> bool:
    kind = unicodedata.category(letter)
    if kind in {"Lo", "Lm", "Mn", "Mc"}:
        # Accents of Latin, Greek and Cyrillic, and the letters and marks of East Asia.
        return not ("\u0300" <= letter <= "\u036f" or unicodedata.east_asian_width(letter) in {"W", "F", "H"})
    return kind in {"So", "Sk"}


def tidy(name: str) -> str:
    """Return a name as it is recorded: NFC, stripped, without control or invisible characters or what UTF-8 cannot encode."""
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in seen(storable(name)))
    return unicodedata.normalize("NFC", kept).strip()[:LONGEST_LABEL]


def read_text(data: bytes) -> str:
    """Return a product's answer as text: UTF-8 with or without BOM, UTF-16 with BOM, or GB 18030."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("gb18030", "replace")


def parse_labels(data: bytes) -> list[Label]:
    """Return the labels of an answer, best first; an empty list for an empty answer.

    Raises:
        ProductError: The answer is neither lines of labels nor JSON in one of the two forms.
    """
    if len(data) > LARGEST_ANSWER:
        raise ProductError("the answer is larger than {limit} MiB; labels are short", outcome="unreadable", limit=1)
    answer = read_text(data).strip()
    written_as_json = answer[:1] in {"[", "{", '"'} or answer == "null"
    labels = _best_first(_of_json(answer)) if written_as_json else [Label(line) for line in answer.splitlines()]
    named = [Label(name, label.score) for label in labels if (name := tidy(label.name))]
    if len(named) > MOST_LABELS:
        raise ProductError(
            "the answer holds {count} labels; an image has at most {limit}",
            outcome="unreadable",
            count=len(named),
            limit=MOST_LABELS,
        )
    return named


def _of_json(answer: str) -> list[Label]:
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise ProductError(
            "the answer begins like JSON and is none; write a line for each label, or a JSON list", outcome="unreadable"
        ) from error
    if isinstance(found, dict) and "labels" in found and isinstance(found["labels"], list | None):
        found = found["labels"]
    if found is None:
        return []
    given = [_named(value) for value in (found if isinstance(found, list) else [found])]
    named = [(name, scores) for name, scores in given if name is not None]
    every = [scores for _, scores in named]
    shared = [kind for kind in _SCORES if every and all(kind in scores for scores in every)]
    if not shared and every and all(every):
        raise ProductError(
            "the labels have different kinds of scores ({kinds}), which cannot be compared; give all labels the same kind",
            outcome="unreadable",
            kinds=", ".join(kind for kind in _SCORES if any(kind in scores for scores in every)),
        )
    kinds = shared[:1] or list(_SCORES)
    return [Label(name, next((scores[kind] for kind in kinds if kind in scores), None)) for name, scores in named]


def _named(value: Any) -> tuple[str | None, dict[str, float]]:
    """Return a label's name, None where it is ``null``, and its scores by kind: larger is better."""
    if isinstance(value, str):
        return value, {}
    stated = [value[key] for key in _NAMES if key in value] if isinstance(value, dict) else []
    names: list[str | None] = [name for name in stated if isinstance(name, str)]
    if stated and all(name is None for name in stated):
        names = [None]
    if not names:
        raise ProductError(
            'the answer holds something that is not a label; write "name" or {form}',
            outcome="unreadable",
            form='{"label": "name", "score": 0.9}',
        )
    given = {kind: value[kind] for kind in _SCORES if value.get(kind) is not None}
    for kind, score in given.items():
        if not _is_number(score):
            raise ProductError(
                "the {kind} of a label is {score}, which is not a number; write it as a JSON number such as 0.9",
                outcome="unreadable",
                kind=kind,
                score=json.dumps(score)[:_SHOWN],
            )
    return names[0], {kind: _SCORES[kind] * float(score) for kind, score in given.items()}


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def _best_first(labels: list[Label]) -> list[Label]:
    """Return the labels sorted by score; in the given order if any has no score."""
    if any(label.score is None for label in labels):
        return labels
    return sorted(labels, key=lambda label: -(label.score or 0.0))
