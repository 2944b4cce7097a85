"""Merging of shards that somebody changed and sealed anew: refused, or copied as they are for ``verify`` to find."""

import os
import shutil
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from golden.difference import How, differences
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, MindsightError, RecordError
from mindsight.merging import merge
from mindsight.merging.lines import following
from mindsight.merging.order import order_of
from mindsight.pipeline import keep_few, run_test, take_shard
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from record import trial

ITEMS, COUNT = 6, 2
RECORDS = Path(__file__).parent / "golden" / "records"
Items = list[dict[str, Any]]


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("forged") / "kit", ITEMS)


@pytest.fixture(scope="module")
def shards(kit: Path) -> list[Path]:
    """The shards of a run on the kit. Not to be changed."""
    return [shard_of(kit, kit.parent / f"shard-{part}", part) for part in range(1, COUNT + 1)]


def shard_of(kit: Path, folder: Path, part: int, policy: str | None = None) -> Path:
    test = trial.enhancement(kit, SubjectSpec("baseline", "identity"))
    take_shard(test, f"{part}/{COUNT}")
    if policy is not None:
        keep_few(test, policy)  # type: ignore[arg-type]
    return run_test(test, folder).path


def forged(shard: Path, copy: Path, change: Callable[[Items], Items]) -> Path:
    """Copy a shard with other items, chained and sealed anew."""
    shutil.copytree(shard, copy)
    trial.rechain(copy, change(trial.read_lines(copy)))
    trial.reseal(copy)
    return copy


def refusal(shards: list[Path], kit: Path, out: Path) -> str:
    with pytest.raises(MindsightError) as caught:
        merge(shards, out, kit=kit)
    assert not out.exists()
    return str(caught.value)


def found_in(run: Path) -> set[str]:
    return {finding.key for finding in checker.check(str(run))[0]}


def test_lines_in_any_order_are_put_into_that_of_the_plan(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    mixed = [forged(shard, tmp_path / shard.name, lambda items: items[::-1]) for shard in shards]
    one, other = (merge(parts, tmp_path / f"run-{number}", kit=kit) for number, parts in enumerate((shards, mixed)))
    assert (one.path / "items.jsonl").read_bytes() == (other.path / "items.jsonl").read_bytes()
    assert [item.id for item in other.items] == [f"{number:04}" for number in range(1, ITEMS + 1)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda items: items[:-1], "does not hold the items of shard 2/2: 0006"),
        (lambda _items: [], "does not hold the items of shard 2/2: 0002, 0004, 0006"),
        (lambda items: [*items, items[0]], "does not hold the items of shard 2/2: 0002"),
        (lambda items: [items[0], items[0], *items[1:]], "does not hold the items of shard 2/2: 0002"),
        (lambda items: [*items, {**items[0], "id": "0001"}], "does not hold the items of shard 2/2: 0001"),
        (lambda items: [{**items[0], "id": "9999"}, *items[1:]], "does not hold the items of shard 2/2: 0002, 9999"),
    ],
)
def test_items_that_are_not_those_of_the_shard(
    kit: Path, shards: list[Path], tmp_path: Path, change: Callable[[Items], Items], said: str
) -> None:
    parts = [shards[0], forged(shards[1], tmp_path / "shard", change)]
    assert said in refusal(parts, kit, tmp_path / "run")


def test_a_broken_chain_is_refused_even_if_it_was_sealed(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = shutil.copytree(shards[1], tmp_path / "shard")
    lines = (copy / "items.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "items.jsonl").write_bytes(lines[0] + lines[2] + lines[1])
    trial.reseal(copy)
    assert "line 2 does not follow the line before it" in refusal([shards[0], copy], kit, tmp_path / "run")


def test_an_end_that_is_not_the_sealed_one_is_refused(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = shutil.copytree(shards[1], tmp_path / "shard")
    manifest = trial.read_page(copy, "manifest.json")
    trial.write_page(copy, "manifest.json", {**manifest, "items": {**manifest["items"], "head": "1" * 64}})
    trial.reseal(copy)
    assert "manifest.json sealed 3 and another last line" in refusal([shards[0], copy], kit, tmp_path / "run")


def test_a_file_that_is_not_as_it_was_sealed_is_refused(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = shutil.copytree(shards[1], tmp_path / "shard")
    picture = next((copy / "media").iterdir())
    picture.write_bytes(picture.read_bytes()[:-1])
    said = refusal([shards[0], copy], kit, tmp_path / "run")
    assert picture.name in said
    trial.reseal(copy)
    assert refusal([shards[0], copy], kit, tmp_path / "run") == said
    assert not (tmp_path / "run").exists()


def test_what_a_sealed_shard_says_falsely_is_found_in_the_whole_run(
    kit: Path, shards: list[Path], tmp_path: Path
) -> None:
    """A term and the hash of an instance: the merge copies both, and the check of the merged run names them."""

    def lie(items: Items) -> Items:
        terms = {**items[1]["terms"], "squared_error": -1}
        return [{**items[0], "instance": "0" * 64}, {**items[1], "terms": terms}, items[2]]

    copy = forged(shards[1], tmp_path / "shard", lie)
    own, whole = found_in(copy), merge([shards[0], copy], tmp_path / "run", kit=kit)
    write_report(whole)
    assert "instance" in own
    assert own - {"unfinished"} <= found_in(whole.path)


def test_a_merge_that_is_killed_leaves_no_run_and_the_next_one_nothing_of_it(
    kit: Path, shards: list[Path], tmp_path: Path
) -> None:
    def kill(done: int, _all: int) -> None:
        if done == ITEMS // 2:
            os._exit(9)

    killed = get_context("fork").Process(
        target=merge, args=(shards, tmp_path / "run"), kwargs={"kit": kit, "progress": kill}
    )
    killed.start()
    killed.join()
    assert killed.exitcode == 9
    assert not (tmp_path / "run").exists()
    assert [*tmp_path.iterdir()] != []
    merge(shards, tmp_path / "run", kit=kit)
    assert [one.name for one in tmp_path.iterdir()] == ["run"]


def test_a_folder_that_is_there_is_filled_and_what_was_put_there_meanwhile_is_kept(
    kit: Path, shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = merge(shards, tmp_path / "whole", kit=kit)
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    merge(shards, Path(), kit=kit)
    assert (empty / "SHA256SUMS").read_bytes() == (whole.path / "SHA256SUMS").read_bytes()
    taken = tmp_path / "taken"

    def take(done: int, _all: int) -> None:
        taken.mkdir(exist_ok=True)
        (taken / "mine").write_text(str(done))

    with pytest.raises(RecordError, match="is not empty"):
        merge(shards, taken, kit=kit, progress=take)
    assert (taken / "mine").read_text() == str(ITEMS)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "taken", "whole"]


def test_another_policy_in_a_shard_is_refused(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    other = shard_of(kit, tmp_path / "shard", 2, "worst")
    assert 'pictures is "worst", there null' in refusal([shards[0], other], kit, tmp_path / "run")


def test_a_folder_without_a_run_is_refused(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="not a run folder"):
        merge([shards[0], tmp_path], tmp_path / "run", kit=kit)
    with pytest.raises(InputError, match="missing: 2/2"):
        merge(shards[:1], tmp_path / "run", kit=kit)


def test_an_overlap_of_equal_items_is_no_fault(kit: Path, shards: list[Path], tmp_path: Path) -> None:
    again = forged(shards[1], tmp_path / "shard", lambda items: [{**item, "time_s": 9.0} for item in items[::-1]])
    once, twice = merge(shards, tmp_path / "once", kit=kit), merge([*shards, again], tmp_path / "twice", kit=kit)
    assert differences(once.path, twice.path, How()) == []


@pytest.mark.parametrize("name", sorted(path.parent.name for path in RECORDS.glob("*/manifest.json")))
def test_the_order_of_the_plan_is_that_of_kept_records(name: str) -> None:
    run = RunFolder(RECORDS / name)
    recorded = [item["id"] for item in trial.read_lines(run.path)]
    order = list(order_of(run))
    # What a model answers is recorded as it comes.
    assert (
        order == recorded if run.manifest.subject.spec.split(":")[0] != "model" else sorted(order) == sorted(recorded)
    )


def test_an_item_that_holds_what_looks_like_the_chain_keeps_it() -> None:
    old, new = "1" * 64, "2" * 64
    plain = {"answer": {"text": f'"previous":"{old}"'}, "id": "1", "previous": old}
    nested = {"answer": {"previous": old}, "id": "1", "previous": old}
    for item in (plain, nested):
        line = following(canonical.line(item), item, new)
        assert line == canonical.line({**item, "previous": new})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("plan.epochs", value) for value in (10**9, "2", 1.5, [2])),
        *(("plan.conditions", value) for value in ("ab", [{}], 5, {"key": 1})),
        *(("data.instances", value) for value in (-1, 10**12)),
        ("shard", "1/999999999"),
    ],
)
def test_a_plan_that_no_data_list_gives_is_refused_before_anything_is_made_of_it(
    field: str, value: object, shards: list[Path], kit: Path, tmp_path: Path
) -> None:
    copies = [Path(shutil.copytree(shard, tmp_path / shard.name)) for shard in shards]
    for copy in copies:
        page = trial.read_page(copy, "manifest.json")
        *way, last = field.split(".")
        (page[way[0]] if way else page)[last] = value
        trial.write_page(copy, "manifest.json", page)
        trial.reseal(copy)
    said = refusal(copies, kit, tmp_path / "whole")
    assert "cannot read the list of its items" in said or "these are missing: 2/999999999, 3/" in said


@pytest.mark.parametrize("terms", [{}, {"output": "x"}, {"output": {}}])
def test_items_of_which_no_number_can_be_made_are_refused_in_one_sentence(
    terms: dict[str, Any], shards: list[Path], kit: Path, tmp_path: Path
) -> None:
    copies = [
        forged(shard, tmp_path / shard.name, lambda items: [{**item, "terms": terms} for item in items])
        for shard in shards
    ]
    with pytest.raises(RecordError, match="its numbers cannot be computed"):
        mindsight(["merge", *map(str, copies), "--kit", str(kit), "--out", str(tmp_path / "whole")])
    assert not (tmp_path / "whole").exists()
