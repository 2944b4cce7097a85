"""Questions of a pool and generated ones in one run: one record, one T, and the same checks."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mindsight.record.blocks import Table
from mindsight.record.folder import RunFolder
from record import trial

from .sets import own_set

GENERATED = "object.colour"


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beside")
    own_set(folder / "set", 6)
    words = ("--out", folder / "pool", "--irrelevant-from", "set")
    assert trial.mindsight("home", "import", folder / "set", *words).returncode == 0
    return folder / "pool"


@pytest.fixture(scope="module")
def mixed(pool: Path) -> Path:
    done = run(pool, pool.parent / "run", "--tasks", GENERATED, "--unknown", GENERATED)
    assert done.returncode == 0, done.stderr
    return pool.parent / "run"


def run(pool: Path, where: Path, *words: str, subject: str = "baseline:decline") -> subprocess.CompletedProcess[str]:
    named = ("--subject", subject, "--trials", "4", "--out", where)
    return trial.mindsight("--lang", "en", "home", "run", "--pool", pool, *named, *words)


def test_t_is_over_both_and_the_report_says_what_each_class_is(mixed: Path) -> None:
    opened = RunFolder.open(mixed)
    assert opened.manifest.plan["tasks"] == ["object.own_choice", "object.own_yes_no", GENERATED]
    found = {one.name: one.value for one in opened.results.measures}
    # Declining is right on every question without an answer, which are half of each class.
    f = [found[f"home.f.{key}"] for key in opened.manifest.plan["tasks"]]
    assert f == [0.5, 0.5, 0.5]
    assert found["home.T"] == pytest.approx(0.5)
    assert [found["home.f_known"], found["home.f_unknown"]] == pytest.approx([0.5, 0.5])
    assert (found["home.declined"], found["home.accuracy"]) == (1, 0)
    assert (found["home.pairs"], found["home.quartets"]) == (0, 0)
    assert "home.pairs.object.own_choice" not in found
    table = next(block for block in opened.results.blocks if block.id == "origins")
    assert isinstance(table, Table)
    said = [tuple(str(cell) for cell in row[1:3]) for row in table.rows[:3]]
    assert said == [
        ("brought along", "known by default"),
        ("brought along", "known by default"),
        ("generated", "unknown"),
    ]


def test_both_checkers_accept_the_run_and_find_a_changed_place(mixed: Path, tmp_path: Path) -> None:
    assert trial.mindsight("verify", mixed).returncode == 0
    assert subprocess.run([sys.executable, "-I", mixed / "check_run.py", mixed], check=False).returncode == 0
    where = shutil.copytree(mixed, tmp_path / "run")
    page = json.loads((where / "questions.json").read_bytes())
    last = page["items"][-1]
    assert last["kind"] == GENERATED
    last["id"] = f"{GENERATED}-0009-4"
    (where / "questions.json").write_text(json.dumps(page), "utf-8")
    assert trial.mindsight("verify", where).returncode == 1


def test_a_cut_off_run_goes_on_and_gives_the_same(mixed: Path, pool: Path, tmp_path: Path) -> None:
    where = shutil.copytree(mixed, tmp_path / "run")
    lines = (where / "items.jsonl").read_bytes().splitlines(keepends=True)
    page = json.loads((where / "manifest.json").read_bytes())
    page.update(state="running", items=None, ended=None)
    (where / "items.jsonl").write_bytes(b"".join(lines[:9]))
    (where / "manifest.json").write_text(json.dumps(page), "utf-8")
    for name in ("results.json", "scores.csv", "SHA256SUMS", "report.html"):
        (where / name).unlink()
    words = ("--subject", "baseline:decline", "--trials", "4", "--tasks", GENERATED, "--unknown", GENERATED)
    done = trial.mindsight("home", "run", "--pool", pool, *words, "--resume", where)
    assert done.returncode == 0, done.stderr
    assert (where / "results.json").read_bytes() == (mixed / "results.json").read_bytes()
    assert trial.mindsight("verify", where).returncode == 0


def test_a_review_of_the_pool_is_one_of_the_part_that_was_brought_along(pool: Path, tmp_path: Path) -> None:
    # The set has no licence and no source, so the review finds faults; the run names it all the same.
    assert trial.mindsight("review", pool, "--out", tmp_path / "review").returncode in {0, 1}
    done = run(pool, tmp_path / "run", "--tasks", GENERATED, "--review", str(tmp_path / "review"))
    assert done.returncode == 0, done.stderr
    assert trial.mindsight("verify", tmp_path / "run", "--review", tmp_path / "review").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tasks", "object.nothing"), "names neither a class of the pool nor generated questions"),
        (("--tasks", "own_choice"), "names neither a class of the pool nor generated questions"),
        (("--include-unvalidated",), "is for generated questions"),
        (("--tasks", GENERATED, "--sealed", "seal"), "--sealed: is not for questions"),
    ],
)
def test_what_does_not_fit_is_refused(pool: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = run(pool, tmp_path / "run", *words)
    assert done.returncode == 2
    assert said in done.stderr
