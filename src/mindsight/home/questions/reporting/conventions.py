"""Would the points and boxes of a run over questions be right in another order or scale? From the record alone; no score is moved by it.

A point counts among the answers of questions that have one, a box likewise, and a point given as evidence where the answer rests on
something. Answers to one wording depend on each other.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

from mindsight.answers.conventions import DEFAULT, ModelProfile, model_profile
from mindsight.answers.habits.audit import EVERY, SIGNIFICANT, Ranges, Row, Trials, Way, follows, rows_of, undecided
from mindsight.answers.habits.audit_blocks import (
    audit_table,
    explained,
    is_told,
    rows_as_asked,
    undecided_note,
    warning,
    winning,
)
from mindsight.answers.habits.habit_notes import habit_note
from mindsight.home.questions import classes
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.judging import right
from mindsight.record.blocks import Block, Note
from mindsight.record.model import Item, Manifest
from mindsight.text import text

_CLAUSE = "6.3-b"
_LARGEST = 1e9
_POINTED = frozenset(("point", "box"))
_NAMED = frozenset(("point_object", "point_tag"))
"""Repairs of forms in which the subject says which number is x."""
_WAYS = tuple(way for way in EVERY if not way.of_clip)
Numbers = tuple[float, ...]


class Audit(NamedTuple):
    """The results: ``asked`` of ``of`` points and boxes are right as asked; ``few``: which convention too few wordings speak for."""

    rows: tuple[Row, ...] = ()
    asked: int = 0
    of: int = 0
    few: Row | None = None
    impossible: Any = None


class _Said(NamedTuple):
    """A point or box as it was read, from 0 to 1000, with its question.

    ``size`` is that of the picture, None if unknown; ``given``: the subject named the axes, so that their order is no other.
    """

    question: Question
    value: Numbers
    evidence: bool
    size: tuple[int, int] | None
    given: bool = False

    def hits(self, value: Numbers) -> bool:
        """Return whether another value would be right."""
        if self.evidence:
            return any(region.holds((value[0], value[1])) for region in self.question.evidence)
        return right(self.question, value)

    def read(self, way: Way, form: ModelProfile) -> Numbers | None:
        """Return what another convention makes of the same numbers; None if the picture's size is needed and unknown."""
        if self.size is None and "pixels" in {way.scale, form.scale}:
            return None
        size = self.size or (1, 1)
        order = form.order if self.given else way.order
        other = form.model_copy(update={"order": order, "scale": way.scale, "multiple": 1})
        found: list[float] = []
        for place in range(0, len(self.value), 2):
            x, y = self.value[place : place + 2]
            found += (1000 * one for one in other.canonical(*form.said((x / 1000, y / 1000), size), size))
        return tuple(found)


def audit_of(manifest: Manifest, items: Iterable[Item], questions: Mapping[str, Question]) -> Audit:
    """Return the audit of a run; an empty one where nothing is pointed at, or the record is older than such audits."""
    forms = {page["form"] for page in manifest.plan["classes"].values()}
    if not is_told(manifest.identity) or not (_POINTED & forms or manifest.identity.get("evidence")):
        return Audit()
    form = ModelProfile.model_validate(manifest.plan.get("model_profile") or model_profile(DEFAULT))
    found = [(item.cluster, said) for item in items for said in _said(item, questions, manifest)]
    own = Way(form.order, "thousand" if form.scale == "999" else form.scale)
    trials, ranges, ways = Trials(), Ranges(form), [way for way in _WAYS if way != own]
    for cluster, said in found:
        others = (said.read(way, form) for way in ways)
        trials.add(cluster, [one is not None and said.hits(one) for one in others], asked=said.hits(said.value))
        if said.size is not None or form.scale != "pixels":
            for place in range(0, len(said.value), 2):
                ranges.add((said.value[place] / 1000, said.value[place + 1] / 1000), said.size or (1, 1))
    rows = rows_of([(way.title, way, trials.counted(place)) for place, way in enumerate(ways)]) if found else []
    rows = [row._replace(wins=row.wins and _follows(found, row.way, form)) for row in rows]
    few = None if any(row.wins for row in rows) else undecided(trials, rows, len(rows))
    return Audit(tuple(rows), trials.asked if found else 0, len(trials), few, ranges.impossible)


def warnings(manifest: Manifest, found: Audit) -> Iterator[Note]:
    """Yield that the subject writes otherwise than asked: what the probe before the run and what the answers say."""
    yield from habit_note(manifest.subject.details, manifest.plan.get("model_profile"), manifest.subject.spec)
    body = winning(found.rows, found.asked, found.of)
    if body is not None:
        yield warning("points", body, _CLAUSE)
    elif found.impossible is not None:
        yield warning("range", found.impossible, _CLAUSE)
    yield from undecided_note("points", found.few, found.asked, found.of, _CLAUSE, wordings=True)


def blocks(found: Audit) -> Iterator[Block]:
    """Yield the table and a note on how to read it; nothing if nothing was pointed at."""
    body = text(
        "Each reading is compared with the one that was asked for by an exact paired test over wordings; p is corrected for all readings "
        "of this table (Holm). One is called better if p is below {limit}, more points and boxes are right under it, and each fits its "
        "own question clearly better than others of its class.",
        limit=SIGNIFICANT,
    )
    rows = list(rows_as_asked(text("points as asked for"), found.rows, found.asked, found.of))
    yield from explained(audit_table(rows), body)


def _said(item: Item, questions: Mapping[str, Question], manifest: Manifest) -> Iterator[_Said]:
    """Yield the points and boxes of an answer whose right places are known."""
    question = questions.get(item.id) if item.status == "scored" and item.parsed.get("status") == "answer" else None
    if question is None or not question.valid:
        return
    drawn = question.kind in classes.load()
    size = _size(manifest) if drawn else None
    value: Any = item.parsed.get("value")
    evidence: Any = item.parsed.get("evidence")
    repairs = frozenset(item.parsed.get("repairs") or ())
    # A percentage says its scale itself.
    if (
        question.form in _POINTED
        and _is_numbers(value, 2 if question.form == "point" else 4)
        and "own_scale" not in repairs
    ):
        yield _Said(question, tuple(value), False, size, bool(_NAMED & repairs))
    if question.evidence and _is_numbers(evidence, 2):
        yield _Said(question, tuple(evidence), True, size)


def _size(manifest: Manifest) -> tuple[int, int] | None:
    """Return the size of drawn pictures."""
    width, _, height = str(manifest.identity.get("picture", "")).partition("x")
    return (int(width), int(height)) if width.isdigit() and height.isdigit() else None


def _is_numbers(value: Any, count: int) -> TypeGuard[list[float]]:
    if not isinstance(value, list | tuple) or len(value) != count:
        return False
    return all(type(one) in {int, float} and abs(one) < _LARGEST for one in value)


def _follows(found: list[tuple[str, _Said]], way: Way | None, form: ModelProfile) -> bool:
    if way is None:
        return False

    def hit(target: _Said, other: _Said) -> int:
        value = other.read(way, form)
        return int(value is not None and target.hits(value))

    return follows((((one.question.kind, one.evidence), cluster, one) for cluster, one in found), hit)
