"""A record that contradicts itself is named, however well it is chained and sealed, and without the kit's pictures."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.kinds import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from record import trial

Items = list[dict[str, Any]]


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def found(run: Path) -> list[tuple[Any, ...]]:
    """Return the findings: key, item if any, field if any."""
    findings = checker.check(str(run))[0]
    for finding in findings:
        assert all(finding.say(language).isprintable() for language in ("en", "zh"))
    return [tuple(v for v in (f.key, f.values.get("found"), f.values.get("field")) if v is not None) for f in findings]


def with_items(run: Path, change: Callable[[Items], None]) -> list[tuple[Any, ...]]:
    """Change the items, give them the numbers that mindsight would give them, and seal all of it."""
    items = trial.read_lines(run)
    change(items)
    trial.rechain(run, items)
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)
    return found(run)


def with_manifest(run: Path, change: Callable[[dict[str, Any]], None]) -> list[tuple[Any, ...]]:
    manifest = trial.read_page(run, "manifest.json")
    change(manifest)
    trial.write_page(run, "manifest.json", manifest)
    results = trial.read_page(run, RESULTS)
    for measure in results["measures"]:
        measure["signature"]["identity"] = manifest["identity"]
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    return found(run)


def test_nothing_changed_is_nothing_found(run: Path) -> None:
    assert with_items(run, lambda _: None) == with_manifest(run, lambda _: None) == []


# Items


def test_another_items_picture(run: Path) -> None:
    def change(items: Items) -> None:
        items[0]["media"] = items[1]["media"]

    assert with_items(run, change) == [("item_disagrees", "0001", "media.output")]


def test_another_hash_of_the_answer(run: Path) -> None:
    def change(items: Items) -> None:
        items[0]["answer"]["sha256"] = "0" * 64

    assert with_items(run, change) == [("item_disagrees", "0001", "media.output")]


def test_a_picture_that_ought_to_be_kept(run: Path) -> None:
    def change(items: Items) -> None:
        items[0]["media"] = {}

    assert with_items(run, change) == [("item_disagrees", "0001", "media.output")]
    (sentence,) = (finding.say() for finding in checker.check(str(run))[0])
    assert "item 0001: media.output is null, but answer.sha256, plan.keep_outputs gives" in sentence


def test_a_picture_that_was_not_to_be_kept(run: Path) -> None:
    items = with_manifest(run, lambda manifest: manifest["plan"].update(keep_outputs=False))
    assert items == [("item_disagrees", f"000{number}", "media.output") for number in (1, 2, 3, 4)]


def test_a_score_of_no_answer(run: Path) -> None:
    def change(items: Items) -> None:
        items[0]["media"] = items[0]["answer"] = {}

    assert with_items(run, change) == [("item_disagrees", "0001", "answer.sha256")]


@pytest.mark.parametrize("side", ["width", "height"])
def test_a_scored_output_of_another_size_than_its_reference(run: Path, side: str) -> None:
    def change(items: Items) -> None:
        items[0]["parsed"][side] += 1

    assert with_items(run, change) == [("item_disagrees", "0001", f"parsed.{side}")]


def test_a_failure_without_a_reason_and_a_score_with_one(run: Path) -> None:
    def change(items: Items) -> None:
        items[0]["error"], items[4]["error"] = items[4]["error"], None

    assert sorted(with_items(run, change)) == [("no_reason", "0005"), ("reason", "0001")]


# Manifest


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("identity.profile_hash", "sha256-0"),
        ("identity.data", "sha256-0"),
        ("identity.n", 31),
    ],
)
def test_what_the_manifest_says_otherwise_than_the_kit(run: Path, field: str, value: Any) -> None:
    part, _, name = field.partition(".")
    keys = with_manifest(run, lambda manifest: manifest[part].update({name: value}))
    assert ("disagrees", field) in keys
    assert {key[0] for key in keys} <= {"disagrees", "undeclared"}


def test_another_profile_than_the_kits(run: Path) -> None:
    keys = with_manifest(run, lambda manifest: manifest["plan"]["profile"].update(noise_sigma=1.0))
    assert keys == [("disagrees", "plan.profile")]


# Links


@pytest.mark.parametrize(
    "name",
    [
        "results.json",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("report.html", "check_run.py", "SHA256SUMS")),
        "media",
    ],
)
def test_a_link_in_the_place_of_a_file(run: Path, tmp_path: Path, name: str) -> None:
    moved = tmp_path / name
    (run / name).rename(moved)
    (run / name).symlink_to(moved)
    assert ("link",) in found(run)
    assert f"{name}: is a link; a record holds files of its own" in [f.say() for f in checker.check(str(run))[0]]
    done = trial.mindsight("report", run)
    assert done.returncode == 2
    assert "is a link" in done.stderr


def test_a_link_to_nowhere_makes_nothing_trip(run: Path) -> None:
    (run / ".lock").symlink_to(run / "nowhere")
    assert sorted(found(run)) == [("link",), ("unlisted",)]


def test_a_seal_does_not_vouch_for_links(run: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"content")
    (run / "more.txt").symlink_to(tmp_path / "elsewhere")
    RunFolder(run).seal()
    assert "more.txt" not in (run / "SHA256SUMS").read_text()


# What a run that has ended consists of


@pytest.mark.parametrize("name", ["check_run.py", "report.html"])
def test_what_belongs_to_every_run_that_has_ended(run: Path, name: str) -> None:
    (run / name).unlink()
    assert found(run) == [("missing",)]
    trial.reseal(run)
    assert found(run) == [("absent",)]
