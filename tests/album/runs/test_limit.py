"""``--limit``: the first pictures of a kit, said openly in plan, identity and departures."""

import json
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.errors import IdentityError, RecordError
from mindsight.pipeline import run_test
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from record import trial

IDENTITY = SubjectSpec("baseline", "identity")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of 33 pictures that is no trial."""
    kit = trial.make_kit(tmp_path_factory.mktemp("limit") / "kit", 33)
    assert not trial.enhancement(kit, IDENTITY).manifest.identity["trial"]
    return kit


def departures(run: Path) -> set[str]:
    return {note.id for note in RunFolder(run).manifest.departures}


@pytest.mark.parametrize(
    ("limit", "count", "trial_run"), [(1, 1, True), (30, 30, True), (31, 31, False), (99, 33, False)]
)
def test_the_plan_says_what_was_left_out(kit: Path, limit: int, count: int, trial_run: bool) -> None:
    manifest = trial.enhancement(kit, IDENTITY, limit=limit).manifest
    notes = {note.id for note in manifest.departures}
    assert manifest.plan["limit"] == limit
    assert (manifest.identity["n"], manifest.data.instances) == (count, count)
    assert (manifest.identity["trial"], manifest.plan["trial"], "departure-trial" in notes) == (trial_run,) * 3
    assert ("departure-limit" in notes) == (count < 33)


def test_without_a_limit_nothing_is_said_of_one(kit: Path) -> None:
    manifest = trial.enhancement(kit, IDENTITY).manifest
    assert "limit" not in manifest.plan
    assert "departure-limit" not in {note.id for note in manifest.departures}


def test_a_limited_run_is_whole_and_the_checker_agrees(kit: Path, tmp_path: Path) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", IDENTITY, limit=3)
    assert [item["id"] for item in trial.read_lines(run)] == ["0001", "0002", "0003"]
    assert checker.check(str(run))[0] == []
    assert departures(run) >= {"departure-trial", "departure-limit"}
    assert "Only the first 3 of the kit" in (run / "report.html").read_text("utf-8")


@pytest.mark.parametrize("hidden", ["departures", "identity"])
def test_items_cannot_be_dropped_behind_a_limit_that_is_not_owned_up_to(kit: Path, tmp_path: Path, hidden: str) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", IDENTITY, limit=3)
    manifest = trial.read_page(run, "manifest.json")
    if hidden == "departures":
        manifest["departures"] = [note for note in manifest["departures"] if note["id"] != "departure-limit"]
    else:
        manifest["identity"]["n"] = 33
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert {finding.key for finding in checker.check(str(run))[0]} >= {"untested"}


def test_an_item_beyond_the_limit_is_a_stranger(kit: Path, tmp_path: Path) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", IDENTITY, limit=3)
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"]["limit"] = manifest["identity"]["n"] = 2
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert "instance" in {finding.key for finding in checker.check(str(run))[0]}


def test_another_limit_is_another_test(kit: Path, tmp_path: Path) -> None:
    three, same = (trial.sealed_run(kit, tmp_path / name, IDENTITY, limit=3) for name in ("a", "b"))
    four = trial.sealed_run(kit, tmp_path / "c", IDENTITY, limit=4)
    assert compare_runs([RunFolder(three), RunFolder(same)], seed=7).warnings
    with pytest.raises(IdentityError, match="n is 3 in one and 4 in the other"):
        compare_runs([RunFolder(three), RunFolder(four)], seed=7)
    with pytest.raises(RecordError, match="was started with another"):
        run_test(trial.enhancement(kit, IDENTITY, limit=4), three, resume=True)


@pytest.mark.slow
def test_the_command_line_has_it(kit: Path, tmp_path: Path) -> None:
    done = trial.mindsight(
        "album", "run", kit, "--subject", "baseline:identity", "--limit", "2", "--out", tmp_path / "r", "--json"
    )
    assert done.returncode == 0, done.stderr
    assert {measure["n"] for measure in json.loads(done.stdout)["measures"]} == {2}
    refused = trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--limit", "0")
    assert (refused.returncode, "--limit" in refused.stderr) == (2, True)
