"""Scan the XML of a sheet for what a stream of its values leaves out: merged cells, hidden rows, and values that nobody sees."""

from typing import IO, NamedTuple
from xml.parsers import expat

from mindsight.text import Text, text

MOST_MERGED = 100_000
"""Most merged areas of a sheet: each is kept in memory."""

_LONGEST = 1000
"""Characters of a value from which no more are kept: only what it begins with is told."""
_TRUE = ("1", "true")
_NUMBERS = (None, "n")


class Area(NamedTuple):
    """A merged area of a sheet; rows and columns are counted from 1, both ends belong to it."""

    left: int
    top: int
    right: int
    bottom: int


class Look(NamedTuple):
    """What was found in a sheet.

    Attributes:
        merged: The merged areas.
        problems: Column (from 1) → the first row with a cell that cannot be read as it is seen, and what is wrong with it.
        hidden: Number of hidden rows that hold cells.
    """

    merged: list[Area]
    problems: dict[int, tuple[int, Text]]
    hidden: int


def scan(sheet: IO[bytes], percentages: frozenset[str], *, uncalculated: bool) -> Look:
    """Return what a sheet's XML says beside its values.

    Args:
        sheet: The XML as a stream; it is not kept in memory.
        percentages: Numbers of the styles that show a value as a percentage.
        uncalculated: Whether the workbook says that its formulas are to be calculated when it is opened.

    Raises:
        expat.ExpatError: It is not XML.
        ValueError: A reference is none, or there are more merged areas than can be kept.
    """
    found = _Scanner(percentages, uncalculated=uncalculated)
    found.parser.ParseFile(sheet)
    return Look(found.merged, found.problems, found.hidden)


class _Scanner:
    """Handlers of the parser. Text and ends of elements are listened to only in cells that may be wrong, which is much faster."""

    def __init__(self, percentages: frozenset[str], *, uncalculated: bool) -> None:
        self.merged: list[Area] = []
        self.problems: dict[int, tuple[int, Text]] = {}
        self.hidden = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self._percentages = percentages
        self._uncalculated = uncalculated
        self._row = self._after = 0
        self._reference = ""
        self._is_hidden = self._has_formula = self._in_value = False
        self._cell: dict[str, str] = {}
        self._value: str | None = None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "c":
            # Some programs leave out the references; then a cell is beside the one before it.
            self._reference, self._after = (
                (attributes["r"], 0) if "r" in attributes else (self._reference, self._after + 1)
            )
            self._cell, self._has_formula, self._in_value, self._value = attributes, False, False, None
            self.hidden += self._is_hidden
            self._is_hidden = False
            if attributes.get("t") == "e" or attributes.get("s") in self._percentages:
                self._listen()
        elif name == "f":
            self._has_formula = True
            self._listen()
        elif name == "v":
            self._in_value, self._value = True, ""
        elif name == "row":
            self._row = int(attributes["r"]) if "r" in attributes else self._row + 1
            self._reference, self._after = "", 0
            self._is_hidden = attributes.get("hidden") in _TRUE
        elif name == "mergeCell":
            self._merge(attributes["ref"])

    def _merge(self, reference: str) -> None:
        if len(self.merged) == MOST_MERGED:
            raise ValueError(f"more than {MOST_MERGED} merged areas")
        first, _, last = reference.replace("$", "").partition(":")
        last = last or first
        self.merged.append(Area(column_of(first), _row_of(first), column_of(last), _row_of(last)))

    def _listen(self) -> None:
        self.parser.CharacterDataHandler = self._text
        self.parser.EndElementHandler = self._end

    def _text(self, data: str) -> None:
        if self._in_value and len(self._value or "") < _LONGEST:
            self._value = (self._value or "") + data

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if name == "v":
            self._in_value = False
        elif name == "c":
            self.parser.CharacterDataHandler = self.parser.EndElementHandler = None
            problem = self._problem()
            if problem is not None:
                column = (column_of(self._reference) if self._reference else 0) + self._after
                self.problems.setdefault(column, (self._row, problem))

    def _problem(self) -> Text | None:
        """Return what is wrong with the cell that just ended."""
        kind, value = self._cell.get("t"), self._value
        if self._has_formula:
            # A formula may give an empty text; without any stored result the cell looks the same to a reader of values.
            empty = value is None or (not value and kind != "str")
            if empty or (self._uncalculated and value == "0" and kind in _NUMBERS):
                return text(
                    "holds a formula without a stored result; open the workbook in a spreadsheet program and save it there"
                )
        if kind == "e":
            return text(
                "holds the error {error}; correct the formula, or type the value",
                error=(value or "").strip()[:30] or "–",
            )
        if value and kind in _NUMBERS and self._cell.get("s") in self._percentages:
            return text(
                "is shown as a percentage, but holds {value}; format the column as a number or as text", value=value
            )
        return None


def column_of(reference: str) -> int:
    """Return the column of a reference such as ``B7``, counted from 1.

    Raises:
        ValueError: It is no reference.
    """
    letters = reference.rstrip("0123456789")
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
        raise ValueError(f"{reference[:20]} is not a cell")
    column = 0
    for letter in letters.upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def _row_of(reference: str) -> int:
    return int(reference.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
