"""Tables that assign files to numbers: valid forms, and what is refused."""

import random
import re
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindsight.album.kits.tables import write_table
from mindsight.album.products.pairing import read_pairing
from mindsight.errors import InputError

ROWS = [("number", "file"), *((f"{number:04}", f"IMG_{number * 7}.jpg") for number in range(1, 9))]
EXPECTED = {str(number): f"IMG_{number * 7}.jpg" for number in range(1, 9)}


def csv(rows: list[tuple[str, ...]], between: str = ",") -> str:
    return "".join(between.join(row) + "\n" for row in rows)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_tables_as_spreadsheets_write_them(encoding: str, between: str, tmp_path: Path) -> None:
    rows = [("备注", "文件名", "编号"), ("好", "照片 一.jpg", "1"), ("", "IMG_2.jpg", " 0002 "), ("", "", "")]
    (tmp_path / "table.csv").write_bytes(csv(rows, between).encode(encoding))
    assert read_pairing(tmp_path / "table.csv") == {"1": "照片 一.jpg", "2": "IMG_2.jpg"}


def test_a_workbook_pairs_too(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    write_table(tmp_path / "table.xlsx", ROWS)
    assert read_pairing(tmp_path / "table.xlsx") == EXPECTED


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], 'has no column "number"'),
        ([("number", "name")], 'has no column "file"'),
        ([("number", "file")], "holds no rows below its header"),
        ([("number", "file"), ("1",)], "row 2: has 1 cells, the first row has 2"),
        ([("number", "file"), ("1", "a.png"), ("0001", "b.png")], "row 3: number 1 is already in an earlier row"),
        ([("number", "file"), ("1", "a.png"), ("2", "a.png")], "row 3: file a.png is already in an earlier row"),
        ([("number", "file"), ("one", "a.png")], 'row 2: "one" is not a number of the kit'),
        ([("number", "file"), ("-1", "a.png")], 'row 2: "-1" is not a number of the kit'),
        ([("number", "file"), ("", "a.png")], 'row 2: "" is not a number of the kit'),
        ([("number", "file"), ("1", " ")], 'row 2: "" is not a plain file name in the folder'),
        ([("number", "file"), ("1", "../a.png")], 'row 2: "../a.png" is not a plain file name in the folder'),
        ([("number", "file"), ("1", "sub\\a.png")], "is not a plain file name in the folder"),
    ],
)
def test_what_is_wrong_is_named_with_its_row(rows: list[tuple[str, ...]], reason: str, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(csv(rows), "utf-8")
    with pytest.raises(InputError, match=re.escape(f"{table}: ")) as refused:
        read_pairing(table)
    assert reason in str(refused.value)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        read_pairing(tmp_path / "none.csv")


def mutated(source: bytes, seed: int) -> bytes:
    """Return a table with a few bytes or lines removed, doubled, swapped or changed."""
    rng = random.Random(seed)
    data = bytearray(source)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randint(1, 30)]
            case 2:
                data[place:place] = rng.choice([b'"', b"\0", b"\n", b",", b"\xff\xfe", b"=1+1", b"\xd5", b"0001,a\n"])
            case 3:
                lines = bytes(data).split(b"\n")
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines))
            case _:
                data += data[place:]
        if not data:
            break
    return bytes(data)


def test_no_mutated_table_crashes_or_passes_for_another(tmp_path: Path) -> None:
    """The result for a changed table agrees with its rows: each number and each file once, all of them plain."""
    table = tmp_path / "table.csv"
    source = csv(ROWS).encode()
    refused: list[str] = []
    for seed in range(400):
        table.write_bytes(mutated(source, seed))
        try:
            found = read_pairing(table)
        except InputError as error:
            refused.append(str(error))
            continue
        assert all(number.isascii() and number.isdigit() for number in found)
        assert all(file and not set(file) & {"/", "\\"} for file in found.values())
        assert len(set(found.values())) == len(found)
        text = table.read_bytes().decode("utf-8-sig", "replace")
        if found != EXPECTED and "�" not in text and "\0" not in text:
            assert all(file in text for file in found.values())
    assert 150 < len(refused) < 400
    assert [error for error in refused if str(table) not in error] == []


@given(st.lists(st.tuples(st.integers(0, 12), st.text(max_size=6)), min_size=1, max_size=8))
@example([(1, "a"), (1, "a")])
def test_a_table_is_read_as_it_stands_or_refused(rows: list[tuple[int, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.csv"
        write_table(table, [("number", "file"), *((f"{number:04}", name) for number, name in rows)])
        plain = [name.strip() for _, name in rows]
        fit = (
            len({number for number, _ in rows}) == len(rows) == len(set(plain))
            and all(plain)
            and not any(set(name) & {"/", "\\"} for name in plain)
        )
        spelled = {unicodedata.normalize("NFC", name) for name in plain}
        if fit and len(spelled) == len(plain) and all(name.isprintable() for name in plain):
            assert len(read_pairing(table)) == len(rows)
        elif not fit:
            with pytest.raises(InputError):
                read_pairing(table)
