"""Report blocks of the convention audit: every convention that was tried, and a warning if another one fits better."""

from collections.abc import Iterator, Sequence

from mindsight.answers.conventions import ModelProfile
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.record.folder import RunFolder
from mindsight.text import Text, text
from mindsight.vsig.audits.conventions import SIGNIFICANT, Audit, Row, audit
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.profile import Profile

WARNING = "warning-convention"


def audit_of(run: RunFolder, samples: SampleList) -> Audit:
    """Return the audit of a run, computed from its record and its samples alone."""
    plan = run.manifest.plan
    form = ModelProfile.model_validate(plan["model_profile"])
    return audit(run.items_in_order, samples.find, Profile.model_validate(plan["profile"]), form)


def warnings(found: Audit) -> Iterator[Note]:
    """Yield a warning for points and one for times if another convention wins."""
    for name, rows, asked, of in (
        ("points", found.points, found.points_asked, found.points_of),
        ("times", found.times, found.times_asked, found.times_of),
    ):
        best = max((row for row in rows if row.wins), key=lambda row: row.right, default=None)
        if best is not None:
            yield _warning(name, best, asked, of)


def table(found: Audit) -> Iterator[Table]:
    """Yield the table of all conventions; nothing if no target was answered."""
    rows: list[tuple[Cell, ...]] = []
    if found.points_of:
        rows.append(_asked(text("points as asked for"), found.points_asked, found.points_of))
        rows += _others(found.points, found.points_of)
    if found.times_of:
        rows.append(_asked(text("times as asked for"), found.times_asked, found.times_of))
        rows += _others(found.times, found.times_of)
    if rows:
        yield Table(
            id="conventions",
            title=text("The same answers read in other ways (convention audit; no score is moved by it)"),
            columns=_columns(),
            rows=tuple(rows),
        )


def blocks(found: Audit) -> Iterator[Block]:
    """Yield the table and a note on how to read it."""
    for shown in table(found):
        yield shown
        body = text(
            "Each reading is compared with the one that was asked for by an exact paired test over "
            "recordings; p is corrected for all readings of this table (Holm). One is called better if p is "
            "below {limit}, more targets are right under it, and, of points, each answer fits its own sample "
            "clearly better than other samples of its template.",
            limit=SIGNIFICANT,
        )
        yield Note(id="conventions-how", title=text("How to read the convention audit"), role="information", body=body)


def _warning(name: str, best: Row, asked: int, of: int) -> Note:
    values: dict[str, Text | int] = {"reading": best.title, "right": best.right, "asked": asked, "all": of}
    if best.way is None:
        body = text(
            "With {reading}, {right} of {all} times would be right, not {asked}: the subject seems to write its times in "
            "another form than requested. The scores use the requested form.",
            **values,
        )
    elif best.way.of_clip:
        body = text(
            "With {reading}, {right} of {all} points would hit, not {asked}: the subject seems to write its points in "
            "another form than requested. The scores use the requested form.",
            **values,
        )
    else:
        body = text(
            "With {reading}, {right} of {all} points would hit, not {asked}: the subject seems to write its points in "
            "another form than requested. The scores use the requested form; a model profile (--model-profile FILE.toml) "
            "with {profile} requests the other one.",
            profile=f'order = "{best.way.order}", scale = "{best.way.scale}"',
            **values,
        )
    return Note(id=f"{WARNING}-{name}", title=text("Warning"), role="warning", clause="results", body=body)


def _asked(title: Text, right: int, of: int) -> tuple[Cell, ...]:
    return title, right, right / of, None, None, None, text("as asked for")


def _others(rows: Sequence[Row], of: int) -> Iterator[tuple[Cell, ...]]:
    for row in rows:
        finding = text("clearly better") if row.wins else text("not better")
        p: Cell = None if row.p is None else round(row.p, 6)
        # One recording supports no conclusion: neither that a convention is better nor that it is not.
        yield (
            row.title,
            row.right,
            row.right / of,
            row.gained,
            row.lost,
            p,
            finding if p is not None else text("not_estimable"),
        )


def _columns() -> tuple[Column, ...]:
    return (
        Column(title=text("Reading"), align="left"),
        Column(title=text("right"), decimals=0),
        Column(title=text("share"), decimals=3),
        Column(title=text("right only so"), decimals=0),
        Column(title=text("right only as asked"), decimals=0),
        Column(title=text("p, corrected"), decimals=4),
        Column(title=text("Finding"), align="left"),
    )
