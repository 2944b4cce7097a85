"""Programs on printed sheets: which sheet is meant, and what can be read on it.

A scene's facts hold under ``papers`` a list of sheets, each with its ``form`` and ``cells``; a cell has a row, a column and a state, and a
value if it is ``legible``. A sheet that lies face down has no cells. The true facts also know what is hidden; programs never look at that.
"""

from collections.abc import Callable, Mapping
from typing import Any

from mindsight.home.questions.facts.answer import Answer, Cannot, Unclear
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.facts.wording.meaning import agreed

Cell = Mapping[str, Any]


class Stop(Exception):  # noqa: N818  (an answer, not an error)
    """Reading ends here, with an answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer))
        self.answer = answer


class Paper:
    """A sheet that lies face up."""

    def __init__(self, page: Mapping[str, Any]) -> None:
        self.name: str = page["name"]
        self.form: str = page["form"]
        self._cells: list[Cell] = page["cells"]

    @property
    def use(self) -> tuple[tuple[int, str], ...]:
        """The sheet as what an answer rests on."""
        return ((0, self.name),)

    def column(self, col: str) -> list[Any]:
        """Return all values of a column from top to bottom; stops if one cannot be read."""
        own = [cell for cell in self._cells if cell["col"] == col]
        if any(cell["state"] == "hidden" for cell in own):
            raise Stop(Cannot("missing_information"))
        return [value(cell) for cell in own]

    def row_of(self, col: str, wanted: Any) -> int:
        """Return the row with a value in a column; stops if there is none, if it may be hidden, or if there are several."""
        rows = [cell["row"] for cell in self._cells if cell["col"] == col and _shows(cell, wanted)]
        if len(rows) > 1:
            raise Stop(Cannot("ambiguous"))
        if not rows:
            self.column(col)
            raise Stop(Cannot("absent"))
        return int(rows[0])

    def at(self, row: int, col: str) -> Any:
        """Return the value in a row and a column; stops if there is none or it cannot be read."""
        for cell in self._cells:
            if cell["row"] == row and cell["col"] == col:
                return value(cell)
        raise Stop(Cannot("absent"))

    def cells(self, **wanted: Any) -> list[Cell]:
        """Return cells with some properties, all of which can be read."""
        return [
            cell
            for cell in self._cells
            if value(cell) is not None and all(cell.get(key) == one for key, one in wanted.items())
        ]


def value(cell: Cell) -> Any:
    """Return what a cell says; stops if it cannot be read."""
    if cell["state"] != "legible":
        raise Stop(Cannot("missing_information") if cell["state"] == "hidden" else Unclear("half hidden"))
    return cell["value"]


def _shows(cell: Cell, wanted: Any) -> bool:
    return bool(cell["state"] == "legible" and cell["value"] == wanted)


def reading(facts: Facts, form: str, title: Any, program: Callable[[Paper], Answer]) -> Answer:
    """Return what a program answers about the sheet of a form and title.

    Without such a sheet the answer is missing if a sheet lies face down, and absent otherwise. Two sheets are ambiguous if they give
    different answers.
    """
    meant = []
    for page in facts.more["papers"]:
        titles = [cell for cell in page["cells"] if cell["col"] == "title"]
        if page["form"] == form and any(cell["state"] != "legible" for cell in titles):
            return Unclear("a title is covered")
        if page["form"] == form and any(_shows(cell, title) for cell in titles):
            meant.append(Paper(page))
    if not meant:
        blank = any(not page["cells"] for page in facts.more["papers"])
        return Cannot("missing_information" if blank else "absent")
    return agreed([_run(program, paper) for paper in meant])


def _run(program: Callable[[Paper], Answer], paper: Paper) -> Answer:
    try:
        return program(paper)
    except Stop as stop:
        return stop.answer


def titles(scenes: Any, form: str) -> list[Any]:
    """Return the titles of a form's sheets in some scenes."""
    return sorted(
        {
            cell["value"]
            for scene in scenes
            for page in scene.only.more["papers"]
            if page["form"] == form
            for cell in page["cells"]
            if cell["col"] == "title"
        }
    )


def values(scenes: Any, form: str, col: str) -> list[Any]:
    """Return all values in a column of a form's sheets in some scenes."""
    found = {
        cell["value"]
        for scene in scenes
        for page in scene.only.more["papers"]
        if page["form"] == form
        for cell in page["cells"]
        if cell["col"] == col
    }
    return sorted(found - {""}, key=str)
