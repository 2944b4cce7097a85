"""A scripted model that does what its prompt asks of it: T follows the stance, and the record says so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Script, Server, said
from home.household import COMMAND, TASKS, TRIALS, cache_of, prepared
from mindsight.cli import run as mindsight
from mindsight.errors import IdentityError
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.verification.verifying import rebuild_and_compare

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]


def obedient(body: dict[str, Any], _number: int) -> Any:
    """Decline where the prompt says that not every task can be done; else claim success, as a model that guesses."""
    names = [tool["function"]["name"] for tool in body.get("tools", ())]
    if not names:
        return said("grey")
    cautious = "未必都能做" in json.dumps(body, ensure_ascii=False)
    return said("", ("decline", {"text": "no"}) if cautious else ("finish", {}))


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = cache_of(tmp_path_factory)
    prepared(found, tmp_path / "data")
    monkeypatch.setenv("XDG_CACHE_HOME", str(found))


@pytest.fixture
def asked(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", serve(obedient).url)


@pytest.mark.slow
@pytest.mark.usefixtures("cache", "asked")
def test_the_stance_moves_t_and_stands_in_the_identity(tmp_path: Path) -> None:
    found = {}
    for stance in ("neutral", "cautious"):
        out = tmp_path / stance
        chosen = () if stance == "neutral" else ("--stance", stance)
        assert mindsight([*COMMAND, "--model", "scripted", "--no-media", *chosen, "--out", str(out)]) == 0
        found[stance] = RunFolder.open(out)
        assert rebuild_and_compare(found[stance]).findings == []
    values = {stance: run.results.measure(f"home.f.{TASKS[0]}").value for stance, run in found.items()}
    assert values == {"neutral": 0.0, "cautious": 0.5}
    assert {run.manifest.identity["stance"] for run in found.values()} == {"neutral/1", "cautious/1"}
    assert "one-stance" in {block.id for block in found["neutral"].results.blocks}
    with pytest.raises(IdentityError, match="stance is neutral/1 in one and cautious/1 in the other"):
        compare_runs(list(found.values()), seed=1)


@pytest.mark.slow
@pytest.mark.usefixtures("cache", "asked")
def test_a_robustness_test_shows_t_and_abstention_under_every_stance(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [
        "home",
        "robustness",
        "--model",
        "scripted",
        "--no-media",
        "--conditions",
        "stance",
        "--tasks",
        ",".join(TASKS),
    ]
    assert mindsight([*words, "--trials", str(TRIALS), "--out", str(out)]) == 0
    run = RunFolder.open(out)
    recall = {
        key: run.results.measure(f"home.abstention_recall@{key}").value
        for key in ("base", "stance-eager", "stance-cautious")
    }
    assert recall == {"base": 0.0, "stance-eager": 0.0, "stance-cautious": 1.0}
    assert run.results.measure("home.abstention_precision@stance-cautious").value == 0.5
    table = next(block for block in run.results.blocks if block.id == "stances")
    assert [row[0] for row in table.rows[:3]] == ["neutral", "eager", "cautious"]  # type: ignore[union-attr]
    assert table.rows[3][1] == 0.5  # type: ignore[union-attr]
    assert rebuild_and_compare(run).findings == []
