"""The generated clips of the demonstration: skipped with one sentence if they cannot be made; the oracle is always right."""

import importlib.util
import json
from pathlib import Path

import pytest

from mindsight.cli import demo, demo_clips
from mindsight.vsig.synthesis.dataset import Wanted, orders_of
from mindsight.vsig.synthesis.speech import voice


def test_all_templates_are_shown_and_both_languages() -> None:
    orders = orders_of(Wanted(6, turns=demo_clips._TURNS, seed=demo_clips._SEED))
    assert [one.template for one in orders] == [1, 2, 3, 4, 5, 6]
    assert [one.language for one in orders].count("zh") == [one.language for one in orders].count("en") == 3


def test_a_demonstration_without_a_film_library_leaves_the_clips_out_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr("mindsight.engine.needs.need_engine", lambda: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "av" else real(name, *more))
    assert demo._clips(tmp_path / "vsig", 1) == []
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install 'mindsight[vsig]'" in line
    assert not (tmp_path / "vsig").exists()
    assert not (tmp_path / "vsig.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize("spoken", [True, False])
def test_the_oracle_is_right_wherever_it_is_scored_and_the_page_links_all_reports(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoken: bool
) -> None:
    pytest.importorskip("mujoco")
    if spoken and not voice.is_there():
        pytest.skip("espeak-ng is not installed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(demo_clips, "_SIZE", (320, 180))
    if not spoken:
        monkeypatch.setattr(voice, "is_there", lambda: False)
    written = demo._clips(tmp_path / "vsig", 1)
    assert ("the clips are silent" in capsys.readouterr().err) is not spoken
    assert len(written) == 4
    page = (tmp_path / "vsig.html").read_text("utf-8")
    for name in ("oracle", "fingertip", "random"):
        assert f"vsig/{name}/report.html" in page
        assert (tmp_path / "vsig" / name / "report.html").is_file()
    measures = json.loads((tmp_path / "vsig" / "oracle" / "results.json").read_bytes())["measures"]
    scored = {one["name"]: one["value"] for one in measures if one["status"] == "scored" and one["better"] == "higher"}
    assert {name: value for name, value in scored.items() if value != 1} == {}
    assert {"vsig.intent", "vsig.spatial"} <= set(scored)
    assert ("vsig.temporal" in scored) is spoken
