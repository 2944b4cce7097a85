"""Report blocks of the convention audit of points and times."""

from collections.abc import Iterator

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.habits.audit import SIGNIFICANT
from mindsight.answers.habits.audit_blocks import (
    audit_table,
    explained,
    is_told,
    rows_as_asked,
    undecided_note,
    warning,
    winning,
)
from mindsight.record.blocks import Block, Note, Table
from mindsight.record.folder import RunFolder
from mindsight.text import text
from mindsight.vsig.audits.conventions import Audit, audit
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.profile import Profile

_CLAUSE = "results"


def audit_of(run: RunFolder, samples: SampleList) -> Audit:
    """Return the audit of a run, computed from its record and its samples alone."""
    plan = run.manifest.plan
    form = ModelProfile.model_validate(plan["model_profile"])
    found = audit(run.items_in_order, samples.find, Profile.model_validate(plan["profile"]), form)
    return found if is_told(run.manifest.identity) else found._replace(few=(None, None), impossible=None)


def warnings(found: Audit) -> Iterator[Note]:
    """Yield a warning for points and one for times if another convention wins, or seems to and there is too little to decide."""
    for name, rows, asked, of, few in (
        ("points", found.points, found.points_asked, found.points_of, found.few[0]),
        ("times", found.times, found.times_asked, found.times_of, found.few[1]),
    ):
        body = winning(rows, asked, of)
        if body is not None:
            yield warning(name, body, _CLAUSE)
        elif name == "points" and found.impossible is not None:
            yield warning("range", found.impossible, _CLAUSE)
        yield from undecided_note(name, few, asked, of, _CLAUSE)


def table(found: Audit) -> Iterator[Table]:
    """Yield the table of all conventions; nothing if no target was answered."""
    yield from audit_table(
        [
            *rows_as_asked(text("points as asked for"), found.points, found.points_asked, found.points_of),
            *rows_as_asked(text("times as asked for"), found.times, found.times_asked, found.times_of),
        ]
    )


def blocks(found: Audit) -> Iterator[Block]:
    """Yield the table and a note on how to read it."""
    body = text(
        "Each reading is compared with the one that was asked for by an exact paired test over "
        "recordings; p is corrected for all readings of this table (Holm). One is called better if p is "
        "below {limit}, more targets are right under it, and, of points, each answer fits its own sample "
        "clearly better than other samples of its template.",
        limit=SIGNIFICANT,
    )
    yield from explained(table(found), body)
