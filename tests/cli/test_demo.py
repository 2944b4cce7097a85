"""The demonstration verifies every run that it made, in one line each."""

from pathlib import Path

import pytest

from mindsight.cli import demo
from mindsight.cli.shared.settings import settings
from mindsight.record import canonical
from mindsight.record.folder import RESULTS
from verification.present import present


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """A demonstration of two runs."""
    for kind, name in (("home", "home-model"), ("segmentation", "segmentation-few-threshold")):
        (tmp_path / kind).mkdir()
        present(name, tmp_path / kind)
    return tmp_path


def test_each_run_is_verified_in_one_line(where: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert demo._verify(where) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"verified: {where / run}: numbers and pages follow from its record"
        for run in ("home/home-model", "segmentation/segmentation-few-threshold")
    ]


def test_a_run_that_is_not_what_its_record_gives_is_named_in_either_language(
    where: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = present("home-few-validate", where / "home")
    page = canonical.load(run.path / RESULTS)
    page["blocks"].pop()
    run.write(RESULTS, canonical.page(page))
    run.seal()
    for language, said in (("en", "is not what its record gives: results.json"), ("zh", "与其记录不符：results.json")):
        monkeypatch.setattr(settings, "language", language)
        assert demo._verify(where) == 1
        wrong, *right = capsys.readouterr().out.splitlines()
        assert wrong.startswith(f"{run.path}")
        assert said in wrong
        assert len(right) == 2
