"""Runs that keep the pictures of few items: which stay, that the check knows, that resuming and merging give the same bytes."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from golden.difference import How, differences
from mindsight import checker
from mindsight.album.rebuilding import test_on_kit as on_kit
from mindsight.checker import pictures
from mindsight.errors import RecordError
from mindsight.export.contents import read_contents
from mindsight.merging import merge
from mindsight.pipeline import finish, keep_few, run_test, take_shard
from mindsight.record import rows
from mindsight.record.folder import RunFolder, media_files
from mindsight.record.scores import sample
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from mindsight.verification.pictures import look_again
from mindsight.verification.verifying import rebuild_and_compare
from record import trial

ITEMS, KEPT = 8, 2
NOTHING_DONE = SubjectSpec("baseline", "identity")
Run = Callable[..., Path]


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit of eight pictures, of which two stay and one is shown."""
    for module in (pictures, rows):  # the rule is written twice
        monkeypatch.setattr(module, "KEPT", KEPT)
    monkeypatch.setattr("mindsight.album.enhancement.pictures.MOST_ITEMS", 1)
    monkeypatch.setattr("mindsight.album.enhancement.report.WORST", 0)
    return trial.make_kit(tmp_path / "kit", ITEMS)


def run_of(kit: Path, folder: Path, policy: str | None, part: str | None = None, *, resume: bool = False) -> Path:
    test = trial.enhancement(kit, NOTHING_DONE)
    if part is not None:
        take_shard(test, part)
    if policy is not None:
        keep_few(test, policy)  # type: ignore[arg-type]
    run = run_test(test, folder, resume=resume)
    return folder if part is not None else write_report(run).parent


def outputs(run: Path) -> set[str]:
    """Return the items whose output is there."""
    names = {file.name for file in media_files(run / "media")}
    return {item.id for item in RunFolder(run).items if item.media["output"] in names}


def worst(run: Path) -> set[str]:
    """Return the items with the lowest PSNR, read from the table by another way than the program's."""
    rows = [line.split(",") for line in (run / "scores.csv").read_text().splitlines()]
    place = rows[0].index("album.psnr")
    return {row[0] for row in sorted(rows[1:], key=lambda row: float(row[place]))[:KEPT]}


def shown(run: Path) -> set[str]:
    return {block["item"] for block in trial.read_page(run, "results.json")["blocks"] if block.get("item")}


def findings(run: Path) -> list[str]:
    return [finding.key for finding in checker.check(str(run))[0]]


@pytest.mark.parametrize("policy", ["worst", "sampled"])
def test_pictures_of_few_items_and_of_the_report_stay(kit: Path, tmp_path: Path, policy: str) -> None:
    everything, few = (run_of(kit, tmp_path / str(one), one) for one in (None, policy))
    chosen = worst(few) if policy == "worst" else set(sample([f"{place:04}" for place in range(1, ITEMS + 1)], KEPT))
    assert outputs(few) == chosen | shown(few)
    assert len(outputs(few)) < len(outputs(everything)) == ITEMS
    for name in ("results.json", "scores.csv"):
        assert (few / name).read_bytes() == (everything / name).read_bytes()
    assert trial.untimed_items(few) == trial.untimed_items(everything)
    assert findings(few) == []
    assert rebuild_and_compare(RunFolder(few)).findings == []


def test_what_the_policy_let_go_is_looked_for_by_nobody(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "worst")
    again = look_again(RunFolder(run), kit=kit)
    assert (again.looked_at, again.total, again.findings) == (len(outputs(run)), ITEMS, [])
    contents = read_contents(RunFolder(run))
    assert {item.id for item in contents.items if contents.named(item)} == outputs(run)


def test_a_picture_that_should_be_there_is_missed_even_if_the_seal_is_made_anew(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "worst")
    kept = next(item for item in RunFolder(run).items if item.id in worst(run))
    (run / "media" / kept.media["output"]).unlink()
    assert {"missing", "media_missing"} <= set(findings(run))
    trial.reseal(run)
    assert findings(run) == ["media_missing"]


def test_without_a_policy_every_picture_is_missed(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "sampled")
    manifest = trial.read_page(run, "manifest.json")
    trial.write_page(run, "manifest.json", {key: value for key, value in manifest.items() if key != "pictures"})
    trial.reseal(run)
    assert findings(run) == ["media_missing"] * (ITEMS - len(outputs(run)))


def test_a_run_that_has_not_ended_keeps_all(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "worst", "1/2")
    assert len(outputs(run)) == ITEMS // 2
    (run / "media" / next(RunFolder(run).items).media["output"]).unlink()
    trial.reseal(run)
    assert sorted(findings(run)) == ["media_missing", "unfinished"]


def test_resumed_and_finished_again_it_has_the_same_bytes(kit: Path, tmp_path: Path) -> None:
    """Killed before the seal, with half of the pictures gone already, and finished by the same command."""
    run = run_of(kit, tmp_path / "run", "worst")
    torn = shutil.copytree(run, tmp_path / "torn")
    (torn / "SHA256SUMS").unlink()
    lines = (torn / "items.jsonl").read_bytes().splitlines(keepends=True)
    (torn / "items.jsonl").write_bytes(b"".join(lines[: ITEMS // 2]))
    manifest = trial.read_page(torn, "manifest.json")
    trial.write_page(torn, "manifest.json", {**manifest, "state": "running", "ended": None, "items": None})
    for copy in (torn, run):
        before = {file.name for file in media_files(run / "media")}
        run_of(kit, copy, "worst", resume=True)
        assert {file.name for file in media_files(copy / "media")} == before
        assert findings(copy) == []
    assert differences(run, torn, How()) == []


def test_another_policy_is_another_run(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "worst")
    with pytest.raises(RecordError, match="another pictures"):
        run_of(kit, run, "sampled", resume=True)


def test_shards_keep_all_and_the_merged_run_few(kit: Path, tmp_path: Path) -> None:
    whole = run_of(kit, tmp_path / "whole", "worst")
    parts = [run_of(kit, tmp_path / f"part-{part}", "worst", f"{part}/2") for part in (1, 2)]
    merged = merge(parts, tmp_path / "merged", kit=kit)
    write_report(merged)
    assert differences(whole, merged.path, How()) == []
    assert findings(merged.path) == []


def test_a_finished_run_lets_nothing_more_go(kit: Path, tmp_path: Path) -> None:
    run = run_of(kit, tmp_path / "run", "sampled")
    before = trial.contents(run)
    finish(on_kit(RunFolder(run), kit), RunFolder(run))
    write_report(RunFolder(run))
    assert trial.contents(run).keys() == before.keys()
    assert json.loads(before["manifest.json"])["pictures"] == "sampled"


def test_the_command_says_what_it_does_not_know(tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit", 2)
    said = trial.mindsight("album", "score", kit, kit / "inputs", "--keep-pictures", "few", "--out", tmp_path / "run")
    assert said.returncode == 2
    assert "--keep-pictures: few is not known; use all, worst, sampled" in said.stderr
    done = trial.mindsight("album", "score", kit, kit / "inputs", "--keep-pictures", "worst", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert trial.read_page(tmp_path / "run", "manifest.json")["pictures"] == "worst"
