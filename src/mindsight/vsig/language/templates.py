"""The six templates (指令1 to 指令6): gestures, speech, targets, and the order of their annotation.

Putting something beside a reference object is annotated as three entries (object, reference, space) and has two targets: the reference
is skipped, and its name is joined with that of the space.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from mindsight.clauses import implements
from mindsight.text import Language, Text, text
from mindsight.vsig.dataset.samples import Kind

E = TypeVar("E")


class Template(NamedTuple):
    """A row of the table of templates.

    ``gesture`` and ``example`` (the speech, empty if there is none) are as in the README, ``annotated`` the kinds of entries in order,
    ``references`` the positions that are skipped.
    """

    number: int
    gesture: Text
    example: str
    annotated: tuple[Kind, ...]
    references: tuple[int, ...] = ()

    @property
    def targets(self) -> tuple[Kind, ...]:
        """The kinds of the targets, in order."""
        return tuple(kind for place, kind in enumerate(self.annotated) if place not in self.references)

    @property
    def speaks(self) -> bool:
        """Whether anything is said."""
        return bool(self.example)


_TEMPLATES = (
    Template(1, text("points at an object"), "", ("object",)),
    Template(2, text("points at an object"), "把这个拿起来", ("object",)),
    Template(3, text("points at an object, then at a free space"), "把这个放到这里", ("object", "space")),
    Template(
        4,
        text("points at an object, then at another"),
        "把这个放到它的右边",
        ("object", "object", "space"),
        (1,),
    ),
    Template(
        5,
        text("points at an object, at another, then at a third"),
        "把这个放到它的右边，然后把它拿起来",
        ("object", "object", "space", "object"),
        (1,),
    ),
    Template(
        6,
        text("points at an object, at another, at a third, then at a fourth"),
        "把这个放到它的右边，然后把它放在它的左边",
        ("object", "object", "space", "object", "object", "space"),
        (1, 4),
    ),
)

NUMBERS = tuple(one.number for one in _TEMPLATES)
_FOLDER = re.compile(r"(?:指令|inst(?:ruction)?)[ _-]?([0-9]+)", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


@implements("vsig", "table.1")
@implements("vsig", "table.2")
@implements("vsig", "table.3")
@implements("vsig", "table.4")
@implements("vsig", "table.5")
@implements("vsig", "table.6")
def template(number: int) -> Template:
    """Return a template: one of the rows table 1, table 2, table 3, table 4, table 5 and table 6 of the README.

    Raises:
        KeyError: There is no such template.
    """
    if number not in NUMBERS:
        raise KeyError(number)
    return _TEMPLATES[number - 1]


def number_in(name: str) -> int | None:
    """Return the number in the name of a folder or template, such as 指令3 or Inst3; None for other names.

    Example:
        >>> number_in("指令3"), number_in("Inst3"), number_in("scene")
        (3, 3, None)
    """
    found = _FOLDER.fullmatch(unicodedata.normalize("NFKC", name).strip())
    return None if found is None or len(found[1]) > 3 else int(found[1])


@implements("vsig", "note.2")
def is_in_order(number: int, kinds: Sequence[Kind]) -> bool:
    """Return whether entries are in the order of their template, which is always the same (note 2).

    Example:
        >>> is_in_order(3, ("object", "space"))
        True
    """
    return tuple(kinds) == template(number).annotated


class Wanted(NamedTuple, Generic[E]):
    """A target: its entry, and for a space beside something the reference's entry."""

    entry: E
    reference: E | None = None


@implements("vsig", "annotation.1")
@implements("vsig", "annotation.2")
@implements("vsig", "annotation.3")
@implements("vsig", "annotation.4")
@implements("vsig", "annotation.5")
@implements("vsig", "annotation.6")
def wanted(number: int, entries: Sequence[E]) -> list[Wanted[E]]:
    """Return the targets among the entries of a sample, in order.

    In template 1 (annotation 1), template 2 (annotation 2) and template 3 (annotation 3) every entry is a target. In template 4
    (annotation 4) and template 5 (annotation 5) the second object is skipped and joined with the space that follows it, in template 6
    (annotation 6) the second and the fourth.
    """
    skipped = template(number).references
    return [
        Wanted(entry, entries[place - 1] if place - 1 in skipped else None)
        for place, entry in enumerate(entries)
        if place not in skipped
    ]


def language_of(words: Sequence[str]) -> Language:
    """Return the language of a sample: Chinese if its names or its speech hold a Han character."""
    return "zh" if any(_HAN.search(word) for word in words) else "en"


_DETERMINERS = frozenset(
    ("the", "a", "an", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their")
)
_PREPOSITIONS = (
    "in front of", "on top of", "to the left of", "to the right of", "next to", "close to", "behind", "above", "below",
    "under", "underneath", "beneath", "beside", "near", "inside", "outside", "over", "on", "in", "at", "between", "by",
)  # fmt: skip
_LEADS_ON = (" of", " to", " from")


def joined(reference: str, side: str) -> str:
    """Return the name of a space beside something, joined from the reference's name and its own.

    Chinese names are joined by 的 (杯子 + 左边 → 杯子的左边). In English a preposition, or a phrase that ends in "of" or "to", precedes
    the name (behind + cup → behind the cup), and a noun is joined by "of" (right side + cup → the right side of the cup). A missing
    article is added.
    """
    reference, side = reference.strip(), side.strip()
    if language_of((reference, side)) == "zh":
        return f"{reference}{side}" if side.startswith("的") or reference.endswith("的") else f"{reference}的{side}"
    thing = _with_article(reference)
    if side.lower() in _PREPOSITIONS or side.lower().endswith(_LEADS_ON):
        return f"{side} {thing}"
    return f"{_with_article(side)} of {thing}"


def _with_article(name: str) -> str:
    first, _, rest = name.partition(" ")
    if first.lower() in _DETERMINERS:
        return f"{first.lower()} {rest}".strip()
    return f"the {name}"
