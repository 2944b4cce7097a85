"""A rated run whose campaign asked in pairs too: the score stays, the comparisons stand beside it, and the checkers take the record."""

from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.rating.events import RATINGS
from mindsight.rating.rated_run import rescore, write_rated_run
from mindsight.record.blocks import Note, Table
from mindsight.record.folder import RunFolder
from mindsight.report import write_report
from mindsight.text import Text, say
from mindsight.verification.verifying import rebuild_and_compare
from rating.material import campaign, make_run

pytest.importorskip("choix", reason="the people extra is not installed")

OTHER = "cd" * 32
ANSWERS = {rater: [10.0, 40.0, 60.0, 100.0] for rater in ("r1", "r2", "r3")}


def comparisons() -> list[dict[str, Any]]:
    """Return choices of three raters: the run is preferred to the other three times in four, and never to the reference."""
    found: list[dict[str, Any]] = []
    for place, rater in enumerate(("r1", "r2", "r3")):
        for number in range(4):
            shared = {
                "rater": rater,
                "item": f"{number + 1:04}",
                "question": "comparison",
                "side": ("left", "right")[number % 2],
            }
            better = 0.0 if (place, number) == (0, 3) else -1.0 if number == place else 1.0
            found.append({**shared, "other": OTHER, "value": better, "order": 10 + 2 * number})
            found.append({**shared, "against": "reference", "value": -1.0, "order": 11 + 2 * number})
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return make_run(tmp_path_factory.mktemp("tested"))


@pytest.fixture(scope="module")
def rated(run: RunFolder, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("rated")
    made = write_rated_run(run, campaign(folder / RATINGS, run, ANSWERS, *comparisons()), folder / "rated")
    write_report(made)
    return made


def test_comparisons_change_no_score(run: RunFolder, rated: RunFolder, tmp_path: Path) -> None:
    without = write_rated_run(run, campaign(tmp_path / RATINGS, run, ANSWERS), tmp_path / "rated")
    assert [one.value for one in rated.results.measures] == [one.value for one in without.results.measures]
    assert (rated.path / "items.jsonl").read_bytes() == (without.path / "items.jsonl").read_bytes()


def test_the_report_shows_strengths_with_intervals_and_says_that_they_are_not_of_the_document(rated: RunFolder) -> None:
    blocks = {block.id: block for block in rated.results.blocks}
    table = blocks["pairs"]
    assert isinstance(table, Table)
    assert "not part of the document" in say(table.title, "en")
    reference, own, other = (
        [say(cell, "en") if isinstance(cell, Text) else cell for cell in row] for row in table.rows
    )
    # 8.5 of 12: strength ln(8.5 / 3.5) / 2. The reference was always preferred, and has none.
    assert reference == ["Reference", None, None, 12.0, 12.0, 100.0]
    assert own[0] == "this run"
    assert own[1] == pytest.approx(0.443652, abs=1e-6)
    assert own[3:5] == [24.0, 8.5]
    assert (other[0], other[1]) == (OTHER[:12], pytest.approx(-0.443652, abs=1e-6))
    assert other[2]
    notes = {name: say(block.body, "en") for name, block in blocks.items() if isinstance(block, Note)}
    assert "Of 24 comparisons 1 saw no difference" in notes["pairs-how"]
    # Of the reference 6 of 12 on the left; of the other run 1 of 3, 3 of 4 and 1 of 4.
    assert "in 11 of 23 cases" in notes["pairs-how"]
    assert notes["pairs-beyond"].startswith("1 of what was compared")


def test_checker_and_verify_take_the_record(rated: RunFolder) -> None:
    assert checker.check(str(rated.path))[0] == []
    assert rebuild_and_compare(rated).findings == []
    assert rescore(rated)[1] == rated.results
