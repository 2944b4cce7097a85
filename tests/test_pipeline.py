"""A test that was interrupted, refused or resumed ends with the same bytes as an undisturbed one."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.album.enhancement.kit import EnhancementEntry
from mindsight.album.enhancement.procedure import EnhancementTest, EnhancementWorker
from mindsight.errors import ItemError, MindsightError, ProductError, RecordError, SubjectError
from mindsight.execution.parallel import Engine
from mindsight.pipeline import finish, run_test
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.model import Draft, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from record import trial

IDENTITY = SubjectSpec("baseline", "identity")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("walk") / "kit")


@pytest.fixture(scope="module")
def undisturbed(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.sealed_run(kit, tmp_path_factory.mktemp("undisturbed") / "run", IDENTITY)


Instance = tuple[EnhancementEntry, str]


class Stumbling(EnhancementTest):
    """A test that fails on the third item with an error that is not the product's."""

    stumble: BaseException | None = None

    def worker(self, run: RunFolder) -> "Stumbler":  # type: ignore[override]
        worker = super().worker(run)
        return Stumbler(worker, self.stumble, worker.media)


@dataclass(frozen=True)
class Stumbler:
    worker: EnhancementWorker
    error: BaseException | None
    media: Path | None

    def __call__(self, instance: Instance) -> Draft:
        if self.error is not None and instance[0].id == "0003":
            raise self.error
        return self.worker(instance)

    def lost(self, instance: Instance, error: Exception) -> Draft:
        return self.worker.lost(instance, error)


def stumbling(kit: Path, error: BaseException | None) -> Stumbling:
    plain = trial.enhancement(kit, IDENTITY)
    test = Stumbling(plain.kit, IDENTITY, plain.manifest.subject, plain.options)
    test.stumble = error
    return test


def finished(run: Path) -> list[str]:
    return [item.id for item in RunFolder(run).items]


def assert_good(run: Path, undisturbed: Path) -> None:
    """The report is written, the checker finds nothing, and only files with times differ."""
    write_report(RunFolder(run))
    assert checker.check(str(run))[0] == []
    assert trial.same_but_for_times(run, undisturbed)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(1), SubjectError("gone"), MindsightError("odd"), ValueError("a fault")]
)
def test_what_was_finished_is_kept_and_the_rest_done_on_resume(
    kit: Path, tmp_path: Path, undisturbed: Path, error: BaseException
) -> None:
    raised = ItemError if isinstance(error, ValueError) else type(error)
    with pytest.raises(raised):
        run_test(stumbling(kit, error), tmp_path / "run")
    run = RunFolder(tmp_path / "run")
    assert finished(run.path) == ["0001", "0002"]
    manifest = run.manifest
    assert (manifest.state, manifest.resumed) == ("interrupted", ())
    assert manifest.ended is not None
    assert manifest.items is not None
    assert manifest.items.count == 2
    assert [finding.key for finding in checker.check(str(run.path))[0]][:2] == ["no_seal", "unfinished"]
    run_test(stumbling(kit, None), run.path, resume=True)
    assert run.manifest.state == "complete"
    assert len(run.manifest.resumed) == 1
    assert_good(run.path, undisturbed)


@pytest.mark.slow
def test_an_interrupt_in_one_of_several_workers(kit: Path, tmp_path: Path, undisturbed: Path) -> None:
    with pytest.raises(SubjectError):
        run_test(stumbling(kit, SubjectError("gone")), tmp_path / "run", engine="local", workers=2)
    assert set(finished(tmp_path / "run")) <= {"0001", "0002", "0004", "0005"}
    run_test(stumbling(kit, None), tmp_path / "run", resume=True, engine="local", workers=2)
    assert_good(tmp_path / "run", undisturbed)


def test_a_failure_of_one_picture_is_that_pictures_record(kit: Path, tmp_path: Path) -> None:
    """A failure of the product never ends the run; any other error does."""
    with pytest.raises(ProductError):
        run_test(stumbling(kit, ProductError("raised where no item can hold it")), tmp_path / "run")
    spec = SubjectSpec("command", "false {input} {output}")
    run = run_test(trial.enhancement(kit, spec), tmp_path / "failing")
    assert [item.outcome for item in run.items] == ["crashed"] * 5
    assert run.manifest.state == "complete"
    assert run.results.measure("album.psnr").value == 0


@pytest.mark.parametrize(("engine", "workers"), [("serial", 1), ("local", 2)])
def test_the_number_of_workers_changes_nothing(
    kit: Path, tmp_path: Path, undisturbed: Path, engine: Engine, workers: int
) -> None:
    run_test(trial.enhancement(kit, IDENTITY), tmp_path / "run", engine=engine, workers=workers)
    assert_good(tmp_path / "run", undisturbed)


def test_progress_counts_what_was_there_before(kit: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with pytest.raises(SubjectError):
        run_test(stumbling(kit, SubjectError("gone")), tmp_path / "run", progress=lambda *at: seen.append(at))
    assert seen == [(0, 5), (1, 5), (2, 5)]
    seen.clear()
    run_test(stumbling(kit, None), tmp_path / "run", resume=True, progress=lambda *at: seen.append(at))
    assert seen == [(2, 5), (3, 5), (4, 5), (5, 5)]


@pytest.mark.slow
def test_resuming_a_complete_run_changes_nothing_at_all(kit: Path, tmp_path: Path) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", IDENTITY)
    before = trial.contents(run)
    time.sleep(1.1)  # times in a record are in seconds
    write_report(run_test(trial.enhancement(kit, IDENTITY), run, resume=True))
    assert trial.contents(run) == before


def test_finishing_again_gives_the_same_bytes(kit: Path, tmp_path: Path) -> None:
    test = trial.enhancement(kit, IDENTITY)
    run = run_test(test, tmp_path / "run")
    before = trial.contents(run.path)
    finish(test, run)
    assert trial.contents(run.path) == before


@pytest.mark.slow
def test_a_run_killed_between_its_last_item_and_its_seal_is_finished(
    kit: Path, tmp_path: Path, undisturbed: Path
) -> None:
    for missing in ((SCORES, RESULTS, "SHA256SUMS"), (RESULTS, "SHA256SUMS"), ("SHA256SUMS",)):
        run = tmp_path / str(len(missing))
        trial.sealed_run(kit, run, IDENTITY)
        for name in missing:
            (run / name).unlink()
        run_test(trial.enhancement(kit, IDENTITY), run, resume=True)
        assert_good(run, undisturbed)


def other_kit(_: Path, tmp_path: Path) -> EnhancementTest:
    return trial.enhancement(trial.make_kit(tmp_path / "kit", seed=8), IDENTITY)


def other_subject(kit: Path, _: Path) -> EnhancementTest:
    return trial.enhancement(kit, SubjectSpec("baseline", "nlmeans"))


def other_facts(kit: Path, _: Path) -> EnhancementTest:
    plain = trial.enhancement(kit, IDENTITY)
    subject = Subject(spec=str(IDENTITY), name="product", version="2")
    return EnhancementTest(plain.kit, IDENTITY, subject, plain.options)


def other_timeout(kit: Path, _: Path) -> EnhancementTest:
    return trial.enhancement(kit, IDENTITY, timeout_s=1.0)


def norm_only(kit: Path, _: Path) -> EnhancementTest:
    return trial.enhancement(kit, IDENTITY, normative_only=True)


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (other_kit, r'identity\.data \("sha256-[0-9a-f]{64}", now "sha256-[0-9a-f]{64}"\)'),
        (other_subject, r'subject\.name \("product", now "[^"]+"\)|subject\.spec \("[^"]+", now "[^"]+"\)'),
        (other_facts, r"subject\.[a-z]+ \(null, now \"[^\"]+\"\)"),
        (other_timeout, r"plan\.timeout_s \(120\.0, now 1\.0\)"),
        (norm_only, r"plan\.normative_only \(false, now true\)"),
    ],
)
def test_resuming_something_else_is_refused_by_the_field_that_differs(
    kit: Path, tmp_path: Path, other: Callable[[Path, Path], EnhancementTest], field: str
) -> None:
    with pytest.raises(SubjectError):
        run_test(stumbling(kit, SubjectError("gone")), tmp_path / "run")
    before = trial.contents(tmp_path / "run")
    with pytest.raises(RecordError, match=f"was started with another ({field}); resume it with the same command"):
        run_test(other(kit, tmp_path), tmp_path / "run", resume=True)
    assert trial.contents(tmp_path / "run") == before


def test_a_changed_record_is_not_resumed(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(SubjectError):
        run_test(stumbling(kit, SubjectError("gone")), tmp_path / "run")
    items = tmp_path / "run" / "items.jsonl"
    items.write_bytes(items.read_bytes().replace(b'"id":"0001"', b'"id":"0009"'))
    with pytest.raises(RecordError, match="line 2 does not follow the line before it"):
        run_test(stumbling(kit, None), tmp_path / "run", resume=True)


def test_a_second_process_on_the_same_run_is_refused(kit: Path, tmp_path: Path, undisturbed: Path) -> None:
    with pytest.raises(SubjectError):
        run_test(stumbling(kit, SubjectError("gone")), tmp_path / "run")
    run = RunFolder(tmp_path / "run")
    with run.locked():
        before = trial.contents(run.path)
        with pytest.raises(RecordError, match="another process is writing to this run"):
            run_test(stumbling(kit, None), run.path, resume=True)
        assert trial.contents(run.path) == before
    run_test(stumbling(kit, None), run.path, resume=True)
    assert_good(run.path, undisturbed)


def slow_product(folder: Path, seconds: float) -> str:
    script = folder / "product.sh"
    script.write_text(f'sleep {seconds}\ncp "$1" "$2"\n')
    return f"command:sh {script} {{input}} {{output}}"


@pytest.mark.slow
def test_a_second_process_is_refused_while_the_first_goes_on(kit: Path, tmp_path: Path) -> None:
    run, subject = tmp_path / "run", slow_product(tmp_path, 0.4)
    first = trial.start("album", "run", kit, "--subject", subject, "--out", run, "--json")
    trial.wait_for((run / "items.jsonl").exists)
    second = trial.mindsight("album", "run", kit, "--subject", subject, "--resume", run)
    assert (second.returncode, second.stdout) == (2, "")
    assert "another process is writing to this run" in second.stderr
    assert first.wait(60) == 0
    assert checker.check(str(run))[0] == []


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(kit: Path, tmp_path: Path) -> None:
    run, subject = tmp_path / "run", slow_product(tmp_path, 0.3)
    process = trial.start("album", "run", kit, "--subject", subject, "--out", run, stderr=subprocess.PIPE, text=True)
    trial.wait_for(lambda: trial.whole_lines(run) >= 1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert f"--resume {run}" in said
    assert RunFolder(run).manifest.state == "interrupted"
    done = trial.mindsight("album", "run", kit, "--subject", subject, "--resume", run, "--json")
    assert done.returncode == 0
    assert checker.check(str(run))[0] == []
