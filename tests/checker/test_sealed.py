"""Sealed tasks in the checker: what it says before the seed is published, and each way in which a publication can lie."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home.secrecy import SEED, opening_of, record, spelled
from mindsight import checker
from mindsight.checker.home.sealing import drawn_doubts, opening_doubts
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT
from mindsight.home.sealing.seal import REVEAL, Opening
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from record import trial

OPENING = opening_of()
OTHER = opening_of(seed="1e" * 32)


@pytest.fixture(scope="module")
def untold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed record whose seed is not published. Not to be changed."""
    return record(tmp_path_factory.mktemp("sealed") / "run", OPENING).path


@pytest.fixture
def run(untold: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(untold, tmp_path / "run"))


def publish(run: Path, page: bytes) -> None:
    (run / REVEAL).write_bytes(page)
    trial.reseal(run)


def findings(run: Path) -> list[tuple[str, str, Any]]:
    """Return file, key and field of each finding; each can be said in both languages."""
    found = checker.check(str(run))[0]
    for one in found:
        assert one.say("en").isprintable()
        assert one.say("zh").isprintable()
    return [(one.values["file"], one.key, one.values.get("field")) for one in found]


def said(run: Path, language: str = "en") -> list[str]:
    return [note.say(language) for note in checker.notes(str(run))]


# What is as it should be


def test_before_the_seed_is_published_everything_agrees_and_the_reader_is_told_what_is_open(run: Path) -> None:
    assert findings(run) == []
    (note,) = said(run)
    assert "their seed is not published yet" in note
    assert OPENING.commitment in note
    assert OPENING.commitment in said(run, "zh")[0]


def test_the_right_seed_agrees_and_the_reader_is_told_what_to_compare(run: Path) -> None:
    publish(run, OPENING.page)
    assert findings(run) == []
    (note,) = said(run)
    assert f"has the commitment {OPENING.commitment} and leads to every task" in note


@pytest.mark.parametrize(("language", "word"), [("en", "published seed"), ("zh", "已公布的种子")])
def test_the_copy_in_the_run_says_the_same_without_mindsight(run: Path, language: str, word: str) -> None:
    publish(run, OPENING.page)
    command = [sys.executable, "-I", "-S", str(run / "check_run.py"), "--lang", language]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    _, note, *_ = done.stdout.splitlines()
    assert word in note
    assert OPENING.commitment in note
    publish(run, OTHER.page)
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=60)
    assert done.returncode == 1
    assert REVEAL in done.stdout
    assert word not in done.stdout


def test_the_commitment_can_be_computed_with_the_standard_library_alone(run: Path) -> None:
    publish(run, OPENING.page)
    page = json.loads((run / REVEAL).read_text("utf-8"))
    line = json.dumps(page, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(line.encode()).hexdigest() == RunFolder(run).manifest.plan["sealed"]


# What is published is not what was committed to


@pytest.mark.parametrize(
    "change",
    [
        {"seed": OTHER.seed},
        {"seed": SEED[:-1] + "0"},
        {"salt": "a5" * 31 + "a4"},
        {"plan": {**OPENING.plan, "trials": 8}},
        {"versions": {**OPENING.versions, "rule": 2}},
        {"version": 2},
        {"remark": "one more"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_other_page_than_the_one_committed_to_is_named(run: Path, change: dict[str, Any]) -> None:
    publish(run, spelled({**OPENING.model_dump(mode="json"), **change}))
    assert findings(run) == [(REVEAL, "commitment", None)]
    assert OPENING.commitment in checker.check(str(run))[0][0].say()


@pytest.mark.parametrize(
    ("forge", "key"),
    [
        (lambda page: page.replace(b'"salt"', b'"seed": "%s",\n "salt"' % OTHER.seed.encode(), 1), "not_canonical"),
        (lambda page: page.replace(b"\n", b"\r\n"), "not_canonical"),
        (lambda page: json.dumps(json.loads(page)).encode(), "not_canonical"),
        (lambda page: page[:-20], "not_json"),
        (lambda page: b"[" + page + b"]", "not_json"),
        (lambda _page: b"", "not_json"),
        (lambda _page: b"\xff\xfe", "not_json"),
        (lambda _page: b"{}", "commitment"),
    ],
)
def test_a_page_that_can_be_read_in_two_ways_or_in_none_is_named(
    run: Path, forge: Callable[[bytes], bytes], key: str
) -> None:
    publish(run, forge(OPENING.page))
    assert findings(run)[0][:2] == (REVEAL, key)


def changed_bytes(run: Path, count: int) -> None:
    rng = Random(count)
    for _ in range(count):
        page = bytearray(OPENING.page)
        place = rng.randrange(len(page))
        page[place] ^= 1 << rng.randrange(8)
        publish(run, bytes(page))
        assert {name for name, _, _ in findings(run)} == {REVEAL}


def test_one_bit_is_found(run: Path) -> None:
    changed_bytes(run, 12)


@pytest.mark.slow
def test_each_of_many_bits_is_found(run: Path) -> None:
    changed_bytes(run, 400)


def test_a_published_seed_that_is_taken_away_again_is_missed(run: Path) -> None:
    publish(run, OPENING.page)
    (run / REVEAL).unlink()
    assert (REVEAL, "missing", None) in findings(run)


def test_a_link_in_its_place_is_no_publication(run: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.json").write_bytes(OPENING.page)
    (run / REVEAL).symlink_to(tmp_path / "elsewhere.json")
    assert (REVEAL, "link", None) in findings(run)


def test_a_seed_cannot_be_published_with_a_run_that_was_not_sealed(run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    del manifest["plan"]["sealed"]
    trial.write_page(run, "manifest.json", manifest)
    publish(run, OPENING.page)
    assert (REVEAL, "commitment", None) in findings(run)


# Committed to one test, ran another


def test_tasks_that_do_not_come_from_the_seed_are_named_once_it_is_published(tmp_path: Path) -> None:
    run = record(tmp_path / "run", OPENING, drawn=OTHER).path
    assert findings(run) == []
    publish(run, OPENING.page)
    named = [(name, key, field) for name, key, field in findings(run) if key == "disagrees"]
    ids = [entry["id"] for entry in trial.read_page(run, "instances.json")["items"]]
    assert named == [("instances.json", "disagrees", f"{id_}.seed") for id_ in ids]


def test_a_single_task_that_was_exchanged_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first_seed = Opening.first_seed

    def exchanged(self: Opening, task: str, pair: int) -> int:
        return first_seed(self, task, pair) + (SEEDS_PER_SLOT if (task, pair) == ("buttons", 1) else 0)

    with monkeypatch.context() as patch:
        patch.setattr(Opening, "first_seed", exchanged)
        run = record(tmp_path / "run", OPENING).path
    publish(run, OPENING.page)
    named = {field for _, key, field in findings(run) if key == "disagrees"}
    assert named == {"buttons-0002.seed", "buttons-0005.seed"}


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"penalty": 0.5}, "plan.penalty"),
        ({"interface": "menu"}, "plan.interface"),
        ({"unknown": ("buttons",)}, "plan.unknown"),
    ],
)
def test_another_plan_than_the_sealed_one_is_named(tmp_path: Path, plan: dict[str, Any], field: str) -> None:
    run = record(tmp_path / "run", OPENING, **plan).path
    publish(run, OPENING.page)
    assert (REVEAL, "disagrees", field) in findings(run)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"versions": {**OPENING.versions, "rule": 2}}, "versions.rule"),
        ({"versions": {**OPENING.versions, "tasks": {"suitcase": 2, "buttons": 1}}}, "versions.tasks"),
        (
            {"versions": {**OPENING.versions, "software": {**OPENING.versions["software"], "numpy": "1.0"}}},
            "versions.software.numpy",
        ),
        ({"versions": {**OPENING.versions, "software": {}}}, "versions.software.mujoco-core"),
        ({"versions": {}}, "versions.rule"),
        ({"plan": {}}, "plan.tasks"),
        ({"plan": {**OPENING.plan, "more": 1}}, "plan.more"),
        ({"format": "mindsight.home-secret"}, "format"),
        ({"version": True}, "version"),
        ({"seed": "0f"}, None),
        ({"seed": 7}, None),
    ],
)
def test_who_commits_to_less_or_to_something_else_is_named(
    tmp_path: Path, changed: dict[str, Any], field: str | None
) -> None:
    page = {**OPENING.model_dump(mode="json"), **changed}
    odd = type("Odd", (), {"commitment": canonical.digest(page)})()
    run = record(tmp_path / "run", odd, drawn=OPENING).path
    publish(run, spelled(page))
    found = findings(run)
    assert (REVEAL, "disagrees", field) in found if field else found[0][2] == "suitcase-0001.seed"
    assert not any(key == "commitment" for _, key, _ in found)


# Before the seed is published


def test_tasks_that_were_sealed_do_not_come_from_a_public_seed(run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"]["sealed"] = None
    # All of it consistent: as if the tasks came from seed 0.
    manifest["identity"] = {**manifest["identity"], "seed": 0}
    del manifest["identity"]["sealed"]
    manifest["seeds"] = {"tasks": 0}
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert {field for _, key, field in findings(run) if key == "disagrees"} >= {"buttons-0001.seed"}


# Whatever is in there

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**400)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def with_some(page: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return pages in which some fields are anything at all, or gone."""
    other = st.dictionaries(st.sampled_from(sorted(page)), anything, min_size=1, max_size=3)
    return st.builds(lambda changes, gone: {**page, **changes} if not gone else changes, other, st.booleans())


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    opening=with_some(OPENING.model_dump(mode="json")),
    plan=with_some({**OPENING.plan, "sealed": OPENING.commitment}),
    entries=st.lists(with_some({"id": "buttons-0001", "task": "buttons", "reason": "", "seed": 7}), max_size=4),
)
def test_nothing_in_a_page_can_stop_the_checker(
    opening: dict[str, Any], plan: dict[str, Any], entries: list[dict[str, Any]]
) -> None:
    doubts = [
        *opening_doubts({"plan": plan, "software": plan}, opening, entries),
        *drawn_doubts(opening, entries),
    ]
    for doubt in doubts:
        assert doubt.at(file="x").say().isprintable()
