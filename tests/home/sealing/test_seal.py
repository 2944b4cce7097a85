"""Sealed tasks: the commitment binds, the secret stays secret until it is published, and the publication can be checked."""

import hashlib
import hmac
import json
import os
import random
import re
import shutil
import stat
import string
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from home.secrecy import SALT, SEED, TASKS, opening_of, record
from mindsight.checker.home.sealing import first_seed
from mindsight.errors import IdentityError, InputError, MindsightError, RecordError
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, slots
from mindsight.home.sealing import regeneration
from mindsight.home.sealing import seal as sealing
from mindsight.home.sealing.seal import COMMITMENT, REVEAL, SECRET, Opening, Seal, open_seal, seal
from mindsight.home.setting import Disturbance, Setting
from mindsight.record import canonical
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder

PLAN = Plan(tasks=TASKS, trials=6)
OPENING = opening_of()


@pytest.fixture
def sealed(tmp_path: Path) -> Seal:
    return seal(tmp_path / "seal", sealing.decided(PLAN))


def change(file: Path, **fields: Any) -> None:
    mode = file.stat().st_mode
    file.write_bytes(canonical.page({**json.loads(file.read_bytes()), **fields}))
    file.chmod(mode)


# The commitment


def test_it_is_the_sha256_of_the_published_file() -> None:
    page = json.loads(OPENING.page)
    line = json.dumps(page, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert OPENING.commitment == hashlib.sha256(line.encode()).hexdigest()
    assert page["seed"] == SEED
    assert page["salt"] == SALT


def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if isinstance(value, dict) and value:
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    return [path]


PAGE = OPENING.model_dump(mode="json")


@pytest.mark.parametrize("path", leaves(PAGE), ids=".".join)
def test_it_binds_every_field_of_plan_versions_seed_and_salt(path: tuple[str, ...]) -> None:
    page = json.loads(json.dumps(PAGE))
    place = page
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = "another"
    assert canonical.digest(page) != OPENING.commitment
    del place[path[-1]]
    assert canonical.digest(page) != OPENING.commitment


def test_every_choice_that_can_change_a_score_is_sealed() -> None:
    # When adding a choice to the plan, decide here whether it is sealed or cannot change a score.
    free = {"seed", "sealed", "anchors", "keep_pictures", "temperature"}
    setting = Setting(disturbance=Disturbance(blur=1), wording="b", stance="eager", budget=9)
    odd = PLAN.model_copy(update={"epochs": 2, "tasks_per_scene": 2, "setting": setting})
    assert set(Plan.model_fields) == free | sealing.decided(odd).keys()
    # How a model is asked for points is its own, as its temperature is.
    assert sealing.decided(odd)["setting"].keys() == Setting.model_fields.keys() - {"model_profile"}
    # Later additions are left out at their default, so that older seals can still be used.
    assert sealing.decided(odd).keys() - sealing.decided(PLAN).keys() == {"epochs", "tasks_per_scene"}


def test_a_plan_is_the_same_after_it_was_written_and_read() -> None:
    odd = Plan(tasks=TASKS, irrelevant=1 / 3, penalty=1e-9, unknown=("buttons",), setting=Setting(language="en"))
    decided = sealing.decided(odd)
    assert json.loads(json.dumps(decided)) == decided


# The secret


def test_two_seals_of_one_plan_share_nothing_predictable(tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        random.seed(7)
        np.random.seed(7)  # noqa: NPY002  (a careless generator would draw from it)
        found.append(seal(tmp_path / name, sealing.decided(PLAN)).opening)
    one, other = found
    assert (one.plan, one.versions) == (other.plan, other.versions)
    values = {value for opening in found for value in (opening.seed, opening.salt)}
    assert len(values) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", value) for value in values)
    assert one.commitment != other.commitment
    assert not set(seeds_of(one)) & set(seeds_of(other))


def test_no_other_user_can_read_it_under_any_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = seal(tmp_path / "seal", sealing.decided(PLAN)).folder
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / SECRET).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert sorted(file.name for file in tmp_path.rglob("*")) == [COMMITMENT, "seal", SECRET]


def test_what_is_public_holds_plan_versions_and_commitment_and_nothing_of_the_secret(sealed: Seal) -> None:
    public = (sealed.folder / COMMITMENT).read_text("utf-8")
    page = json.loads(public)
    assert page["commitment"] == sealed.commitment
    assert page["plan"] == sealing.decided(PLAN)
    assert page["versions"]["tasks"].keys() == set(TASKS)
    assert sealed.opening.seed not in public
    assert sealed.opening.salt not in public
    digits = set(re.findall("[0-9a-f]{64}", public))
    assert digits == {sealed.commitment}


def test_it_is_in_no_representation(sealed: Seal) -> None:
    secret = sealing._read_secret(sealed.folder / SECRET)
    for thing in (sealed, sealed.opening, secret, [sealed], {"seal": sealed}):
        for said in (repr(thing), str(thing), f"{thing}"):
            assert sealed.opening.seed not in said
            assert sealed.opening.salt not in said


@pytest.mark.parametrize(
    "page",
    [
        {"seed": SEED},
        {"seed": SEED[:-1]},
        {"salt": SEED.upper()},
        {"commitment": SEED},
        {"format": SEED},
        {"more": SEED},
    ],
    ids=lambda page: next(iter(page)),
)
def test_it_is_in_no_complaint(sealed: Seal, page: dict[str, str]) -> None:
    change(sealed.folder / SECRET, **page)
    with pytest.raises(InputError) as caught:
        open_seal(sealed.folder)
    assert caught.value.__cause__ is None
    assert SEED[:-1] not in str(caught.value).replace(f"commitment {SEED}", "")
    assert sealed.opening.seed not in str(caught.value)


# The tasks


def seeds_of(opening: Opening) -> list[int]:
    return [opening.first_seed(task, pair) for task, pair in product(("suitcase", "buttons", "clean_room"), range(50))]


# openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f, of the words "buttons/0", "buttons/1" and "clean_room/0"
OPENSSL = {
    ("buttons", 0): "5cdea793658a49dd6355101238c74b340c63182913983d530df14e79d7875e82",
    ("buttons", 1): "ce2a846bdfe02fb7a9d994df3e66603d9b88fa6a3baa9a3befd4913f1a167209",
    ("clean_room", 0): "e251d52cb667ef6698aa15a89ac71d76ae2ef1a3f9a6b2ee76075c4f43d8de0a",
}


@pytest.mark.parametrize(("place", "digest"), OPENSSL.items())
def test_a_tasks_seed_is_the_hmac_that_openssl_computes(place: tuple[str, int], digest: str) -> None:
    opening = opening_of(seed=bytes(range(32)).hex())
    number = int(digest[:16], 16) >> 2
    assert opening.first_seed(*place) == number - number % SEEDS_PER_SLOT
    assert first_seed(opening.seed, *place) == opening.first_seed(*place)


def test_seeds_are_far_apart_and_fit_where_seeds_go() -> None:
    seeds = seeds_of(OPENING)
    assert len(set(seeds)) == 150
    assert all(0 <= seed < 2**62 and seed % SEEDS_PER_SLOT == 0 for seed in seeds)
    # Half of them in either half of the range, and so in each of the ten highest bits; 5 standard deviations.
    for bit in range(52, 62):
        assert abs(sum(seed >> bit & 1 for seed in seeds) - 75) < 31


def test_some_seeds_do_not_reveal_others() -> None:
    # One different bit of the secret: no seed is the same.
    assert not set(seeds_of(OPENING)) & set(seeds_of(opening_of(seed=SEED[:-1] + "e")))
    # The salt protects the commitment and changes no task.
    assert seeds_of(OPENING) == seeds_of(opening_of(salt="00" * 32))


def test_a_plans_places_take_their_seeds_from_the_secret_in_pairs() -> None:
    wanted = slots(TASKS, trials=6, irrelevant=0.5, seed=OPENING.first_seed)
    by_class = {task: [slot.seed for slot in wanted if slot.task == task] for task in TASKS}
    for task, seeds in by_class.items():
        assert seeds == [OPENING.first_seed(task, pair) for pair in (0, 1, 2, 0, 1, 2)]
    assert [slot.id for slot in wanted] == [slot.id for slot in slots(TASKS, trials=6, irrelevant=0.5, seed=7)]


# The folder of a seal


@pytest.mark.parametrize("place", ["file", "full", "run/seal", "run/deep/seal"])
def test_places_that_cannot_hold_a_seal_are_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note.txt").write_text("")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match="is not empty" if "/" not in place else "lies in a run folder"):
        seal(tmp_path / place, sealing.decided(PLAN))
    assert not list(tmp_path.rglob(SECRET))


def test_an_empty_folder_is_used_and_a_new_one_is_made_with_its_parents(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for place in ("empty", "new/er"):
        assert open_seal(seal(tmp_path / place, sealing.decided(PLAN)).folder).opening.plan == sealing.decided(PLAN)


def test_a_seal_is_created_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sealing, "write_whole", killed)
    with pytest.raises(KeyboardInterrupt):
        seal(tmp_path / "seal", sealing.decided(PLAN))
    assert list(tmp_path.iterdir()) == []


def test_a_seal_is_read_back(sealed: Seal) -> None:
    again = open_seal(sealed.folder)
    assert again == sealed
    assert again.opening.page == sealed.opening.page
    assert not again.opened
    sealing.check_usable(again)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644, 0o660, 0o610])
def test_a_secret_that_others_may_read_or_change_is_refused(sealed: Seal, mode: int) -> None:
    (sealed.folder / SECRET).chmod(mode)
    with pytest.raises(InputError, match=rf"others may read or change it \(mode {mode:04o}\).*chmod 600"):
        open_seal(sealed.folder)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda folder: (folder / SECRET).unlink(), "is not there; without the seed the sealed tasks cannot be made"),
        (lambda folder: (folder / COMMITMENT).unlink(), "holds no seal"),
        (shutil.rmtree, "holds no seal"),
        (lambda folder: change(folder / SECRET, seed=SEED), "do not give the commitment"),
        (lambda folder: change(folder / SECRET, salt=SALT), "do not give the commitment"),
        (lambda folder: change(folder / SECRET, commitment=SEED), "do not give the commitment"),
        (lambda folder: change(folder / COMMITMENT, commitment=SEED), "do not give the commitment"),
        (lambda folder: change(folder / COMMITMENT, plan={}), "do not give the commitment"),
        (lambda folder: change(folder / COMMITMENT, versions={}), "do not give the commitment"),
        (lambda folder: change(folder / COMMITMENT, more=1), "field more: Extra inputs are not permitted"),
        (lambda folder: change(folder / COMMITMENT, version=2), "field version: Input should be 1"),
        (lambda folder: (folder / COMMITMENT).write_text("[]"), "is not valid JSON"),
        (lambda folder: (folder / COMMITMENT).write_text("{"), "is not valid JSON"),
    ],
)
def test_a_seal_that_was_changed_is_refused(sealed: Seal, spoil: Callable[[Path], Any], sentence: str) -> None:
    spoil(sealed.folder)
    with pytest.raises(MindsightError, match=sentence) as caught:
        open_seal(sealed.folder)
    # Neither the sentence nor a placeholder without its value.
    assert not [name for _, name, _, _ in string.Formatter().parse(str(caught.value)) if name]


@pytest.mark.parametrize(
    ("versions", "sentence"),
    [
        ({"rule": 99}, "was sealed with rule 99, here is 1"),
        ({"tasks": {"suitcase": 1, "buttons": 99}}, "was sealed with tasks buttons 99, here is"),
        ({"software": {"mindsight": "9.9"}}, "was sealed with software mindsight 9.9, here is"),
    ],
)
def test_other_versions_than_those_sealed_with_do_not_run_it(
    tmp_path: Path, versions: dict[str, Any], sentence: str
) -> None:
    here = sealing.versions_of(sealing.decided(PLAN))
    both = {name: {**here[name], **value} if isinstance(value, dict) else value for name, value in versions.items()}
    with pytest.raises(InputError, match=sentence):
        sealing.check_usable(Seal(tmp_path, opening_of(versions={**here, **both})))


def test_proved_tasks_are_kept_with_the_secret_and_closed_to_others(sealed: Seal) -> None:
    place = sealed.private_cache()
    assert place.parent == sealed.folder
    place.chmod(0o755)
    assert stat.S_IMODE(sealed.private_cache().stat().st_mode) == 0o700


# Publication


@pytest.fixture
def run(sealed: Seal, tmp_path: Path) -> RunFolder:
    """A complete record under the seal, made without the engine."""
    return record(tmp_path / "run", sealed.opening)


def test_before_publication_the_record_holds_nothing_of_the_secret(sealed: Seal, run: RunFolder) -> None:
    kept = [sealed.opening.seed, sealed.opening.salt]
    kept += [str(int(value, 16)) for value in kept]
    names = [bytes.fromhex(value) for value in kept[:2]]
    for file in run.path.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert not any(value.encode() in data for value in kept)
            assert not any(value in data for value in names)
    assert sealed.commitment.encode() in (run.path / "manifest.json").read_bytes()
    with pytest.raises(
        RecordError, match="their seed is not published yet; the laboratory publishes it with: mindsight home"
    ):
        sealing.published(run)
    with pytest.raises(RecordError, match="not published yet"):
        regeneration.regenerate(run)


def test_a_published_seed_is_what_was_committed_to_and_the_seal_knows(sealed: Seal, run: RunFolder) -> None:
    sealing.check_revealable(sealed, run)
    assert sealing.reveal(sealed, run)
    assert (run.path / REVEAL).read_bytes() == (sealed.folder / REVEAL).read_bytes() == sealed.opening.page
    assert sealing.published(run) == sealed.opening
    with pytest.raises(InputError, match="its seed was published, so its tasks can be known; seal another test"):
        sealing.check_usable(open_seal(sealed.folder))
    before = {file: file.read_bytes() for file in run.path.iterdir() if file.is_file()}
    sealing.check_revealable(sealed, run)
    assert not sealing.reveal(sealed, run)
    assert before == {file: file.read_bytes() for file in run.path.iterdir() if file.is_file()}


def test_an_interrupted_publication_is_completed_by_the_next(
    sealed: Seal, run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_arguments: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "publish", killed)
        with pytest.raises(KeyboardInterrupt):
            sealing.reveal(sealed, run)
    assert sealed.opened
    assert not (run.path / REVEAL).exists()
    with pytest.raises(InputError, match="its seed was published"):
        sealing.check_usable(sealed)
    sealing.check_revealable(sealed, run)
    assert sealing.reveal(sealed, run)
    assert sealing.published(run) == sealed.opening


def test_one_seal_serves_several_runs(sealed: Seal, run: RunFolder, tmp_path: Path) -> None:
    other = record(tmp_path / "other", sealed.opening)
    for one in (run, other):
        sealing.check_revealable(sealed, one)
        assert sealing.reveal(sealed, one)
        assert sealing.published(one) == sealed.opening


def test_only_runs_under_one_seal_are_compared(sealed: Seal, run: RunFolder, tmp_path: Path) -> None:
    other, foreign = record(tmp_path / "other", sealed.opening), record(tmp_path / "foreign", OPENING)
    sealing.reveal(sealed, other)
    assert compare_runs([run, other], seed=7).differences
    with pytest.raises(IdentityError, match="cannot be compared"):
        compare_runs([run, foreign], seed=7)


def test_a_run_that_was_not_tested_under_the_seal_is_refused(sealed: Seal, tmp_path: Path) -> None:
    other = record(tmp_path / "other", OPENING)
    with pytest.raises(RecordError, match=f"was not tested under the commitment {sealed.commitment}"):
        sealing.check_revealable(sealed, other)
    assert not (other.path / REVEAL).exists()
    assert not sealed.opened


def test_a_run_that_is_not_over_is_refused(sealed: Seal, run: RunFolder) -> None:
    run.write_model("manifest.json", run.manifest.model_copy(update={"state": "interrupted"}))
    with pytest.raises(RecordError, match="the run is not complete; finish it with --resume"):
        sealing.check_revealable(sealed, run)


def test_another_reveal_file_is_neither_overwritten_nor_trusted(sealed: Seal, run: RunFolder) -> None:
    (run.path / REVEAL).write_bytes(OPENING.page)
    with pytest.raises(RecordError, match="is there already, with another content"):
        sealing.check_revealable(sealed, run)
    with pytest.raises(RecordError, match=f"does not give the commitment {sealed.commitment} of this run"):
        sealing.published(run)
    (run.path / REVEAL).write_bytes(canonical.page({**PAGE, "seed": 1}))
    with pytest.raises(InputError, match="field seed: Input should be a valid string"):
        sealing.published(run)


# Drawing the tasks again


def drawn(run: RunFolder, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> regeneration.Regenerated:
    """Draw again, with an engine that gives what the record says except for the changes."""
    page = json.loads((run.path / "instances.json").read_bytes())
    page = {"rejections": [], **page, **changed}
    asked: list[Any] = []

    def prepare(wanted: Any, *, cache: Path | None, **_: Any) -> Any:
        assert cache is None
        asked.extend(wanted)
        return [SimpleNamespace(instance=None) for _ in wanted]

    monkeypatch.setattr(regeneration, "prepare", prepare)
    monkeypatch.setattr(regeneration, "instances_page", lambda *_, **__: canonical.page(page))
    found = regeneration.regenerate(run)
    places = [(slot.id, slot.reason) for slot in asked]
    kept = json.loads((run.path / "instances.json").read_bytes())["items"]
    assert places == [(entry["id"], entry["reason"]) for entry in kept]
    assert all(0 <= entry["seed"] - slot.seed < SEEDS_PER_SLOT for slot, entry in zip(asked, kept, strict=True))
    return found


@pytest.fixture
def revealed(sealed: Seal, run: RunFolder) -> RunFolder:
    """The record with the list of rejections that a real one has, and its seed published."""
    page = json.loads((run.path / "instances.json").read_bytes())
    (run.path / "instances.json").write_bytes(canonical.page({**page, "rejections": []}))
    sealing.reveal(sealed, run)
    return run


def test_the_same_tasks_are_asked_of_the_engine_without_the_cache(
    revealed: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = drawn(revealed, monkeypatch)
    assert (found.count, found.different) == (12, ())


def test_a_task_that_comes_out_differently_is_named(revealed: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    items = json.loads((revealed.path / "instances.json").read_bytes())["items"]
    items[3] = {**items[3], "oracle_steps": 99}
    found = drawn(revealed, monkeypatch, items=items)
    assert found.different == found.steps == (items[3]["id"],)
    items[3] = {**items[3], "needed": ["something else"]}
    found = drawn(revealed, monkeypatch, items=items)
    assert (found.different, found.steps) == ((items[3]["id"],), ())
    assert drawn(revealed, monkeypatch, items=items[:-1]).different == (items[3]["id"], items[-1]["id"])
    assert drawn(revealed, monkeypatch, rejections=[{"seed": 1}]).different == ("rejections",)


def test_a_record_without_its_rejections_is_named(
    sealed: Seal, run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealing.reveal(sealed, run)
    assert drawn(run, monkeypatch).different == ("rejections",)


def test_other_versions_than_the_runs_are_named(revealed: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    here = {"mindsight": "9.9", "mujoco-core": revealed.manifest.software["mujoco-core"], "numpy": "0"}
    monkeypatch.setattr(regeneration.environment, "software", lambda *_: here)
    assert [one.split()[0] for one in drawn(revealed, monkeypatch).versions] == ["mindsight", "numpy"]


def test_only_household_tasks_can_be_generated_anew(revealed: RunFolder) -> None:
    manifest = revealed.manifest
    revealed.write_model("manifest.json", manifest.model_copy(update={"kind": "enhancement"}))
    with pytest.raises(InputError, match="has no suite home enhancement"):
        regeneration.regenerate(revealed)


def test_hmac_needs_the_whole_secret() -> None:
    # 256 bits are used, not the digits that spell them.
    key = bytes.fromhex(SEED)
    digest = hmac.new(key, b"buttons/0", hashlib.sha256).digest()
    assert (
        OPENING.first_seed("buttons", 0) == (int.from_bytes(digest[:8], "big") >> 2) // SEEDS_PER_SLOT * SEEDS_PER_SLOT
    )
