"""Tables of people and spreadsheets: encodings, delimiters, formulas, damaged and hostile files."""

import csv
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight.album.kits.tables import Wanted, as_read, find_columns, is_table, read_rows, write_table
from mindsight.errors import InputError

ROWS = [["编号", "类别"], ["0001", "帽子"], ["0002", "=1+1"], ["0003", "+1"], ["0004", "-"], ["0005", "@SUM(A1)"]]
# XML does not allow the two last characters of the plane.
CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=12)


def table(folder: Path, data: bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters_of_csv(encoding: str, delimiter: str, tmp_path: Path) -> None:
    text = "".join(delimiter.join(row) + "\r\n" for row in ROWS)
    assert list(read_rows(table(tmp_path, text.encode(encoding)))) == ROWS


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_what_is_written_is_read_back_as_the_same_text(suffix: str, tmp_path: Path) -> None:
    rows = [*ROWS, ["'0006", "'=x"], ["line\nbreak", 'quote"d'], ["", "'"], ["\t=1", "\r=1"]]
    path = tmp_path / f"table{suffix}"
    write_table(path, rows)
    expected = [[cell.replace("\r", "\n") if suffix == ".xlsx" else cell for cell in row] for row in rows]
    found = [[cell.replace("\r", "\n") if suffix == ".xlsx" else cell for cell in row] for row in read_rows(path)]
    assert found == expected


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=6),
    suffix=st.sampled_from([".csv", ".xlsx"]),
)
def test_any_text_survives(rows: list[list[str]], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"any{suffix}"
    write_table(path, [["a", "b", "c"], *rows])
    assert list(read_rows(path))[1:] == rows


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", '=HYPERLINK("http://x")'])
def test_no_spreadsheet_takes_a_cell_for_a_formula(cell: str, tmp_path: Path) -> None:
    write_table(tmp_path / "table.csv", [[cell]])
    with (tmp_path / "table.csv").open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.reader(file))[0][0] == "'"
    write_table(tmp_path / "table.xlsx", [[cell]])
    found = openpyxl.load_workbook(tmp_path / "table.xlsx").worksheets[0]["A1"]
    assert found.data_type == "s"
    assert found.quotePrefix
    with zipfile.ZipFile(tmp_path / "table.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


def test_cells_that_are_no_formulas_stay_as_they_are(tmp_path: Path) -> None:
    write_table(tmp_path / "table.csv", [["it's", "'quoted'", "a=b"]])
    assert (tmp_path / "table.csv").read_bytes() == b"\xef\xbb\xbfit's,'quoted',a=b\r\n"
    assert as_read("'quoted'") == "'quoted'"


def test_workbooks_of_other_programs(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (["number", "class", None], [1, "hat"], [2.0, None], ["0003", 4.5], [None, None], [True, "x"]):
        sheet.append(row)
    book.create_sheet("another").append(["not", "this"])
    book.save(tmp_path / "theirs.xlsx")
    found = list(read_rows(tmp_path / "theirs.xlsx"))
    assert found == [["number", "class"], ["1", "hat"], ["2", ""], ["0003", "4.5"], ["", ""], ["True", "x"]]


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 no workbook",
        b"",
        b"number,class\n",
        b"PK\x05\x06" + b"\0" * 18,
    ],
)
def test_a_file_that_is_no_workbook_is_refused_by_name(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"table\.xlsx"):
        list(read_rows(table(tmp_path, data, "table.xlsx")))


def test_a_workbook_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindsight.album.kits.tables._LARGEST_WORKBOOK", 1 << 20)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (2 << 20))
    with pytest.raises(InputError, match="unpacks"):
        list(read_rows(table(tmp_path, stream.getvalue(), "bomb.xlsx")))


def test_entities_that_multiply_are_not_followed(tmp_path: Path) -> None:
    write_table(tmp_path / "good.xlsx", [["number"], ["1"]])
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">'
    bomb += "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)) + "]>"
    stream = io.BytesIO()
    with zipfile.ZipFile(tmp_path / "good.xlsx") as good, zipfile.ZipFile(stream, "w") as bad:
        for name in good.namelist():
            data = good.read(name)
            if name.endswith("sheet1.xml"):
                cell = b'<row r="1"><c r="A1" t="inlineStr"><is><t>&a9;</t></is></c></row>'
                data = bomb.encode() + data.replace(b"<sheetData>", b"<sheetData>" + cell)
            bad.writestr(name, data)
    with pytest.raises(InputError, match="laughs"):
        list(read_rows(table(tmp_path, stream.getvalue(), "laughs.xlsx")))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'number,class\n1,"open', "row"),
        (b'number,class\n1,"a"b\n', "row 2"),
        (b"number\0,class\n", "not a table"),
        (b"number,class\n1,\xff\xff\xff\xff\n", "neither UTF-8"),
        (b"number,class\n1," + b"x" * 200_000 + b"\n", "row 2"),
    ],
)
def test_a_damaged_csv_is_refused_with_the_place(data: bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said) as refused:
        list(read_rows(table(tmp_path, data)))
    assert "table.csv" in str(refused.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for name in ("none.csv", "none.xlsx"):
        with pytest.raises(InputError, match=name):
            list(read_rows(tmp_path / name))


def test_columns_are_found_by_any_of_their_names() -> None:
    wanted = (Wanted(("number", "编号")), Wanted(("actual", "实际类别"), needed=False), Wanted(("class", "类别")))
    assert find_columns(Path("t"), [" 编号", "x", "CLASS "], wanted).places == (0, None, 2)
    with pytest.raises(InputError, match="no column"):
        find_columns(Path("t"), ["number"], wanted)
    with pytest.raises(InputError, match="two columns"):
        find_columns(Path("t"), ["number", "编号", "class"], wanted)


def test_only_two_endings_are_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.csv or \.xlsx"):
        write_table(tmp_path / "table.ods", [["a"]])
    assert is_table(Path("a.XLSX"))
    assert not is_table(Path("a.ods"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A table of each ending, made once: a workbook holds the time at which it was written."""
    folder = tmp_path_factory.mktemp("tables")
    for suffix in (".csv", ".xlsx"):
        write_table(folder / f"table{suffix}", ROWS)
    return {file.suffix: file.read_bytes() for file in folder.iterdir()}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_tables_are_read_or_refused(data: st.DataObject, tmp_path: Path, tables: dict[str, bytes]) -> None:
    suffix = data.draw(st.sampled_from([".csv", ".xlsx"]))
    path = tmp_path / f"mutated{suffix}"
    whole = bytearray(tables[suffix])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        if data.draw(st.booleans()):
            whole[at] = data.draw(st.integers(0, 255))
        else:
            del whole[at : at + data.draw(st.integers(1, 9))]
    path.write_bytes(whole)
    found = outcome(path)
    # A CSV file is hardly ever damaged beyond reading; a workbook mostly is.
    assert (
        f"mutated{suffix}" in found if isinstance(found, str) else all(isinstance(c, str) for row in found for c in row)
    )


def outcome(path: Path) -> list[list[str]] | str:
    try:
        return list(read_rows(path))
    except InputError as error:
        return str(error)
