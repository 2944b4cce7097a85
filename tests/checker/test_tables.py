"""A number that was changed in a table of the report is named, also when the folder was sealed again."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.record.folder import RESULTS
from record import trial

Cell = Any


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def cells_of(results: dict[str, Any]) -> Iterator[tuple[str, int, list[Cell], int]]:
    """Yield table, row number, row and place of each cell that leads to a measure."""
    for block in results["blocks"]:
        for number, row in enumerate(block["rows"] if block["kind"] == "table" else (), start=1):
            for place, cell in enumerate(row):
                if isinstance(cell, dict) and str(cell.get("target")).startswith("measure-"):
                    yield block["id"], number, row, place


def sentences(run: Path) -> list[str]:
    return [finding.say() for finding in checker.check(str(run))[0]]


def write(run: Path, results: dict[str, Any]) -> None:
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)


def test_the_tables_show_every_score_with_its_interval(sealed: Path) -> None:
    results = trial.read_page(sealed, RESULTS)
    shown = {(table, row[place]["target"], type(row[place]["value"])) for table, _, row, place in cells_of(results)}
    for name in ("measure-album.psnr", "measure-album.ssim"):
        assert {("summary", name, float), ("summary", name, dict), ("overview", name, float)} <= shown
    assert sentences(sealed) == []


@pytest.mark.parametrize("change", [1e-6, -1e-6, 0.01, -40.0])
def test_each_changed_number_is_named(run: Path, change: float) -> None:
    results = trial.read_page(run, RESULTS)
    for table, number, row, place in list(cells_of(results)):
        cell = row[place]
        if isinstance(cell["value"], float):
            row[place] = {**cell, "value": round(cell["value"] + change, 6)}
            write(run, results)
            (sentence,) = sentences(run)
            name = cell["target"].removeprefix("measure-")
            assert sentence.startswith(f"results.json: table {table}, row {number}: {name} is shown as ")
            row[place] = cell


@pytest.mark.parametrize("end", ["low", "high"])
def test_each_changed_interval_is_named(run: Path, end: str) -> None:
    results = trial.read_page(run, RESULTS)
    seen = 0
    for table, number, row, place in list(cells_of(results)):
        cell = row[place]
        if isinstance(cell["value"], dict) and end in cell["value"]["args"]:
            bounds = cell["value"]["args"]
            other = f"{float(bounds[end].replace('−', '-')) + 0.01:.2f}".replace("-", "−")
            row[place] = {**cell, "value": {**cell["value"], "args": {**bounds, end: other}}}
            write(run, results)
            (sentence,) = sentences(run)
            assert sentence.startswith(f"results.json: table {table}, row {number}: ")
            row[place] = cell
            seen += 1
    assert seen >= 4


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "75.9",
        "",
        [],
        {},
        {"args": {}, "message": "exact"},
        {"args": {}, "message": "not_estimable"},
        {"args": {}, "message": "99.9"},
        {"args": {"high": "1e9", "low": "-1e9"}, "message": "{low} … {high}"},
        {"args": {"high": "100", "low": "0"}, "message": "{low} … {high}"},
        {"args": [], "message": "{low} … {high}"},
        10**400,
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_such_number_is_named(run: Path, value: Cell) -> None:
    results = trial.read_page(run, RESULTS)
    _, _, row, place = next(cells_of(results))
    row[place]["value"] = value
    write(run, results)
    (sentence,) = sentences(run)
    assert "table summary, row 3: album.psnr is shown as " in sentence
    assert len(sentence) < 400


def test_a_number_of_no_measure_is_named(run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    (_, _, row, place), *_ = list(cells_of(results))
    row[place]["target"] = "measure-album.beauty"
    write(run, results)
    assert sentences(run) == [
        f"results.json: table summary, row 3: {row[place]['value']} belongs to no measure of the items' terms"
    ]
    row[place] = 99.5
    write(run, results)
    assert sentences(run) == ["results.json: table summary, row 3: 99.5 belongs to no measure of the items' terms"]


def test_a_status_in_place_of_a_value_is_held_against_the_measure(run: Path) -> None:
    items = trial.read_lines(run)
    for item in items:
        item["terms"]["windowed"] = None
    trial.rechain(run, items)
    from mindsight.album.suite import rescore
    from mindsight.record.folder import SCORES, RunFolder
    from mindsight.record.scores import to_csv

    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)
    assert sentences(run) == []
    page = trial.read_page(run, RESULTS)
    (row, place) = next(
        (row, place) for _, _, row, place in cells_of(page) if row[place]["target"] == "measure-album.ssim_windowed"
    )
    assert row[place]["value"]["message"] == "not_scored"
    row[place]["value"]["message"] = "exact"
    write(run, page)
    (sentence,) = sentences(run)
    assert "album.ssim_windowed is shown as" in sentence


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**400), 10**400) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.sampled_from(["kind", "rows", "id", "value", "target", "message", "args", "low"]), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


def _as_blocks(results: dict[str, Any], new: Any) -> None:
    results["blocks"] = new


def _as_block(results: dict[str, Any], new: Any) -> None:
    results["blocks"][0] = new


def _as_rows(results: dict[str, Any], new: Any) -> None:
    results["blocks"][0]["rows"] = new


def _as_cell(results: dict[str, Any], new: Any) -> None:
    _, _, row, place = next(cells_of(results))
    row[place] = new


def _as_value(results: dict[str, Any], new: Any) -> None:
    _, _, row, place = next(cells_of(results))
    row[place]["value"] = new


@pytest.mark.slow
@pytest.mark.parametrize("plant", [_as_blocks, _as_block, _as_rows, _as_cell, _as_value])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(new=anything)
def test_no_table_makes_the_checker_trip(run: Path, plant: Callable[[dict[str, Any], Any], None], new: Any) -> None:
    before = (run / RESULTS).read_bytes()
    results = trial.read_page(run, RESULTS)
    plant(results, new)
    write(run, results)
    for sentence in sentences(run):
        assert sentence.isprintable()
    (run / RESULTS).write_bytes(before)


SUMMARIES = {"home.T": {"value": 0.5, "status": "scored", "interval": {"low": 0.4, "high": 0.6125}}}
SPOT = {"target": "measure-home.T", "value": 0.5, "low": 0.4, "high": 0.6125}


def drawn(spot: Any, level: Any = 0.5) -> list[str]:
    panel = {
        "kind": "ranges",
        "id": "panel",
        "ranges": [spot],
        "levels": [{"target": "measure-home.T", "value": level}],
    }
    return [finding.say() for finding in checker._check_tables({"blocks": [panel]}, SUMMARIES)]


def test_what_is_drawn_on_an_axis_is_what_the_measures_say() -> None:
    assert drawn(SPOT) == []


@pytest.mark.parametrize(
    "change",
    [{"value": 0.6}, {"value": "0.5"}, {"low": 0.1}, {"high": 0.7}, {"low": None}, {"low": None, "high": None}, {"high": True}],
)  # fmt: skip
def test_each_change_of_what_is_drawn_is_named(change: dict[str, Any]) -> None:
    (sentence,) = drawn({**SPOT, **change})
    assert sentence.startswith("results.json: table panel, row 1: ")


def test_a_moved_level_is_named() -> None:
    (sentence,) = drawn(SPOT, 0.7)
    assert sentence.startswith("results.json: table panel, row 2: home.T is shown as 0.7")
