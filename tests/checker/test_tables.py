"""The tables of a report show the scores with their intervals, and nothing that is planted in them makes the checker trip."""

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
