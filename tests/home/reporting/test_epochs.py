"""Repeated runs on the same tasks: what is recorded, the numbers, and the spread between runs."""

import json
import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home.household import TASKS, TRIALS, household
from home.made_up import Guesser, made_up
from mindsight import checker
from mindsight.cli.home.dry_run import show_rehearsal
from mindsight.errors import RecordError, SubjectError
from mindsight.home import suite, totals
from mindsight.home.episodes.running import failed_draft
from mindsight.home.estimate import estimate_run
from mindsight.home.plan import Means, Plan
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.reporting.comparison import compare
from mindsight.home.reporting.epochs import averaged, epoch_of
from mindsight.home.sealing.seal import decided
from mindsight.pipeline import run_test
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft
from mindsight.report import render_html, write_report

KEY, EPOCHS = TASKS[0], 3


@pytest.fixture(scope="module", autouse=True)
def _no_episodes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite, "check_environment", lambda *_: {"starts": "egl"})
        patch.setattr(suite, "BaselineRunner", Guesser)
        yield


@pytest.fixture(scope="module")
def run(proved: Path, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    found = run_test(household(proved, "random", epochs=EPOCHS), tmp_path_factory.mktemp("runs") / "run")
    write_report(found, language="en")
    return found


def values(run: RunFolder) -> dict[str, float | None]:
    return {one.name: one.value for one in run.results.measures}


def test_every_task_is_run_in_every_epoch(run: RunFolder, proved: Path) -> None:
    listed = read_instances(proved)
    assert [item.id for item in run.items] == [f"{one.id}@{n}" for n in (1, 2, 3) for one in listed]
    assert [item.instance for item in run.items] == [one.sha256 for one in listed] * EPOCHS
    assert run.manifest.identity["epochs"] == run.manifest.plan["epochs"] == EPOCHS
    assert "reading-epochs" in {note.id for note in run.manifest.readings}
    assert [epoch_of(item.id) for item in run.items] == [1] * TRIALS + [2] * TRIALS + [3] * TRIALS


def test_the_record_agrees_with_itself_and_gives_its_numbers_again(run: RunFolder) -> None:
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    assert canonical.model_page(totals.rescore(run)[1]) == (run.path / "results.json").read_bytes()


def test_numbers_are_means_over_the_runs_with_their_spread(run: RunFolder) -> None:
    found = values(run)
    right = [sum(item.outcome in {"TP", "TN"} for item in run.items if epoch_of(item.id) == n) for n in (1, 2, 3)]
    shares = [count / TRIALS for count in right]
    assert len(set(shares)) > 1
    assert [found[f"home.f.{KEY}@{n}"] for n in (1, 2, 3)] == shares
    assert found["home.T"] == found[f"home.f.{KEY}"] == pytest.approx(statistics.fmean(shares))
    assert found["home.between.T"] == pytest.approx(statistics.stdev(shares))
    assert (found["home.least.T"], found["home.greatest.T"]) == (min(shares), max(shares))
    between = run.results.measure("home.between.T").interval
    assert between is not None
    assert between.low < statistics.stdev(shares) < between.high


def test_the_report_has_a_row_for_every_run(run: RunFolder) -> None:
    table = next(block for block in run.results.blocks if block.id == "epochs").model_dump(mode="json")
    assert len(table["rows"]) == EPOCHS + 5
    page = render_html(run, language="zh")
    assert 'id="epochs"' in page


def test_a_number_that_was_changed_is_found(run: RunFolder, tmp_path: Path) -> None:
    page = json.loads((run.path / "results.json").read_bytes())
    for measure in page["measures"]:
        if measure["name"] in {"home.T@1", "home.T"}:
            measure["value"] += 0.01
    copied = Path(shutil.copytree(run.path, tmp_path / "run"))
    (copied / "results.json").write_bytes(canonical.page(page))
    said = " ".join(finding.say() for finding in checker.check(str(copied))[0])
    assert "home.T@1.value" in said
    assert "home.T.value" in said


class Stumbling(suite.HomeTest):
    """A test in which the subject is gone in the second run."""

    def drafts(self, *arguments: Any, **options: Any) -> Iterator[Draft]:
        for number, draft in enumerate(super().drafts(*arguments, **options)):
            if number == TRIALS + 1:
                raise SubjectError("gone")
            yield draft


def test_an_interrupted_run_is_continued(run: RunFolder, proved: Path, tmp_path: Path) -> None:
    plain = household(proved, "random", epochs=EPOCHS)
    with pytest.raises(SubjectError):
        run_test(Stumbling(plain._plan, proved, plain._spec, plain.manifest.subject), tmp_path / "run")
    with pytest.raises(RecordError, match="was started with another identity"):
        run_test(household(proved, "random", epochs=2), tmp_path / "run", resume=True)
    done = run_test(plain, tmp_path / "run", resume=True)
    assert (done.path / "results.json").read_bytes() == (run.path / "results.json").read_bytes()


def test_a_mean_is_not_estimable_if_one_run_lacks_it(proved: Path, tmp_path: Path) -> None:
    class Broken(suite.HomeTest):
        """In its second run no valid task can be tested."""

        def drafts(self, *_: Any, **__: Any) -> Iterator[Draft]:
            for one in self.instances():
                broken = one.id.endswith("@2") and one.valid
                made = failed_draft(one, None, answer={}, took_s=1) if broken else made_up(one, right=True)
                yield made.model_copy(update={"instance": self._listed[one.id.partition("@")[0]]})

    plain = household(proved, "random", epochs=2)
    found = run_test(Broken(plain._plan, proved, plain._spec, plain.manifest.subject), tmp_path / "run")
    write_report(found, language="en")
    numbers = values(found)
    assert numbers["home.T@1"] == 1
    assert {numbers[name] for name in ("home.T@2", "home.T", "home.between.T", "home.least.T")} == {None}
    assert [finding.say() for finding in checker.check(str(found.path))[0]] == []


def test_runs_that_are_all_the_same_have_no_interval_of_their_spread(run: RunFolder) -> None:
    (one, *_) = [[one for one in run.results.measures if one.name == "home.T@1"]]
    assert averaged([one, one])[0].value == one[0].value
    from mindsight.statistics import deviation, deviation_interval

    assert deviation([0.1 + 0.2, 0.3, 0.3]) == 0
    assert deviation_interval([0.3, 0.3]) is None
    assert deviation([0.3]) is None


def test_the_interval_of_a_deviation_is_that_of_the_printed_tables() -> None:
    # χ² with 9 degrees of freedom: 2.700 and 19.023 at 2.5 % and 97.5 %, as in any printed table.
    from mindsight.statistics import deviation, deviation_interval

    sample = [float(one) for one in range(10)]
    found, spread = deviation_interval(sample), deviation(sample)
    assert found is not None
    assert spread is not None
    assert (found.low / spread, found.high / spread) == pytest.approx(
        ((9 / 19.023) ** 0.5, (9 / 2.700) ** 0.5), abs=2e-4
    )


def test_one_epoch_changes_nothing(proved: Path) -> None:
    plain = household(proved, "random")
    assert "epochs" not in plain.manifest.plan
    assert "epochs" not in plain.manifest.identity
    assert [plain.id_of(one) for one in plain.instances()] == [one.id for one in read_instances(proved)]
    assert "epochs" not in decided(Plan(tasks=TASKS))
    assert decided(Plan(tasks=TASKS, epochs=2))["epochs"] == 2


def test_an_estimate_counts_every_run(proved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once, thrice = household(proved, "random"), household(proved, "random", epochs=EPOCHS)
    for test in (once, thrice):
        test.manifest = test.manifest.model_copy(update={"identity": {**test.manifest.identity, "subject.tools": True}})
    one, three = (estimate_run(test, [], means=Means(), workers=1) for test in (once, thrice))
    assert three.most.requests == EPOCHS * one.most.requests
    show_rehearsal(thrice, None, Path("runs/x"), done=0, as_json=False)
    assert f"0 of {EPOCHS * TRIALS} tasks" in capsys.readouterr().out


def test_subjects_with_several_runs_are_compared_task_by_task(run: RunFolder, proved: Path, tmp_path: Path) -> None:
    other = run_test(household(proved, "random", epochs=EPOCHS, keep_pictures=False), tmp_path / "other")
    found = compare([run, other], seed=7)
    (table,) = [block for block in found.blocks if block.id == "home-summary"]
    assert len(table.model_dump(mode="json")["rows"]) == 2
    (difference,) = [one for one in found.differences if one.measure == f"home.f.{KEY}"]
    assert (difference.value, difference.n) == (0, EPOCHS * TRIALS)
