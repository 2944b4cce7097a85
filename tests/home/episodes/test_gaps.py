"""All valid, or all irrelevant, tasks of a class failed: the run is sealed, says so, and gives no T."""

from pathlib import Path
from typing import ClassVar

import pytest

from home.household import TRIALS, cache_of, household, played, prepared
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import ItemError
from mindsight.home import suite
from mindsight.home.episodes.running import BaselineRunner
from mindsight.home.preparation.instances import Instance
from mindsight.home.reporting.comparison import compare
from mindsight.pipeline import run_test
from mindsight.record.blocks import Note, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft
from mindsight.report import write_report
from mindsight.text import say


class NoValid(BaselineRunner):
    """Plays the irrelevant tasks; the processes of the others were lost."""

    losing: ClassVar[bool] = True

    def __call__(self, instance: Instance) -> Draft:
        if instance.valid is not self.losing:
            return super().__call__(instance)
        return self.lost(instance, ItemError("{item} could not be loaded", item=instance.id))


class NoIrrelevant(NoValid):
    """Plays the valid tasks only."""

    losing = False


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


@pytest.fixture(scope="module", params=["valid", "irrelevant"])
def gap(request: pytest.FixtureRequest, data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The kind of task that failed, and the sealed run. Not to be changed."""
    folder = tmp_path_factory.mktemp("gap") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite, "BaselineRunner", {"valid": NoValid, "irrelevant": NoIrrelevant}[request.param])
        write_report(run_test(household(data, "refuse"), folder))
    return request.param, folder


@pytest.mark.slow
def test_such_a_run_is_sealed_and_has_no_index(gap: tuple[str, Path]) -> None:
    kind, folder = gap
    run = RunFolder(folder)
    assert run.manifest.state == "complete"
    assert [finding.say() for finding in checker.check(str(folder))[0]] == []
    measures = {one.name.removeprefix("home."): one for one in run.results.measures}
    for name in ("T", "T_corrected", "T_valid", "T_gain", "f_mean", "T_at.2", "f.buttons", "f_valid.buttons"):
        assert (measures[name].value, measures[name].status) == (None, "not_estimable"), name
        assert measures[name].interval is None
    assert measures["f.buttons"].n == measures["T"].n == TRIALS // 2
    assert measures["graded.buttons"].status == ("not_scored" if kind == "valid" else "scored")


def test_a_warning_names_the_class_and_the_reason(gap: tuple[str, Path]) -> None:
    kind, folder = gap
    notes = {block.id: block for block in RunFolder(folder).results.blocks if isinstance(block, Note)}
    said = notes[f"warning-gap-buttons-{kind}"].body
    first = {"valid": "buttons-0001", "irrelevant": "buttons-0003"}[kind]
    assert say(said, "en") == (
        f"Understand button functions: no {kind} task could be tested ({first} could not be loaded). The measures of this "
        "class, T and all others over the classes are not estimable."
    )
    assert say(said, "zh").startswith(
        f"理解按钮功能：{'有效' if kind == 'valid' else '无关'}任务全都未能测试（{first} could not be loaded）。"
    )
    assert f"warning-gap-buttons-{'irrelevant' if kind == 'valid' else 'valid'}" not in notes
    page = (folder / "report.html").read_text("utf-8")
    assert f"no {kind} task could be tested" in page
    assert "not estimable" in page


@pytest.mark.slow
def test_it_can_be_scored_again_and_compared(
    gap: tuple[str, Path], data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = gap
    assert mindsight(["--lang", "en", "rescore", str(folder)]) == 0
    assert "0 changed" in capsys.readouterr().out
    whole = RunFolder(played(data, tmp_path / "whole", "refuse"))
    for runs in ([whole, RunFolder(folder)], [RunFolder(folder), whole]):
        found = compare(runs, seed=7)
        table = next(block for block in found.blocks if block.id == "home-summary")
        assert isinstance(table, Table)
        place = runs.index(whole)
        assert (table.rows[place][-2:], table.rows[1 - place][-2:]) == ((0.5, 1), (None, None))
        said = [say(block.body, "en") for block in found.blocks if isinstance(block, Note)]
        assert sum("no valid or no irrelevant task was tested" in body for body in said) == 1
        assert not any("holds no counts" in body or "do not tell valid" in body for body in said)
