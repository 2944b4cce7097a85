"""The table that is typed from paper forms: ``rater, place, value[, time]``, a row per answer."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mindsight.album.classification.labels import tidy
from mindsight.album.kits.columns import Wanted, is_filled, wrong_row
from mindsight.album.kits.tables import open_table, write_table
from mindsight.errors import InputError
from mindsight.rating.exchange.table import doubt_about_name, number_in, seconds_in
from mindsight.text import text

COLUMNS = ("rater", "place", "value", "time")
UNJUDGED = "-"
"""In place of a value: the rater ticked that the picture cannot be judged."""
_WANTED = (
    Wanted(("rater", "评分者", "评分人", "测试人员")),
    Wanted(("place", "no", "页", "序号")),
    Wanted(("value", "points", "评分", "分数")),
    Wanted(("time", "time_s", "用时"), needed=False),
)
_DASHES = {UNJUDGED, "–", "—", "−", "－", "'-"}
_FURTHEST = 100_000


class Typed(NamedTuple):
    """One typed row; ``value`` is None where the picture cannot be judged."""

    row: int
    rater: str
    place: int
    value: float | None
    time_s: float | None


def read_typed(path: Path) -> tuple[list[Typed], int]:
    """Return the rows with a value, and how many have none: what was not answered yet.

    Raises:
        InputError: The file is no such table, or a row is wrong: which one and why.
    """
    table = open_table(path, _WANTED)
    rater_at, place_at, value_at, time_at = table.columns.places
    seen: dict[tuple[str, int], int] = {}
    found: list[Typed] = []
    empty = 0
    for row, cells in enumerate(table.rows, start=table.first):
        if not is_filled(cells):
            continue
        try:
            rater, place, value = (tidy(cells[at or 0]) for at in (rater_at, place_at, value_at))
            spent = "" if time_at is None else cells[time_at].strip()
        except IndexError as error:
            raise wrong_row(path, row, text("has fewer cells than the header")) from error
        if (doubt := doubt_about_name(rater)) is not None:
            raise wrong_row(path, row, doubt)
        if not (place.isascii() and place.isdecimal() and 0 < int(place[:7]) <= _FURTHEST):
            raise wrong_row(
                path, row, text('"{value}" is no place of a form; it is the number on the page', value=place[:80])
            )
        if (rater, int(place)) in seen:
            reason = text(
                "{rater} answered place {place} in row {row} already",
                rater=rater,
                place=place,
                row=seen[rater, int(place)],
            )
            raise wrong_row(path, row, reason)
        seen[rater, int(place)] = row
        if not value:
            empty += 1
            continue
        points = None if value in _DASHES else number_in(path, row, value, "enhancement")
        found.append(Typed(row, rater, int(place), points, seconds_in(path, row, spent)))
    if not found:
        raise InputError("{file}: holds no values", file=str(path))
    return found, empty


def write_blank(path: Path, places: Iterable[tuple[str, int]]) -> None:
    """Write a table to type values into: a row for each rater and place."""
    write_table(path, [COLUMNS, *((rater, str(place), "", "") for rater, place in places)])


def file_name(pseudonym: str) -> str:
    """Return a pseudonym as the name of a file: what could lead elsewhere is written as its number."""
    return "".join(letter if letter.isalnum() or letter in "-_" else f"+{ord(letter):x}" for letter in pseudonym)
