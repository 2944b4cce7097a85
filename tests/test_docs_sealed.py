"""The steps of the guide to sealed tests work, for a laboratory and for an external verifier."""

import shlex
import shutil
from pathlib import Path

import pytest

from docs_pages import commands, page_named, run_in
from mindsight.record import canonical

PAGE = page_named("home-sealed.md")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_steps_of_the_guide_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laboratory, elsewhere = tmp_path / "laboratory", tmp_path / "elsewhere"
    laboratory.mkdir()
    elsewhere.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    lines = commands(PAGE)
    heard = {}
    for line in lines:
        if "commitment commitment.json" in line:
            # The verifier has the run and the commitment, on a machine without any tasks.
            shutil.copytree(laboratory / "run-1", elsewhere / "run-1")
            shutil.copy(laboratory / "seal-2026" / "commitment.json", elsewhere)
            with monkeypatch.context() as patch:
                patch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
                heard[line] = run_in(elsewhere, shlex.split(line))
            continue
        heard[line] = run_in(laboratory, shlex.split(line))
    commitment = canonical.load(laboratory / "seal-2026" / "commitment.json")["commitment"]
    (sealed,) = (said for line, said in heard.items() if line.startswith("mindsight home seal"))
    assert sealed == f"commitment: sha256-{commitment}\n"
    (computed,) = (said for line, said in heard.items() if line.startswith("python3 -c"))
    assert computed == f"{commitment}\n"
    regenerated = [said for line, said in heard.items() if "--regenerate" in line]
    assert len(regenerated) == 2
    assert all("all 4 tasks were generated again, identical bit for bit" in said for said in regenerated)
    assert len(heard) == len(lines) == 12
