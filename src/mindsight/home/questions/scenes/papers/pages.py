"""Sheets laid out for print: which words stand where, and what each of them says."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mindsight.engine.drawing.prints.sheets import Align, Area, Mark, Text, area_of
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.papers.words import DAYS, EVENTS, MAY, PERSONS, REQUESTS, both

HIGH_M, PITCH_M, EDGE_M = 0.016, 0.0265, 0.012
"""Height of Chinese characters, distance of lines, and margin."""
WIDTH_M = 0.27
HEAD_M = 0.004
"""Room under the title's rule."""


@dataclass
class Page:
    """A sheet: its form, size and print. Each text has a row, a column and a value, which is what it says."""

    form: str
    size: tuple[float, float]
    paper: str = "white"
    texts: list[Text] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    cells: list[dict[str, Any]] = field(default_factory=list)

    def put(
        self,
        words: str,
        x: float,
        y: float,
        *,
        row: int,
        col: str,
        value: Any,
        high: float = HIGH_M,
        align: Align = "left",
    ) -> None:
        """Add a text, with what it says."""
        self.texts.append(Text(words, x, y, high, align))
        self.cells.append({"row": row, "col": col, "value": value})

    def line(self, row: int) -> float:
        """Return the height of a row's middle; row −1 is the title."""
        return EDGE_M + HIGH_M * 0.65 + (row + 1) * PITCH_M + (HEAD_M if row >= 0 else 0.0)

    def options(self) -> dict[str, Any]:
        """Return the options of the fixture that is this sheet."""
        return {
            "size": list(self.size),
            "paper": self.paper,
            "texts": [list(text) for text in self.texts],
            "marks": [[mark.form, list(mark.area)] for mark in self.marks],
        }

    def areas(self) -> list[Area]:
        """Return the part of the sheet that each text covers."""
        return [area_of(text) for text in self.texts]


def page(form: str, rows: int, title: str, key: Any, paper: str) -> Page:
    """Return a sheet with a title, underlined, and room for some rows."""
    made = Page(form, (WIDTH_M, 2 * EDGE_M + (rows + 1) * PITCH_M + HEAD_M), paper)
    made.put(title, WIDTH_M / 2, made.line(-1), row=-1, col="title", value=key, high=HIGH_M * 1.08, align="middle")
    y = made.line(-1) + PITCH_M * 0.5
    made.marks.append(Mark("line", (EDGE_M, y, WIDTH_M - EDGE_M, y)))
    return made


def listed(
    form: str,
    title: str,
    key: Any,
    paper: str,
    rows: Sequence[Sequence[tuple[str, str, Any]]],
    stops: Sequence[tuple[float, Align]],
) -> Page:
    """Return a sheet with rows of cells, each of column, words and value, at tab stops (shares of the width)."""
    made = page(form, len(rows), title, key, paper)
    for number, row in enumerate(rows):
        for (col, words, value), (stop, align) in zip(row, stops, strict=True):
            x = EDGE_M + stop * (WIDTH_M - 2 * EDGE_M)
            if words:
                made.put(words, x, made.line(number), row=number, col=col, value=value, align=align)
    return made


def planner(person: str, title: Words, week: dict[str, str], paper: str) -> Page:
    """Return a person's week: for each day an event, or a dash."""
    rows = [
        (
            ("day", f"周{zh[-1]} {en[:3]}", day),
            ("event", both(EVENTS[week[day]]) if day in week else "—", week.get(day, "")),
        )
        for day, (zh, en) in DAYS.items()
    ]
    return listed("planner", both(title), person, paper, rows, ((0.0, "left"), (0.40, "left")))


def receipt(shop: str, title: Words, items: Sequence[tuple[str, Words, int]], paper: str) -> Page:
    """Return a shop's receipt: items and prices in yuan."""
    rows = [(("item", both(words), item), ("price", f"¥{price}", price)) for item, words, price in items]
    return listed("receipt", both(title), shop, paper, rows, ((0.0, "left"), (1.0, "right")))


def table(
    key: str, title: Words, days: Sequence[str], lines: Sequence[tuple[str, Words, Sequence[int]]], paper: str
) -> Page:
    """Return a table of numbers by person and day."""
    heads: list[tuple[str, str, Any]] = [
        ("name", "", ""),
        *((f"{day}", f"{DAYS[day][0][-1]} {DAYS[day][1][:2]}", day) for day in days),
    ]
    rows = [heads]
    for who, words, numbers in lines:
        counts = [(day, str(number), number) for day, number in zip(days, numbers, strict=True)]
        rows.append([("name", both(words), who), *counts])
    stops: list[tuple[float, Align]] = [(0.0, "left"), *((0.60 + 0.20 * place, "right") for place in range(len(days)))]
    return listed("table", both(title), key, paper, rows, stops)


def instructions(device: str, title: Words, steps: Sequence[tuple[str, Words]], paper: str) -> Page:
    """Return a device's instructions, numbered."""
    rows = [
        (("number", f"{place}.", place), ("step", both(words), step)) for place, (step, words) in enumerate(steps, 1)
    ]
    return listed("instructions", both(title), device, paper, rows, ((0.0, "left"), (0.12, "left")))


def rules(place: str, title: Words, lines: Sequence[tuple[str, Words, str]], paper: str) -> Page:
    """Return the rules of a room: what is allowed and what is not."""
    rows = [(("what", both(words), what), ("may", both(MAY[may]), may)) for what, words, may in lines]
    return listed("rules", both(title), place, paper, rows, ((0.0, "left"), (1.0, "right")))


def month(title: Words, first: int, length: int, ringed: Sequence[int], paper: str) -> Page:
    """Return a month's calendar; ``first`` is the weekday of its first day, Monday 0, and ``ringed`` days have a red ring."""
    made = page("month", 1 + (first + length + 6) // 7, both(title), "month", paper)
    step = (WIDTH_M - 2 * EDGE_M) / 7

    def middle(column: int) -> float:
        return EDGE_M + (column + 0.5) * step

    for column, (day, (zh, _)) in enumerate(DAYS.items()):
        made.put(zh[-1], middle(column), made.line(0), row=0, col="head", value=day, align="middle")
    for number in range(1, length + 1):
        row, column = divmod(first + number - 1, 7)
        x, y = middle(column), made.line(row + 1)
        made.put(str(number), x, y, row=row + 1, col=list(DAYS)[column], value=number, align="middle")
        made.cells[-1]["ringed"] = number in ringed
        if number in ringed:
            made.marks.append(Mark("ring", (x - 0.0165, y - 0.0125, x + 0.0165, y + 0.0125)))
    return made


def note(to: str, request: str, writer: str, paper: str) -> Page:
    """Return a note: to whom, a request in both languages, and from whom."""
    made = Page("note", (WIDTH_M * 0.86, 2 * EDGE_M + 4 * PITCH_M + HEAD_M), paper)
    width = made.size[0]
    made.put(f"{both(PERSONS[to])}:", EDGE_M, made.line(-1), row=-1, col="to", value=to)
    zh, en = REQUESTS[request]
    for row, words in enumerate((f"{zh}！", f"{en[0].upper()}{en[1:]}!")):
        made.put(words, EDGE_M * 1.6, made.line(row), row=row, col="request", value=request, high=HIGH_M)
    made.put(
        f"—— {both(PERSONS[writer])}", width - EDGE_M, made.line(2), row=2, col="title", value=writer, align="right"
    )
    return made
