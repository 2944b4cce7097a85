"""The table ``item, rater, value[, time]`` as CSV or XLSX: a row per answer, the time used in seconds."""

import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mindsight.album.classification.labels import tidy
from mindsight.album.classification.record import number_in_path
from mindsight.album.kits.columns import Wanted, is_filled, wrong_row
from mindsight.album.kits.tables import open_table, write_table
from mindsight.errors import InputError
from mindsight.rating.events import LONGEST_NAME, RANGES, Question, Rating
from mindsight.text import Text, text

COLUMNS = ("item", "rater", "value", "time")
_WANTED = (
    Wanted(("item", "number", "编号", "样本", "图片编号")),
    Wanted(("rater", "评分人", "评分员", "测试人员")),
    Wanted(("value", "score", "评分", "分数")),
    Wanted(("time", "time_s", "用时"), needed=False),
)
_MOST_RATERS = 5
_SHOWN = 80
_SHORT = 10.0
"""No rater of pictures keeps to this tenth of a scale of 100; usual shorter scales end here or below."""
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")


class Answered(NamedTuple):
    """One answer as another program has it: item, rater's pseudonym, value in points, time used in seconds."""

    item: str
    rater: str
    value: float
    time_s: float | None = None


def read_table(path: Path, items: Sequence[str], question: Question) -> list[Answered]:
    """Return the answers of a table.

    Args:
        path: CSV or XLSX; columns in any order, others are passed over; empty rows too.
        items: Numbers of the items that can be rated; a spreadsheet may have stripped their leading zeros.
        question: Whose scale the values have.

    Raises:
        InputError: The file is no such table, or a row is wrong: which one and why.
    """
    table = open_table(path, _WANTED)
    item_at, rater_at, value_at, time_at = table.columns.places
    known = numbers_of(items)
    seen: dict[tuple[str, str], int] = {}
    found: list[Answered] = []
    for row, cells in enumerate(table.rows, start=table.first):
        if not is_filled(cells):
            continue
        try:
            named, rater, value = (tidy(cells[at or 0]) for at in (item_at, rater_at, value_at))
            spent = "" if time_at is None else cells[time_at].strip()
        except IndexError as error:
            raise wrong_row(path, row, text("has fewer cells than the header")) from error
        item = known.get(named) or known.get(number_in_path(named))
        if item is None:
            raise wrong_row(path, row, text('the run has no output for item "{item}"', item=named[:_SHOWN]))
        if (doubt := doubt_about_name(rater)) is not None:
            raise wrong_row(path, row, doubt)
        if (item, rater) in seen:
            reason = text(
                "{rater} rated item {item} in row {row} already", rater=rater, item=item, row=seen[item, rater]
            )
            raise wrong_row(path, row, reason)
        seen[item, rater] = row
        found.append(Answered(item, rater, number_in(path, row, value, question), seconds_in(path, row, spent)))
    if not found:
        raise InputError("{file}: holds no rows below its header", file=str(path))
    return found


def write_answers(path: Path, ratings: Iterable[Rating]) -> int:
    """Write answers as a table and return their number; what cannot be judged has no value and is left out.

    Raises:
        InputError: The name of the file ends neither in .csv nor in .xlsx.
    """
    rows = [
        (one.item, one.rater, _spelled(one.value), _spelled(one.time_s)) for one in ratings if one.value is not None
    ]
    rows.sort()
    write_table(path, [COLUMNS, *rows])
    return len(rows)


def doubt_about_scale(values: Iterable[tuple[str, float]], question: Question) -> Text | None:
    """Return that raters seem to have used a shorter scale than one of 0 to 100, such as 1 to 5; None if none does.

    Args:
        values: Rater and value of each answer.
        question: Whose scale the values should have.
    """
    given: dict[str, list[float]] = {}
    for rater, value in values:
        given.setdefault(rater, []).append(value)
    short = {rater: own for rater, own in given.items() if 0 < max(own) <= _SHORT}
    if not short or RANGES[question] != (0.0, 100.0):
        return None
    return text(
        "{raters}: all ratings lie within {low} to {high}, and the scale is 0 to 100. If another scale was used, such as 1 to 5, convert "
        "them to points first (the five steps of the document are 0, 40, 60, 80 and 100) and import them into a new file.",
        raters=", ".join(sorted(short)[:_MOST_RATERS]) + (" …" if len(short) > _MOST_RATERS else ""),
        low=_spelled(min(map(min, short.values()))),
        high=_spelled(max(map(max, short.values()))),
    )


def doubt_about_name(rater: str) -> Text | None:
    """Return what is wrong with a rater's name; None if nothing is."""
    if not rater:
        return text("has no rater")
    if len(rater) > LONGEST_NAME:
        return text(
            "column rater: the name has {count} characters, and at most {most} are kept; shorten it",
            count=len(rater),
            most=LONGEST_NAME,
        )
    return None


def numbers_of(items: Sequence[str]) -> dict[str, str]:
    """Return the items by what a table may call them: by their numbers, and without leading zeros where that is unique."""
    short: dict[str, list[str]] = {}
    for item in items:
        short.setdefault(item.lstrip("0") or "0", []).append(item)
    return {**{name: full[0] for name, full in short.items() if len(full) == 1}, **{item: item for item in items}}


def number_in(path: Path, row: int, cell: str, question: Question) -> float:
    """Return the value in a cell.

    Raises:
        InputError: It is no number of the question's scale.
    """
    low, high = RANGES[question]
    value = _number(cell)
    if value is None:
        raise wrong_row(path, row, text('"{value}" is not a number', value=cell[:_SHOWN]))
    if not low <= value <= high:
        reason = text("{value} is outside the scale of {low} to {high}", value=value, low=low, high=high)
        raise wrong_row(path, row, reason)
    return value


def seconds_in(path: Path, row: int, cell: str) -> float | None:
    """Return the time in a cell, None where it is empty.

    Raises:
        InputError: It is no time in seconds.
    """
    if not cell:
        return None
    value = _number(cell)
    if value is None or value < 0:
        reason: Text = text('"{value}" is not a time in seconds', value=cell[:_SHOWN])
        raise wrong_row(path, row, reason)
    return value


def _number(cell: str) -> float | None:
    value = float(cell) if _NUMBER.fullmatch(cell) else math.inf
    return value if math.isfinite(value) else None


def _spelled(value: float | None) -> str:
    if value is None or not math.isfinite(value):
        return ""
    return str(int(value)) if value == int(value) else repr(value)
