"""Report blocks of a convention audit: every convention that was tried, and warnings where another one fits better or may do so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.answers.habits.audit import Row
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.text import Text, text

WARNING = "warning-convention"
_NEW = 3
"""Rule of reading from which on records state what was too little to decide, or impossible as asked."""


def is_told(identity: Mapping[str, Any]) -> bool:
    """Return whether a record is of a version that states what is too little to decide; reports of older ones stay as they are."""
    rule = identity.get("reading")
    return isinstance(rule, int) and rule >= _NEW


def warning(name: str, body: Text, clause: str) -> Note:
    """Return a warning about points or times."""
    return Note(id=f"{WARNING}-{name}", title=text("Warning"), role="warning", clause=clause, body=body)


def winning(rows: Sequence[Row], asked: int, of: int) -> Text | None:
    """Return the warning that another convention is clearly better; None if none is."""
    best = max((row for row in rows if row.wins), key=lambda row: row.right, default=None)
    if best is None:
        return None
    values: dict[str, Text | int] = {"reading": best.title, "right": best.right, "asked": asked, "all": of}
    if best.way is None:
        return text(
            "With {reading}, {right} of {all} times would be right, not {asked}: the subject seems to write its times in "
            "another form than requested. The scores use the requested form.",
            **values,
        )
    if best.way.of_clip:
        return text(
            "With {reading}, {right} of {all} points would hit, not {asked}: the subject seems to write its points in "
            "another form than requested. The scores use the requested form.",
            **values,
        )
    return text(
        "With {reading}, {right} of {all} points would hit, not {asked}: the subject seems to write its points in "
        "another form than requested. The scores use the requested form; a model profile (--model-profile FILE.toml) "
        "with {profile} requests the other one.",
        profile=f'order = "{best.way.order}", scale = "{best.way.scale}"',
        **values,
    )


def undecided_note(
    name: str, row: Row | None, asked: int, of: int, clause: str, *, wordings: bool = False
) -> Iterator[Note]:
    """Yield that there is too little to decide in which convention the subject writes: too few recordings, or ``wordings``."""
    if row is None:
        return
    told: dict[str, Text | int] = {"asked": asked, "all": of, "reading": row.title, "right": row.right}
    body = text(
        "Too few recordings to decide in which form the subject writes: as asked {asked} of {all} right; {reading}: {right} of {all}.",
        **told,
    )
    if wordings:
        body = text(
            "Too few wordings to decide in which form the subject writes: as asked {asked} of {all} right; {reading}: {right} of {all}.",
            **told,
        )
    yield warning(f"few-{name}", body, clause)


def audit_table(rows: Sequence[tuple[Cell, ...]]) -> Iterator[Table]:
    """Yield the table of all conventions; nothing without rows."""
    if rows:
        yield Table(
            id="conventions",
            title=text("The same answers read in other ways (convention audit; no score is moved by it)"),
            columns=_columns(),
            rows=tuple(rows),
        )


def rows_as_asked(title: Text, rows: Sequence[Row], asked: int, of: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the row of the convention asked for, and those of the others; nothing if there are no targets."""
    if not of:
        return
    yield title, asked, asked / of, None, None, None, text("as asked for")
    for row in rows:
        finding = text("clearly better") if row.wins else text("not better")
        p: Cell = None if row.p is None else round(row.p, 6)
        # One recording supports no conclusion: neither that a convention is better nor that it is not.
        finding = finding if p is not None else text("not_estimable")
        yield row.title, row.right, row.right / of, row.gained, row.lost, p, finding


def explained(tables: Iterator[Table], body: Text) -> Iterator[Block]:
    """Yield a table, if there is one, and how to read it."""
    for table in tables:
        yield table
        yield Note(id="conventions-how", title=text("How to read the convention audit"), role="information", body=body)


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
