"""Tables and exports of other programs: what is read, what is refused, and that a table written is read back."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.cli import run as command
from mindsight.errors import InputError
from mindsight.rating.events import read_ratings
from mindsight.rating.exchange.label_studio import read_label_studio
from mindsight.rating.exchange.table import Answered, doubt_about_scale, read_table
from mindsight.rating.rated_run import seal_of
from mindsight.record.folder import RunFolder
from rating.material import make_run

ITEMS = ["0001", "0002", "0012"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return make_run(tmp_path_factory.mktemp("tested"))


def written(tmp_path: Path, content: str) -> Path:
    (tmp_path / "table.csv").write_text(content, "utf-8")
    return tmp_path / "table.csv"


def test_a_table_is_read_whatever_a_spreadsheet_did_to_it(tmp_path: Path) -> None:
    content = "备注;评分;样本;评分人;用时\nx;80;1;张三;3.5\n;;;;\n;60.5;0012;李四;\n"
    assert read_table(written(tmp_path, content), ITEMS, "enhancement") == [
        Answered("0001", "张三", 80.0, 3.5),
        Answered("0012", "李四", 60.5, None),
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is empty"),
        ("item,rater,value\n", "holds no rows"),
        ("item,value\n1,2\n", 'no column "rater"'),
        ("item,rater,value\n1,a,101\n", "row 2: 101 is outside the scale of 0 to 100"),
        ("item,rater,value\n1,a,good\n", 'row 2: "good" is not a number'),
        ("item,rater,value\n1,a,nan\n", 'row 2: "nan" is not a number'),
        ("item,rater,value\n1,a,\n", "row 2"),
        ("item,rater,value\n1,,5\n", "row 2: has no rater"),
        ("item,rater,value\n3,a,5\n", 'row 2: the run has no output for item "3"'),
        ("item,rater,value\n1,a,5\n0001,a,6\n", "row 3: a rated item 0001 in row 2 already"),
        ("item,rater,value,time\n1,a,5,soon\n", 'row 2: "soon" is not a time'),
    ],
)
def test_a_wrong_table_is_refused_with_the_row(tmp_path: Path, content: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_table(written(tmp_path, content), ITEMS, "enhancement")


def task(item: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    return {"id": 4, "data": {"item": item}, "annotations": list(annotations)}


def number(rater: Any, value: Any, **more: Any) -> dict[str, Any]:
    result = {"type": "number", "from_name": "points", "value": {"number": value}}
    return {"completed_by": rater, "result": [result], **more}


def exported(tmp_path: Path, page: Any) -> Path:
    (tmp_path / "export.json").write_text(json.dumps(page), "utf-8")
    return tmp_path / "export.json"


def test_an_export_of_label_studio_is_read(tmp_path: Path) -> None:
    page = [
        task("1", number(7, 80, lead_time=4.5), number({"id": 8, "email": "a@b.c"}, 60)),
        task("0012", number(7, 10), number(8, 3, was_cancelled=True)),
    ]
    assert read_label_studio(exported(tmp_path, page), ITEMS, "enhancement") == [
        Answered("0001", "7", 80.0, 4.5),
        Answered("0001", "8", 60.0, None),
        Answered("0012", "7", 10.0, None),
    ]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ({"tasks": []}, "is not the JSON export"),
        ([], "holds no annotations"),
        ([task("5", number(7, 3))], "task 4: data.item is"),
        ([task("1", number(None, 3))], "does not say who"),
        ([task("1", number(7, 300))], "outside the scale"),
        ([task("1", number(7, True))], "exactly one number"),
        ([task("1", number(7, 3), number(7, 4))], "7 rated item 0001 twice"),
        ([task("1", {"completed_by": 7, "result": [{"type": "rating", "value": {"rating": 4}}]})], "stars"),
    ],
)
def test_a_wrong_export_is_refused_with_the_task(tmp_path: Path, page: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_label_studio(exported(tmp_path, page), ITEMS, "enhancement")


@given(
    st.lists(st.integers(0, 1000).map(lambda value: value / 10), min_size=12, max_size=12),
    st.sampled_from(["csv", "xlsx"]),
)
def test_a_table_goes_in_and_out_unchanged(
    tmp_path_factory: pytest.TempPathFactory, run: RunFolder, values: list[float], ending: str
) -> None:
    folder = tmp_path_factory.mktemp("trip")
    rows = [f"{1 + place % 4},=r{place // 4},{value}" for place, value in enumerate(values)]
    (folder / "in.csv").write_text("\n".join(["item,rater,value", *rows]), "utf-8")
    ratings, out = folder / "ratings.jsonl", folder / f"out.{ending}"
    assert command(["rate", "import", str(folder / "in.csv"), str(run.path), "--out", str(ratings)]) == 0
    assert command(["rate", "export", str(ratings), str(run.path), "--out", str(out)]) == 0
    items = [f"{place:04}" for place in range(1, 5)]
    assert sorted(read_table(out, items, "enhancement")) == sorted(read_table(folder / "in.csv", items, "enhancement"))


def test_the_commands_lead_from_a_table_to_a_verified_rated_run(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [f"{item},{rater},{20 * item + len(rater)}" for item in range(1, 5) for rater in ("a", "bb", "ccc")]
    table, ratings = written(tmp_path, "\n".join(["item,rater,value", *rows])), tmp_path / "ratings.jsonl"
    order = ["rate", "import", str(table), str(run.path), "--out", str(ratings), "--campaign", "paper", "--paper"]
    assert command(order) == 0
    events = list(read_ratings(ratings))
    assert {(one.campaign, one.source, one.run) for one in events} == {("paper", "paper", seal_of(run))}
    with pytest.raises(InputError, match="import each table once"):
        command(order)
    assert len(list(read_ratings(ratings))) == 12
    capsys.readouterr()
    assert command(["rate", "score", str(ratings), str(run.path), "--out", str(tmp_path / "rated"), "--json"]) == 0
    measures = {one["name"]: one for one in json.loads(capsys.readouterr().out)["measures"]}
    assert measures["album.enhancement_opinion"]["value"] == pytest.approx((52 * 4 + 0) / 5)
    assert command(["verify", str(tmp_path / "rated")]) == 0
    page = tmp_path / "page.html"
    assert command(["album", "report", str(run.path), str(tmp_path / "rated"), "--out", str(page)]) == 0
    assert "rated/report.html" in page.read_text("utf-8")


def test_too_few_raters_end_with_1_and_a_sentence(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, ratings = written(tmp_path, "item,rater,value\n1,a,50\n"), tmp_path / "ratings.jsonl"
    assert command(["rate", "import", str(table), str(run.path), "--out", str(ratings)]) == 0
    assert command(["rate", "score", str(ratings), str(run.path), "--out", str(tmp_path / "rated")]) == 1
    assert "3 are missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("values", "said"),
    [([1, 5, 3], "1 to 5"), ([7, 1], "1 to 7"), ([0, 10, 4.5], "0 to 10"), ([0.8, 0.2], "0.2 to 0.8")],
)
def test_a_shorter_scale_is_noticed_by_rater(values: list[float], said: str) -> None:
    doubt = doubt_about_scale([*(("A", value) for value in values), ("B", 80.0), ("B", 3.0)], "segmentation")
    assert str(doubt).startswith(f"A: all ratings lie within {said}, and the scale is 0 to 100.")


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [10.0, 10.5], [80.0]])
def test_ratings_on_the_whole_scale_raise_no_doubt(values: list[float]) -> None:
    assert doubt_about_scale((("A", value) for value in values), "enhancement") is None
    assert doubt_about_scale((("A", value / 40) for value in values), "comparison") is None


def test_an_import_says_that_a_shorter_scale_was_used(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = written(tmp_path, "item,rater,value\n" + "".join(f"{item},A,{item}\n" for item in range(1, 5)))
    assert (
        command(["--lang", "en", "rate", "import", str(table), str(run.path), "--out", str(tmp_path / "r.jsonl")]) == 0
    )
    assert "A: all ratings lie within 1 to 4" in capsys.readouterr().err


def test_items_may_be_paths_and_raters_lose_what_nobody_sees(tmp_path: Path) -> None:
    table = written(tmp_path, "\n\nitem,rater,value\ninputs/0001.png,A\u200b,10\n0002,A,20\n")
    assert read_table(table, ITEMS, "enhancement") == [Answered("0001", "A", 10.0), Answered("0002", "A", 20.0)]
