"""The campaigns of the demonstration: simulated raters, rated runs that verify, or one sentence where pages cannot be served."""

from pathlib import Path

import pytest

from mindsight import checker
from mindsight.cli import demo, demo_ratings
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from record import trial


def test_a_run_is_rated_by_three_simulated_raters_in_a_campaign_of_its_own(tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "enhancement" / "kit")
    run = trial.sealed_run(kit, tmp_path / "enhancement" / "nlmeans", SubjectSpec("baseline", "nlmeans"))
    (rated,) = demo_ratings.rate_outputs([run], tmp_path / "ratings")
    found = RunFolder.open(rated)
    assert (tmp_path / "ratings" / "campaign-enhancement" / "ratings.jsonl").is_file()
    assert found.manifest.plan["raters"] == ["simulated-1", "simulated-2", "simulated-3"]
    assert found.manifest.plan["simulated"]
    assert found.results.measure("album.enhancement_opinion").value is not None
    assert checker.check(str(rated))[0] == []
    # Where the demonstration looks for runs to verify.
    assert rated in {file.parent for file in tmp_path.glob("*/*/manifest.json")}


def test_without_the_pages_the_rows_stay_open_and_one_sentence_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo_ratings, "find_spec", lambda module: None if module == "fastapi" else module)
    assert demo_ratings.rate_outputs([tmp_path / "run"], tmp_path / "ratings") == []
    assert "pip install 'mindsight[web]'" in capsys.readouterr().err


def test_an_earlier_demonstration_is_replaced_with_its_campaigns(tmp_path: Path) -> None:
    demo._clear(tmp_path / "demo")
    (tmp_path / "demo" / "ratings" / "campaign-enhancement").mkdir(parents=True)
    demo._clear(tmp_path / "demo")
    assert not (tmp_path / "demo" / "ratings").exists()
