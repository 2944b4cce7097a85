"""verify --deep looks behind the record: at outputs, at actions, at answers."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from album.making import trial_kit
from mindsight.errors import InputError, KitError
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, RunFolder
from mindsight.record.log import GENESIS
from mindsight.verification.pictures import look_again
from record import trial
from verification.present import RECORDS, present


def spoilt(name: str, folder: Path, spoil: Callable[[dict[str, Any]], None]) -> RunFolder:
    """Return a copy of a kept record whose first scored item is another, with the chain renewed."""
    run = RunFolder(Path(shutil.copytree(RECORDS / name, folder / "spoilt")))
    forge(run, spoil)
    return run


def forge(run: RunFolder, spoil: Callable[[dict[str, Any]], None]) -> None:
    items = [json.loads(line) for line in (run.path / ITEMS).read_bytes().splitlines()]
    spoil(next(item for item in items if item["status"] == "scored"))
    head, lines = GENESIS, []
    for item in items:
        lines.append(canonical.line({**item, "previous": head}))
        head = canonical.sha256(lines[-1][:-1])
    run.write(ITEMS, b"".join(lines))


@pytest.mark.parametrize("name", ["vsig-few-judged", "vsig-few-controls", "vsig-model-seeing", "ecog-few-random"])
def test_answers_read_again_are_as_recorded(name: str, tmp_path: Path) -> None:
    found = look_again(present(name, tmp_path))
    assert found.looked_at == found.total > 0
    assert (found.findings, found.uncompared) == ([], ())


def test_answers_that_another_rule_read_are_not_read_again_and_it_is_said() -> None:
    found = look_again(RunFolder(RECORDS / "vsig-few-random"))
    assert found.findings == []
    assert "read by another rule" in str(found.uncompared)


def test_an_answer_that_says_otherwise_is_found(tmp_path: Path) -> None:
    run = present("vsig-few-random", tmp_path)
    forge(run, lambda item: item["answer"].update(text='{"targets": []}'))
    assert look_again(run).findings


def test_actions_repeated_in_the_engine_are_as_recorded() -> None:
    found = look_again(RunFolder(RECORDS / "home-few-robustness"))
    assert found.looked_at == found.total > 0
    assert found.findings == []


def test_an_action_that_was_not_taken_is_found(tmp_path: Path) -> None:
    def claim(item: dict[str, Any]) -> None:
        item["answer"]["steps"][-1]["action"] = {"verb": "finish"}
        item["terms"]["ending"] = "finish"

    run = spoilt("home-few-robustness", tmp_path, claim)
    assert any("outcome" in str(sentence) for sentence in look_again(run).findings)


def test_replies_that_were_read_by_another_rule_are_not_read_again_and_that_is_said() -> None:
    found = look_again(RunFolder(RECORDS / "home-http"))
    assert found.findings == []
    assert any("read by another rule" in str(sentence) for sentence in found.uncompared)
    built_in = look_again(RunFolder(RECORDS / "home-few-robustness")).uncompared
    assert not any("read by another rule" in str(sentence) for sentence in built_in)


def test_steps_that_are_none_are_a_finding(tmp_path: Path) -> None:
    run = spoilt("home-few-robustness", tmp_path, lambda item: item["answer"].update(steps=[7]))
    assert any("nothing can be made of what is recorded" in str(sentence) for sentence in look_again(run).findings)


@pytest.fixture(scope="module")
def enhanced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A kit and a run on it whose outputs were kept."""
    folder = tmp_path_factory.mktemp("enhanced")
    kit = trial_kit(folder / "kit")
    done = trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--out", folder / "run")
    assert done.returncode == 0, done.stderr
    return kit, folder / "run"


def test_outputs_scored_again_are_worth_what_is_recorded(enhanced: tuple[Path, Path]) -> None:
    kit, run = enhanced
    done = trial.mindsight("--lang", "en", "verify", run, "--deep", "--kit", kit)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "looked at again: all as recorded" in done.stdout


def test_sums_that_are_not_those_of_the_output_are_found(enhanced: tuple[Path, Path], tmp_path: Path) -> None:
    kit, clean = enhanced
    run = RunFolder(Path(shutil.copytree(clean, tmp_path / "run")))
    forge(run, lambda item: item["terms"]["output"].update(sum_output=item["terms"]["output"]["sum_output"] - 1))
    (sentence,) = look_again(run, kit=kit).findings
    assert "terms.output.sum_output" in str(sentence)


def test_the_kit_has_to_be_named_and_to_be_the_one(enhanced: tuple[Path, Path], tmp_path: Path) -> None:
    kit, run = enhanced
    with pytest.raises(InputError, match="name it with --kit"):
        look_again(RunFolder(run))
    other = Path(shutil.copytree(kit, tmp_path / "kit"))
    page = json.loads((other / "kit.json").read_bytes())
    (other / "kit.json").write_text(json.dumps(page), "utf-8")
    with pytest.raises(KitError, match="is not the kit"):
        look_again(RunFolder(run), kit=other)
