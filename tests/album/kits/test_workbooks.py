"""Workbooks as people and programs save them: read as they are seen, or refused in one sentence with sheet and row."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from mindsight.album.classification.preparation import images_of_table, read_class_names
from mindsight.album.classification.record import read_class_map, read_record
from mindsight.album.kits.columns import Wanted
from mindsight.album.kits.scanning import MOST_MERGED, scan
from mindsight.album.kits.tables import open_table
from mindsight.album.products.pairing import read_pairing
from mindsight.errors import InputError
from mindsight.rating.exchange.paper import read_typed
from mindsight.rating.exchange.table import read_table

WANTED = (Wanted(("number", "编号")), Wanted(("label", "标签")), Wanted(("note",), needed=False))
ROWS: tuple[tuple[object, ...], ...] = (("number", "label"), (1, "cat"), (2, "dog"), (3, "dog"), (4, "cat"))
READ = [["1", "cat"], ["2", "dog"], ["3", "dog"], ["4", "cat"]]

Change = Callable[[Any], None]


def workbook(path: Path, change: Change = lambda _: None, rows: Sequence[Sequence[object]] = ROWS) -> Path:
    """Write a workbook with one sheet, "answers", and change it."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "answers"
    for row in rows:
        sheet.append(list(row))
    change(book)
    book.save(path)
    return path


def rewritten(path: Path, part: str, *changes: tuple[str, str]) -> Path:
    """Replace text in a part of a workbook, as other programs write it."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    page = parts[part].decode()
    for before, after in changes:
        assert before in page, page
        page = page.replace(before, after)
    parts[part] = page.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def read(path: Path) -> list[list[str]]:
    table = open_table(path, WANTED)
    places = [place for place in table.columns.places if place is not None]
    return [[row[place] for place in places] for row in table.rows if any(row)]


def sheet_of(path: Path) -> tuple[str, int] | None:
    return open_table(path, WANTED).sheet


def put(cell: str, value: object, number_format: str | None = None) -> Change:
    def change(book: Any) -> None:
        book["answers"][cell] = value
        if number_format is not None:
            book["answers"][cell].number_format = number_format

    return change


def merge(*areas: str) -> Change:
    def change(book: Any) -> None:
        for area in areas:
            book["answers"].merge_cells(area)

    return change


def add(title: str, rows: Sequence[Sequence[object]], *, state: str = "visible", first: bool = False) -> Change:
    def change(book: Any) -> None:
        sheet = book.create_sheet(title, 0 if first else None)
        sheet.sheet_state = state
        for row in rows:
            sheet.append(list(row))

    return change


# --- which sheet ---


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_hidden_sheet_is_not_read(state: str, tmp_path: Path) -> None:
    old = add("old", [("number", "label"), (1, "dog")], state=state, first=True)
    path = workbook(tmp_path / "a.xlsx", old)
    assert (read(path), sheet_of(path)) == (READ, ("answers", 0))


def test_a_workbook_without_a_visible_sheet_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx")
    rewritten(path, "xl/workbook.xml", ('state="visible"', 'state="hidden"'))
    with pytest.raises(InputError, match="has no visible sheet"):
        read(path)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("rows", [[], [("How to fill in this form",)], [("class", "images"), ("cat", 11)]])
def test_of_several_sheets_the_one_with_the_columns_is_read(rows: Any, first: bool, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", add("help", rows, first=first))
    assert (read(path), sheet_of(path)) == (READ, ("answers", 0))


def test_two_sheets_that_could_be_the_table_are_refused_by_name(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", add("second try", [("编号", "标签"), (1, "dog")]))
    with pytest.raises(InputError, match="“answers”, “second try” could each be the table; hide or delete all but one"):
        read(path)


def test_sheets_of_which_none_has_the_columns_are_refused_by_name(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", add("b", [("x", "y")]), rows=[("z",), (1,)])
    with pytest.raises(InputError, match="none of the sheets “answers”, “b” has the columns number, label"):
        read(path)


# --- cells that are not what is seen ---


@pytest.mark.parametrize("formula", ['="cat"', "=VLOOKUP(A2,Z:Z,1)", '=CONCATENATE("c","at")'])
def test_a_formula_that_nothing_has_calculated_is_refused_with_its_row(formula: str, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("B3", formula))
    with pytest.raises(InputError, match="sheet “answers”: row 3: holds a formula without a stored result; open the"):
        read(path)


@pytest.mark.parametrize("value", ["<v>0</v>", "<v />", ""])
def test_a_formula_with_the_result_that_programs_invent_is_refused(value: str, tmp_path: Path) -> None:
    """XlsxWriter stores 0 as the result of every formula, and asks for a calculation when the workbook is opened."""
    path = workbook(tmp_path / "a.xlsx", put("B2", '=CONCATENATE("c","at")'))
    rewritten(path, "xl/worksheets/sheet1.xml", ("</f><v />", f"</f>{value}"))
    with pytest.raises(InputError, match="row 2: holds a formula"):
        read(path)


@pytest.mark.parametrize(("value", "expected"), [("cat", "cat"), ("", "")])
def test_a_formula_with_a_stored_result_is_its_result(value: str, expected: str, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("B2", '=CONCATENATE("c","at")'))
    changes = [('<c r="B2">', '<c r="B2" t="str">'), ("</f><v />", f"</f><v>{value}</v>")]
    rewritten(path, "xl/worksheets/sheet1.xml", *changes)
    assert read(path)[0] == ["1", expected]


def test_a_number_that_a_spreadsheet_calculated_is_read(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("A2", "=1+0"))
    rewritten(path, "xl/worksheets/sheet1.xml", ("</f><v />", "</f><v>1</v>"))
    assert read(path) == READ


@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"])
def test_a_cell_with_an_error_is_refused_with_its_row(error: str, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("B4", error))
    with pytest.raises(InputError, match=f"sheet “answers”: row 4: holds the error {error.replace('?', '.')}"):
        read(path)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(dt.date(2026, 5, 1), "2026-05-01"), (dt.time(1, 2), "01:02")],
)
def test_a_label_of_which_a_spreadsheet_made_a_date_is_refused(value: object, shown: str, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("B5", value))
    with pytest.raises(InputError, match=f"row 5: holds the date or time {shown}.*; format the column as text"):
        read(path)


def test_a_value_shown_as_a_percentage_is_refused(tmp_path: Path) -> None:
    for number_format in ("0%", "0.00%", "0.0%;[Red]-0.0%"):
        path = workbook(tmp_path / "a.xlsx", put("B2", 0.8, number_format))
        with pytest.raises(InputError, match=r"row 2: is shown as a percentage, but holds 0\.8"):
            read(path)
    path = workbook(tmp_path / "a.xlsx", put("B2", 80, '0"%"'))
    assert read(path)[0] == ["1", "80"]


@pytest.mark.parametrize("value", ["=1+1", "#N/A", dt.date(2026, 5, 1)])
def test_what_stands_in_other_columns_does_not_matter(value: object, tmp_path: Path) -> None:
    assert read(workbook(tmp_path / "a.xlsx", put("F3", value))) == READ


def test_numbers_stored_as_text_are_numbers(tmp_path: Path) -> None:
    rows = [ROWS[0], ("0001", "cat"), ("2 ", "dog"), ("'3", "dog"), ("４", "cat"), (5.0, "cat")]
    path = workbook(tmp_path / "a.xlsx", rows=[*rows[:3], ("3", "dog"), *rows[4:]])
    assert [row.key for row in read_record(path)] == ["1", "2", "3", "4", "5"]


# --- merged and hidden cells ---


def test_a_merged_label_counts_for_each_of_its_rows(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", merge("B3:B4"), rows=[*ROWS[:3], (3, None), ROWS[4]])
    assert read(path) == READ


def test_a_merged_number_counts_for_each_of_its_rows_and_a_merged_row_is_one(tmp_path: Path) -> None:
    rows = [("item", "rater", "value"), (1, "a", 10), (None, "b", 20), (2, "a", 30), (None, None, None), (2, "b", 40)]
    path = workbook(
        tmp_path / "a.xlsx", merge("A2:A3", "A5:A6", "B5:B6", "C5:C6"), rows=[*rows[:3], rows[3], rows[4], rows[5]]
    )
    found = read_table(path, ["0001", "0002"], "enhancement")
    assert [(one.item, one.rater, one.value) for one in found[:2]] == [("0001", "a", 10.0), ("0001", "b", 20.0)]


def test_a_merged_area_that_reaches_beyond_the_rows_adds_none(tmp_path: Path) -> None:
    assert read(workbook(tmp_path / "a.xlsx", merge("B5:B90"))) == READ


def test_cells_merged_across_columns_are_refused_where_it_is_not_clear_what_counts(tmp_path: Path) -> None:
    for area in ("A3:B3", "A3:B4", "B1:B2"):
        path = workbook(tmp_path / "a.xlsx", merge(area), rows=[*ROWS[:2], *ROWS[2:]])
        with pytest.raises(InputError, match="is merged across columns or with the header; unmerge its cells"):
            read(path)
    # A wide label, and a title that is merged above others, are what they seem to be.
    path = workbook(tmp_path / "a.xlsx", merge("B1:C1", *(f"B{row}:C{row}" for row in range(2, 6))))
    assert read(path) == READ


def test_merged_areas_are_bounded() -> None:
    page = b"<worksheet>" + b'<mergeCell ref="A1:A2"/>' * (MOST_MERGED + 1) + b"</worksheet>"
    with pytest.raises(ValueError, match="merged areas"):
        scan(io.BytesIO(page), frozenset(), uncalculated=False)


def test_hidden_rows_are_read_and_counted(tmp_path: Path) -> None:
    def change(book: Any) -> None:
        for row in (3, 4, 40):
            book["answers"].row_dimensions[row].hidden = True
        book["answers"].column_dimensions["B"].hidden = True

    path = workbook(tmp_path / "a.xlsx", change)
    assert (read(path), sheet_of(path)) == (READ, ("answers", 2))


def test_cells_without_references_are_found(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", put("B3", "=1+1"))
    with zipfile.ZipFile(path) as archive:
        page = archive.read("xl/worksheets/sheet1.xml").decode()
    changes = [
        (f' r="{name}"', "") for name in ("A1", "B1", "A2", "B2", "A3", "B3", "1", "2", "3") if f' r="{name}"' in page
    ]
    with pytest.raises(InputError, match="row 3: holds a formula"):
        read(rewritten(path, "xl/worksheets/sheet1.xml", *changes))


def test_empty_rows_above_the_header_are_passed_over_and_counted(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", rows=[(), (None, " "), *ROWS])
    assert (read(path), open_table(path, WANTED).first) == (READ, 4)
    for between in (",", ";", "\t"):
        for empty in ("", " ", between * 2):
            lines = [empty, empty, *(between.join(map(str, row)) for row in ROWS)]
            (tmp_path / "a.csv").write_text("\r\n".join(lines), "utf-8")
            assert (read(tmp_path / "a.csv"), open_table(tmp_path / "a.csv", WANTED).first) == (READ, 4)


# --- one reader for every table ---

TABLES: dict[str, tuple[Callable[[Path], object], list[tuple[object, ...]]]] = {
    "labels": (lambda path: list(read_record(path)), [("number", "label"), (1, "cat"), (2, "dog")]),
    "ratings": (
        lambda path: read_table(path, ["1", "2"], "enhancement"),
        [("item", "rater", "value"), (1, "a", 10), (2, "a", 20)],
    ),
    "paper": (read_typed, [("rater", "place", "value"), ("a", 1, 10), ("a", 2, 20)]),
    "pairing": (read_pairing, [("number", "file"), (1, "a.png"), (2, "b.png")]),
    "class names": (read_class_names, [("class", "chinese"), ("cat", "猫"), ("dog", "狗")]),
    "class map": (
        lambda path: read_class_map(path, ["cat", "dog"]),
        [("album", "class"), ("Kitty", "cat"), ("Pup", "dog")],
    ),
    "images": (images_of_table, [("file", "class"), ("a.png", "cat"), ("b.png", "dog")]),
}


@pytest.fixture(params=TABLES)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    for name in ("a.png", "b.png"):
        (tmp_path / name).write_bytes(b"")
    return str(request.param)


def test_every_table_is_read_from_the_visible_sheet_and_below_empty_rows(kind: str, tmp_path: Path) -> None:
    reader, rows = TABLES[kind]
    hidden = add("old", [rows[0], rows[2]], state="hidden", first=True)
    expected = reader(workbook(tmp_path / "plain.xlsx", rows=rows))
    assert reader(workbook(tmp_path / "hidden.xlsx", hidden, rows=rows)) == expected
    low = reader(workbook(tmp_path / "low.xlsx", rows=[(), (), *rows]))
    if kind not in {"labels", "paper"}:  # which state the row
        assert low == expected


@pytest.mark.parametrize(
    ("value", "said"),
    [("=1+1", "formula"), ("#REF!", "error #REF!"), (dt.date(2026, 5, 1), "date or time")],
)
def test_every_table_refuses_cells_that_are_not_what_is_seen(
    kind: str, value: object, said: str, tmp_path: Path
) -> None:
    reader, rows = TABLES[kind]
    path = workbook(tmp_path / "a.xlsx", put("B3", value), rows=rows)
    with pytest.raises(InputError, match=f"sheet “answers”: row 3: holds .*{said}"):
        reader(path)


def test_every_table_refuses_a_second_sheet_that_could_be_meant(kind: str, tmp_path: Path) -> None:
    reader, rows = TABLES[kind]
    with pytest.raises(InputError, match="“answers”, “more” could each be the table"):
        reader(workbook(tmp_path / "a.xlsx", add("more", rows), rows=rows))
