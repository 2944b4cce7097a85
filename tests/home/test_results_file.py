"""Tables of results: three forms, two encodings, and one sentence for each mistake."""

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.errors import InputError
from mindsight.home.results_file import _accuracy, _Cell, read_results
from mindsight.home.scoring.generalisation import Counts, Outcomes, ResultsRow

TABLE_A1 = (
    "模型,整理行李箱,理解按钮功能,整理桌面,挑选礼物,物品分类计数,搭建积木,打扫房间,拼图\n"
    "大模型1,55%,40%,30%,29%,33%,13%,24%,15%\n"
    "大模型2,5%,33%,13%,34%,27%,20%,15%,16%\n"
)


def rows(tmp_path: Path, content: str | bytes, *, percent: bool = False) -> list[ResultsRow]:
    file = tmp_path / "table.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_results(file, percent=percent).rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_table_a1_is_read_in_every_encoding(tmp_path: Path, encoding: str, ending: str) -> None:
    first, second = rows(tmp_path, TABLE_A1.replace("\n", ending).encode(encoding))
    assert (first.name, second.name) == ("大模型1", "大模型2")
    assert list(first.classes)[:2] == ["整理行李箱", "理解按钮功能"]
    assert list(first.classes.values()) == [0.55, 0.40, 0.30, 0.29, 0.33, 0.13, 0.24, 0.15]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_may_be_separated_by_others_than_commas(tmp_path: Path, delimiter: str) -> None:
    (row,) = rows(tmp_path, "\n,,\nmodel,a,b\nm, 0.5 ,1\n\n".replace(",", delimiter))
    assert row.classes == {"a": 0.5, "b": 1.0}


@pytest.mark.parametrize(
    ("cell", "percent", "value"),
    [
        ("0.55", False, 0.55),
        ("55", True, 0.55),
        ("55%", False, 0.55),
        ("55 ％", True, 0.55),
        ("1e-2", False, 0.01),
        (".5", False, 0.5),
    ],
)
def test_accuracies_are_shares_or_percentages(tmp_path: Path, cell: str, percent: bool, value: float) -> None:
    (row,) = rows(tmp_path, f"model,a\nm,{cell}\n", percent=percent)
    assert row.classes == {"a": value}


@given(st.integers(0, 100))
def test_a_whole_percentage_is_the_nearest_number_to_its_share(percentage: int) -> None:
    assert _accuracy(_Cell("f", 2, "a", str(percentage)), percent=True) == percentage / 100


def test_counts_in_rows(tmp_path: Path) -> None:
    content = "model,class,tp,tn,fp,fn\nm,desk,1,2,3,4\nn,gift,5,6,7,8\nn,desk,9,0,1,2\nm,gift,3,4,5,6\n"
    first, second = rows(tmp_path, content)
    assert first.classes == {"desk": Counts(1, 2, 3, 4), "gift": Counts(3, 4, 5, 6)}
    assert list(second.classes.items()) == [("desk", Counts(9, 0, 1, 2)), ("gift", Counts(5, 6, 7, 8))]


def test_counts_that_separate_valid_and_irrelevant(tmp_path: Path) -> None:
    content = "模型,任务类别,TP,FN,fp_valid,tn_idle,tn_declined,fp_irrelevant\nm,desk,1,2,3,4,5,6\n"
    (row,) = rows(tmp_path, content)
    assert row.classes == {"desk": Outcomes(tp=1, fp_valid=3, fn=2, tn_declined=5, tn_idle=4, fp_irrelevant=6)}


def test_counts_in_columns(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, "model,v1.0 desk.tp,v1.0 desk.tn,v1.0 desk.FP,v1.0 desk.fn\nm,1,2,3,4\n")
    assert row.classes == {"v1.0 desk": Counts(1, 2, 3, 4)}


NUMBER = "expected a number from 0 to 1, or with --percent from 0 to 100"
REFUSED = {
    "empty": ("", "holds no results; expected a row of headings"),
    "headings only": ("model,a\n", "holds no results"),
    "one column": ("model\nm\n", "has a single column"),
    "a percentage": ("model,a,b\nm,0.5,55\n", f'row 2, column b: found "55", {NUMBER}'),
    "a word": ("model,a\n\nm,good\n", f'row 3, column a: found "good", {NUMBER}'),
    "nothing": ("model,a,b\nm,,0.5\n", f"row 2, column a: found nothing, {NUMBER}"),
    "a row cut short": ("model,a,b\nm,0.5\n", f"row 2, column b: found nothing, {NUMBER}"),
    "a decimal comma": ('model,a\nm,"0,5"\n', f'found "0,5", {NUMBER}'),
    "nan": ("model,a\nm,nan\n", 'found "nan"'),
    "inf": ("model,a\nm,inf\n", 'found "inf"'),
    "negative": ("model,a\nm,-0.1\n", 'found "-0.1"'),
    "Arabic digits": ("model,a\nm,٠\n", 'found "٠"'),
    "a formula": ("model,a\nm,=1/2\n", 'found "=1/2"'),
    "above 100 %": ("model,a\nm,101%\n", 'found "101%", expected a percentage from 0 to 100'),
    "no name": ("model,a\n,0.5\n", "row 2, column model: found nothing, expected a name"),
    "a model twice": ("model,a\nm,0.5\nm,0.6\n", 'the model "m" occurs twice'),
    "a heading twice": ("model,a,a\nm,0.5,0.6\n", 'the heading "a" occurs twice'),
    "no heading": ("model,a,\nm,0.5,0.6\n", "column 3 of row 1 has no heading"),
    "the result": ("model,a,T\nm,0.5,0.6\n", 'the column "T" is the result'),
    "cells too many": ("model,a\nm,0.5,0.6\n", "row 2: found 3 cells, expected 2"),
    "half a task": (
        "model,class,tp,tn,fp,fn\nm,a,1,2,3,4.5\n",
        'row 2, column fn: found "4.5", expected a whole number',
    ),
    "a negative count": ("model,class,tp,tn,fp,fn\nm,a,-1,2,3,4\n", 'column tp: found "-1", expected a whole number'),
    "a count missing": ("model,class,tp,tn,fp,fn\nm,a,1,,3,4\n", "column tn: found nothing, expected a whole number"),
    "columns missing": ("model,class,tp,tn,fp\nm,a,1,2,3\n", "found the columns tp, tn, fp after model and class"),
    "a class twice": (
        "model,class,tp,tn,fp,fn\nm,a,1,2,3,4\nm,a,1,2,3,4\n",
        'row 3, column class: found "a", expected each class once',
    ),
    "classes that differ": (
        "model,class,tp,tn,fp,fn\nm,a,1,2,3,4\nn,b,1,2,3,4\n",
        'the model "n" and the first model do not have the same classes; they differ in "a"',
    ),
    "a class without a name": ("model,class,tp,tn,fp,fn\nm,,1,2,3,4\n", "column class: found nothing, expected a name"),
    "columns of a class missing": ("model,a.tp,a.tn\nm,1,2\n", 'found the columns tp, tn for the class "a"'),
    "an open quote": ('model,a\n"m,0.5\n', "is not valid CSV"),
    "a spreadsheet": (b"PK\x03\x04\x00\x00", "is not text in UTF-8 or GBK"),
    "another encoding": (TABLE_A1.encode("utf-16"), "is not text in UTF-8 or GBK"),
    "broken text": (b"model,a\n\xff\xff,0.5\n", "is not text in UTF-8 or GBK"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_invalid_input_is_refused_in_a_sentence(case: str, tmp_path: Path) -> None:
    content, words = REFUSED[case]
    with pytest.raises(InputError) as caught:
        rows(tmp_path, content)
    assert words in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "table.csv"))


def test_percent_is_not_for_counts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds counts; --percent is for accuracies"):
        rows(tmp_path, "model,class,tp,tn,fp,fn\nm,a,1,2,3,4\n", percent=True)


@given(st.text(max_size=200))
def test_no_content_causes_another_error(content: str) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(InputError):
        rows(Path(folder), content.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    "content",
    ["model,class,tp,TP,tn,fp,fn\nA,desk,5,0,3,1,1\n", "model,a.tp,a.tn,a.fp,a.fn,a.FN\nA,5,3,1,1,9\n"],
    ids=["a row for each class", "a row for each model"],
)
def test_a_repeated_count_is_refused_in_any_case(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match="occurs twice"):
        rows(tmp_path, content)


def test_classes_may_differ_by_case_alone(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, "model,a,A\nm,0.5,1\n")
    assert row.classes == {"a": 0.5, "A": 1.0}
