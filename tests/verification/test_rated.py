"""A rated run is held against the kit and, with --deep, against the run whose outputs were rated and the pictures that were shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.rating.events import RATINGS
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.log import GENESIS
from mindsight.verification.pictures import look_again
from mindsight.verification.verifying import rebuild_and_compare
from verification.attacks import copied
from verification.item_attacks import Change, apply, read_lines
from verification.made import KIT, TESTED, rated, rated_segmentation
from verification.test_rebuilding import change

Line = dict[str, Any]


@pytest.fixture(scope="module", params=[rated, rated_segmentation], ids=["enhancement", "segmentation"])
def clean(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A rated run, beside its kit and the run whose outputs were rated. Not to be changed."""
    made: RunFolder = request.param(tmp_path_factory.mktemp("rated"))
    return made


@pytest.fixture
def run(clean: RunFolder, tmp_path: Path) -> RunFolder:
    return copied(clean, tmp_path / "run")


def forged(run: RunFolder, spoil: Callable[[Line], object]) -> None:
    """Change every item, with chain, numbers and seal renewed."""
    lines = read_lines(run.path)
    for line in lines:
        spoil(line)
    apply(run, Change((), lines, {}))


def test_a_cluster_that_is_not_the_kits_is_found_by_both(run: RunFolder) -> None:
    """The interval depends on it."""
    forged(run, lambda line: line.update(cluster="together"))
    said = [finding.say() for finding in checker.check(str(run.path))[0]]
    assert any("does not have the cluster that kit.json lists" in sentence for sentence in said)
    assert any("its instance or its cluster is another" in str(one) for one in rebuild_and_compare(run).findings)


def test_an_instance_that_is_not_the_kits_is_found_by_both(run: RunFolder) -> None:
    forged(run, lambda line: line.update(instance="0" * 64))
    assert checker.check(str(run.path))[0]
    assert any("its instance or its cluster is another" in str(one) for one in rebuild_and_compare(run).findings)


def test_behind_a_clean_one_everything_is_as_recorded(clean: RunFolder) -> None:
    beside = clean.path.parent
    found = look_again(clean, kit=beside / KIT, rated=beside / TESTED)
    assert (found.looked_at, found.findings, found.uncompared) == (found.total, [], ())
    more = ("--deep", "--kit", str(beside / KIT), "--rated", str(beside / TESTED))
    assert mindsight(["verify", str(clean.path), *more]) == 0


def test_without_kit_and_rated_run_the_pictures_are_not_compared_and_that_is_said(
    clean: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mindsight(["--lang", "en", "verify", str(clean.path), "--deep"]) == 3
    assert "not compared: the pictures that raters saw" in capsys.readouterr().out


def test_an_item_that_is_another_than_in_the_rated_run_is_found(run: RunFolder, clean: RunFolder) -> None:
    def fail(line: Line) -> None:
        if line["id"] == "0001":
            line.update(status="failed", outcome="no_output", terms={"ratings": None})
            line["error"] = {"message": "The product gave nothing.", "args": {}}

    forged(run, fail)
    found = look_again(run, rated=clean.path.parent / TESTED)
    assert any("item 0001: status" in str(sentence) for sentence in found.findings), found.findings


def test_answers_that_name_other_pictures_are_found_behind_the_record_alone(run: RunFolder, clean: RunFolder) -> None:
    lines = [json.loads(line) for line in (run.path / RATINGS).read_bytes().splitlines()]
    shown = lines[0]["seen"]["output" if "output" in lines[0]["seen"] else "cutout"]
    head, data = GENESIS, b""
    for line in lines:
        line = json.loads(json.dumps(line).replace(shown, "ab" * 32))  # noqa: PLW2901
        written = canonical.line({**line, "previous": head})
        head, data = canonical.sha256(written[:-1]), data + written
    run.write(RATINGS, data)
    change(run, MANIFEST, lambda page: page["plan"]["ratings"].update(head=head))
    assert checker.check(str(run.path))[0] == []
    beside = clean.path.parent
    found = look_again(run, kit=beside / KIT, rated=beside / TESTED)
    assert any("names other pictures than kit and rated run give" in str(one) for one in found.findings)


def test_the_rated_run_has_to_be_the_one(clean: RunFolder, tmp_path: Path) -> None:
    other = copied(RunFolder(clean.path.parent / TESTED), tmp_path / "other")
    change(other, MANIFEST, lambda page: page.update(started="2030-01-01T00:00:00Z"))
    with pytest.raises(InputError, match="is not the run whose outputs were rated"):
        look_again(clean, rated=other.path)
