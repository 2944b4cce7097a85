"""A household task in one file: it plays, is proved by its oracle, is reported, and its record outlives it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mindsight.cli import run
from mindsight.errors import IdentityError, InputError
from mindsight.home import tasks
from mindsight.home.plugged import classes_named
from mindsight.home.preparation.drawing import Prover, prepare, slots
from mindsight.home.preparation.proving import prove
from mindsight.home.tasks import Rejected
from mindsight.plugins import registry
from mindsight.plugins.source import read_source
from mindsight.plugins.writing import TEMPLATE, new_task
from mindsight.text import say

from .conftest import Install

TITLE = "找出颜色不同的一个"


def _test(*more: str, tasks_: str = "./mine.py", out: str = "run") -> int:
    common = ("--subject", "baseline:oracle", "--trials", "2", "--no-media", "--out", out)
    return run(["home", "tasks", "run", "--tasks", tasks_, *common, *more])


def _page(folder: str, file: str) -> Any:
    return json.loads(Path(folder, file).read_text("utf-8"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The file that the scaffold writes."""
    assert run(["new", "task", "mine"]) == 0
    return tmp_path / "mine.py"


def test_the_scaffold_is_one_file_of_at_most_two_hundred_lines(mine: Path) -> None:
    code = mine.read_text("utf-8")
    assert len(code.splitlines()) <= 200
    assert TEMPLATE not in code
    with pytest.raises(InputError, match="exists already"):
        new_task("mine", mine)
    assert mine.read_text("utf-8") == code
    with pytest.raises(InputError, match="is no name for it"):
        run(["new", "task", "My Task"])
    with pytest.raises(InputError, match="cannot be written"):
        run(["new", "task", "other", "--out", "nowhere/other.py"])


def test_a_run_is_reported_and_verified_also_where_the_plug_in_is_not(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _test() == 0
    manifest, results = _page("run", "manifest.json"), _page("run", "results.json")
    sha256 = read_source(mine).origin.sha256
    (plugin,) = manifest["plan"]["plugins"]
    assert (plugin["name"], plugin["distribution"], plugin["version"]) == ("mine", "mine.py", "")
    assert plugin["sha256"] == sha256
    assert manifest["identity"]["plugins"] == f"mine=mine.py sha256-{sha256}"
    assert manifest["identity"]["tasks"] == "mine/1"
    assert str(mine.parent) not in json.dumps(manifest), "where it lies says something of the user"
    assert {one["name"]: one["value"] for one in results["measures"]}["home.T"] == 1.0
    report = Path("run", "report.html").read_text("utf-8")
    assert TITLE in report
    assert "Find the odd one out" in report
    # On another machine, years later.
    mine.unlink()
    registry.forget()
    assert run(["verify", "run"]) == 0
    assert "manifest.json, scores.csv, results.json, report.html" in capsys.readouterr().out
    assert run(["rescore", "run"]) == 0
    assert run(["report", "run", "--out", "page.html"]) == 0
    assert TITLE in Path("page.html").read_text("utf-8")
    assert run(["report", "run"]) == 0
    assert run(["verify", "run"]) == 0


@pytest.mark.slow
def test_a_changed_file_is_another_test(mine: Path) -> None:
    assert _test() == 0
    mine.write_text(mine.read_text("utf-8").replace("COUNTS = (4, 6, 8)", "COUNTS = (4, 6)"), "utf-8")
    registry.forget()
    with pytest.raises(InputError, match="plugins"):
        run(
            [
                "home",
                "tasks",
                "run",
                "--tasks",
                "./mine.py",
                "--subject",
                "baseline:oracle",
                "--trials",
                "2",
                "--resume",
                "run",
            ]
        )
    assert _test(out="changed") == 0
    first, second = (_page(folder, "manifest.json")["identity"] for folder in ("run", "changed"))
    assert {name for name in first if first[name] != second[name]} >= {"plugins"}
    with pytest.raises(IdentityError, match="plugins"):
        run(["compare", "run", "changed", "--out", "both.html"])


def test_a_plug_in_and_built_in_tasks_make_a_test_of_their_own(mine: Path) -> None:
    keys = tuple(classes_named("buttons")) + tuple(classes_named(str(mine)))
    assert [slot.task for slot in slots(keys, trials=2, irrelevant=0.5, seed=1)] == [
        "buttons",
        "buttons",
        "mine",
        "mine",
    ]
    assert list(tasks.load())[-1] == "mine"


def test_proofs_of_a_changed_file_are_not_those_of_its_former_self(mine: Path, tmp_path: Path) -> None:
    classes_named(str(mine))
    prove(tasks.load()["mine"], _first_seed(tmp_path), "", cache=tmp_path / "proofs")
    mine.write_text(mine.read_text("utf-8") + "\n# another hash\n", "utf-8")
    classes_named(str(mine))
    assert tasks.load()["mine"].origin is not None
    prove(tasks.load()["mine"], _first_seed(tmp_path), "", cache=tmp_path / "proofs")
    (rule,) = (tmp_path / "proofs").iterdir()
    assert len([*rule.iterdir()]) == 2


def _first_seed(folder: Path) -> int:
    for seed in range(20):
        try:
            prove(tasks.load()["mine"], seed, "", cache=folder / "proofs")
        except Rejected:
            continue
        return seed
    raise AssertionError


def test_workers_get_the_file_along_with_their_work(mine: Path, tmp_path: Path) -> None:
    classes_named(str(mine))
    carried = registry.carrying(Prover(tmp_path / "proofs"))
    (slot,) = slots(("mine",), trials=2, irrelevant=0.5, seed=1)[:1]
    mine.unlink()
    # As in a process, or on a machine, that has never heard of it.
    registry.forget()
    assert carried(slot).instance.task == "mine"
    registry.forget()
    assert registry.carrying(print) is print


@pytest.mark.slow
def test_processes_prove_and_run_the_tasks_of_a_file(mine: Path, tmp_path: Path) -> None:
    classes_named(str(mine))
    wanted = slots(("mine",), trials=4, irrelevant=0.5, seed=3)
    apart = prepare(wanted, cache=tmp_path / "apart", engine="local", workers=2)
    here = prepare(wanted, cache=tmp_path / "here")
    assert [one.instance.sha256 for one in apart] == [one.instance.sha256 for one in here]
    assert _test("--workers", "2") == 0
    assert run(["verify", "run"]) == 0


def test_an_installed_task_is_chosen_by_its_name(install: Install, tmp_path: Path) -> None:
    code = new_task("theirs", tmp_path / "theirs.py").read_text("utf-8")
    module = install(code, {"task.theirs": "TASK"})
    assert registry.installed("task") == ["theirs"]
    assert _test(tasks_="theirs") == 0
    (plugin,) = _page("run", "manifest.json")["plan"]["plugins"]
    assert (plugin["distribution"], plugin["version"]) == ("their-things", "1.2")
    assert len(plugin["sha256"]) == 64
    # A worker that was only told the name finds it.
    registry.forget()
    assert tasks.load()["theirs"].origin == registry.origin_of("task", "theirs")
    assert module.is_file()


def test_the_list_of_tasks_shows_what_is_installed(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = new_task("theirs", tmp_path / "theirs.py").read_text("utf-8")
    install(code, {"task.theirs": "TASK", "task.broken": "NOTHING"})
    assert run(["home", "tasks", "list", "--json"]) == 0
    rows: dict[str, Mapping[str, Any]] = {row["key"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["theirs"]["plugin"].startswith("their-things 1.2 sha256-")
    assert "plugin" not in rows["buttons"]
    assert run(["home", "tasks", "list"]) == 0
    shown = capsys.readouterr()
    assert "theirs" in shown.out
    assert "their-things (task.broken): cannot be loaded as a plug-in" in " ".join(shown.err.split())


def test_a_class_known_by_no_one_is_named(mine: Path) -> None:
    with pytest.raises(InputError, match="--tasks: there is no task nobody; there are suitcase"):
        _test(tasks_="nobody")
    with pytest.raises(
        InputError, match=r"nobody: there is no such task class here; if a plug-in adds it, install that"
    ):
        tasks.load()["nobody"]
    assert say(InputError("{a}", a="b").text, "en") == "b"
