"""``mindsight home run`` and commands on its records: one sentence for a mistake, the same bytes after any kill."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from home.household import COMMAND, TRIALS, baseline_run, cache_of, prepared
from mindsight import checker
from mindsight.cli import demo
from mindsight.cli import run as mindsight
from mindsight.errors import MindsightError
from mindsight.record.folder import RunFolder
from record import trial

SEED = 2026


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the proved tasks of the tests' plan."""
    found = cache_of(tmp_path_factory)
    prepared(found, tmp_path_factory.mktemp("tasks"))
    return found


@pytest.fixture(scope="module")
def sealed(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run of a subject that refuses, with pictures. Not to be changed."""
    folder = tmp_path_factory.mktemp("sealed")
    return baseline_run(prepared(cache, folder), folder / "run", "refuse", keep_pictures=True)


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--subject baseline:nobody", "there is no baseline nobody; there are oracle, refuse"),
        (
            "--subject command:x",
            "command: subjects cannot do household tasks; use one of baseline, http, model, python",
        ),
        ("--subject command:x --dry-run", "command: subjects cannot do household tasks"),
        ("--subject folder:x", "folder: subjects cannot do household tasks"),
        ("--subject baselin:oracle", 'did you mean "baseline:…"'),
        ("", "name the subject once"),
        ("--model a/b --subject baseline:oracle", "name the subject once"),
        ("--subject baseline:oracle --tasks buttons,desck", "there is no task desck"),
        ("--subject baseline:oracle --tasks buttons,buttons", "names a class twice"),
        ("--subject baseline:oracle --tasks ,", "--tasks names no task class"),
        ("--subject baseline:oracle --irrelevant 0", "a class needs tasks of both kinds"),
        ("--subject baseline:oracle --irrelevant 1", "a class needs tasks of both kinds"),
        ("--subject baseline:oracle --trials 2 --irrelevant 0.1", "a class needs tasks of both kinds"),
        ("--subject baseline:oracle --irrelevant 1.5", "--irrelevant: the value is not usable"),
        ("--subject baseline:oracle --irrelevant nan", "--irrelevant"),
        ("--subject baseline:oracle --penalty inf", "--penalty: inf is not a number that can be used"),
        ("--subject baseline:oracle --penalty 1e200", "--penalty: 1e+200 is not a number that can be used"),
        ("--subject baseline:oracle --penalty -1", "--penalty: the value is not usable"),
        ("--subject baseline:oracle --trials 1", "--trials: the value is not usable"),
        ("--subject baseline:oracle --trials 1000000000000", "a class has at most 10000 pairs of tasks"),
        (f"--subject baseline:oracle --seed {10**18}", "--seed: give a number of at most 18 digits"),
        ("--subject baseline:oracle --interface mouse", "--interface: mouse is not known; use points, menu"),
        ("--subject baseline:oracle --prompt-lang fr", "--prompt-lang: fr is not known; use zh, en"),
        ("--subject baseline:oracle --renderer best", "--renderer: best is not known; use fast, fine"),
        ("--subject baseline:oracle --unknown juggling", '--unknown: "juggling" is not among the classes tested'),
        ("--subject baseline:oracle --unknown buttons --tasks buttons", "--unknown names every class"),
        ("--subject baseline:oracle --resume nowhere", "nowhere: is not a run folder"),
        ("--subject baseline:oracle --resume a --out b", "--out and --resume each name the run folder"),
        ("--subject baseline:oracle --out {run}", "is not empty; choose another --out"),
        ("--subject baseline:oracle --resume {run} --tasks buttons --trials 6", "was started with another identity"),
        (
            "--subject python:nowhere:nobody --tasks buttons --trials 4 --out {run}-2",
            "nowhere:nobody could not be loaded",
        ),
    ],
)
def test_a_mistake_is_one_sentence(
    arguments: str, sentence: str, sealed: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with pytest.raises(MindsightError) as caught:
        mindsight(["--lang", "en", "home", "run", *arguments.format(run=sealed).split()])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not sealed.with_name("run-2").exists()


def test_a_missing_way_to_draw_is_said_before_anything_is_prepared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mindsight.engine.drawing.prints.fonts.FOLDERS", ())
    with pytest.raises(MindsightError, match="apt-get install fonts-noto-cjk"):
        mindsight(["home", "run", "--subject", "baseline:oracle", "--out", str(tmp_path / "run")])
    assert not (tmp_path / "run").exists()


def test_without_a_gl_library_nothing_is_prepared_and_the_remedy_is_named(
    cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = """
import sys
from mindsight.engine.drawing import graphics
graphics._BACKENDS = ()
from mindsight.cli import main
sys.exit(main())
"""
    command = [trial.sys.executable, "-c", script, *COMMAND, "--subject", "baseline:oracle", "--out", tmp_path / "run"]
    done = subprocess.run(command, env=environment(cache), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "cannot render" in line
    assert "apt-get install libegl1" in line
    assert not (tmp_path / "run").exists()


def test_a_demonstration_without_a_typeface_does_the_other_part_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mindsight.engine.drawing.prints.fonts.FOLDERS", ())
    assert demo._household(tmp_path / "home", 1) == []
    (line,) = capsys.readouterr().err.splitlines()
    assert "apt-get install fonts-noto-cjk" in line
    assert not (tmp_path / "home").exists()


# Records


def test_verify_rescore_report_and_compare_work_on_a_home_run(
    run: Path, sealed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = trial.contents(run)
    assert mindsight(["--lang", "en", "verify", str(run)]) == 0
    assert f"every file, line and normative score agrees ({TRIALS} items" in capsys.readouterr().out
    (run / "report.html").unlink()
    assert mindsight(["--lang", "en", "report", str(run)]) == 0
    assert mindsight(["--lang", "en", "rescore", str(run)]) == 0
    assert "measures recomputed, 0 changed" in capsys.readouterr().out
    assert trial.contents(run) == before
    page = tmp_path / "page.html"
    assert mindsight(["--lang", "zh", "compare", str(run), str(sealed), "--out", str(page)]) == 0
    said = capsys.readouterr().out
    assert "理解按钮功能" in said
    assert "Understand button functions" in page.read_text("utf-8")


def test_a_forged_outcome_is_found(run: Path) -> None:
    items = trial.read_lines(run)
    items[0]["outcome"] = "TP"
    trial.rechain(run, items)
    trial.reseal(run)
    assert mindsight(["verify", str(run)]) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_task_is_replayed_and_filmed(
    sealed: Path, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    av = pytest.importorskip("av")
    clip = tmp_path / "clip.mp4"
    assert mindsight(["--lang", language, "home", "replay", str(sealed), "buttons-0001", "-o", str(clip)]) == 0
    heard = capsys.readouterr()
    assert heard.out.strip() == str(clip)
    assert {"zh": "都与记录一致", "en": "are as recorded"}[language] in heard.err
    with av.open(str(clip)) as film:
        video = film.streams.video[0]
        assert (video.codec_context.name, video.codec_context.pix_fmt) == ("h264", "yuv420p")
        pictures = [picture.to_ndarray(format="rgb24") for picture in film.decode(video)]
    assert len(pictures) > 20
    assert pictures[0].shape[1] == 640
    # Words stand below the picture.
    assert pictures[-1][490:].max() > 150


@pytest.mark.slow
def test_a_replay_that_differs_is_reported(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("av")
    items = trial.read_lines(run)
    items[0]["answer"]["steps"][0]["picture"] = "0" * 64
    trial.rechain(run, items)
    clip = tmp_path / "clip.mp4"
    assert mindsight(["--lang", "en", "home", "replay", str(run), items[0]["id"], "-o", str(clip)]) == 1
    assert "1 of 1 pictures are not the recorded ones, the first before step 1" in capsys.readouterr().err
    items[0]["answer"]["steps"][0]["code"] = "picked"
    trial.rechain(run, items)
    assert mindsight(["--lang", "en", "home", "replay", str(run), items[0]["id"], "-o", str(clip)]) == 1
    assert "differs from step 1 on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("task", "file", "sentence"),
    [
        ("buttons-9999", "clip.mp4", "has no task buttons-9999; it has buttons-0001, buttons-0002"),
        ("buttons-0001", "clip.avi", "is not an MP4 file"),
        ("buttons-0001", "run/clip.mp4", "is in a run folder"),
    ],
)
def test_what_cannot_be_replayed(run: Path, task: str, file: str, sentence: str) -> None:
    with pytest.raises(MindsightError, match=sentence):
        mindsight(["--lang", "en", "home", "replay", str(run), task, "-o", str(run.parent / file)])


@pytest.mark.slow
def test_a_baseline_needs_neither_the_harness_nor_the_cluster(cache: Path, tmp_path: Path) -> None:
    script = """
import sys
class Wall:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {"inspect_ai", "openai", "ray", "av", "httpx", "anyio"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Wall())
from mindsight.cli import run
sys.exit(run(sys.argv[1:]))
"""
    arguments = [*COMMAND, "--subject", "baseline:refuse", "--no-media", "--out", str(tmp_path / "run"), "--json"]
    command = [trial.sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, env=environment(cache), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert '"home.T"' in done.stdout


def test_a_rehearsal_tests_nothing(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    run = tmp_path / "run"
    assert mindsight(["--lang", "en", *COMMAND, "--subject", "baseline:refuse", "--out", str(run), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert f"0 of {TRIALS} tasks are finished" in said
    assert "Nothing was run and nothing was written." in said
    assert not run.exists()


# Kills


def environment(cache: Path) -> dict[str, str]:
    return trial.environment(XDG_CACHE_HOME=str(cache))


class Bench:
    """One plan, one subject, and an uninterrupted run."""

    def __init__(self, folder: Path, cache: Path, baseline: str, *options: str) -> None:
        self.cache = cache
        self.baseline = baseline
        self.options = options
        self.said = folder / "said.txt"
        self.undisturbed = folder / baseline
        started = time.monotonic()
        assert self.start(self.undisturbed).wait(120) == 0
        self.seconds = time.monotonic() - started

    def start(self, run: Path, *more: str) -> "subprocess.Popen[bytes]":
        how = "--resume" if (run / "manifest.json").exists() else "--out"
        subject = ("--subject", f"baseline:{self.baseline}", *self.options)
        command = trial.command(*COMMAND, *subject, "--json", how, run, *more)
        with self.said.open("wb") as said:
            quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": said}
            return subprocess.Popen(command, env=environment(self.cache), **quiet)

    def kill(self, run: Path, moment: Callable[[], object] | float, *more: str) -> str:
        """Start or resume a run, kill it at a moment or after some seconds, and return its progress."""
        before = whole(run)
        process = self.start(run, *more)
        if isinstance(moment, float):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(moment)
        else:
            moment()
        process.send_signal(signal.SIGKILL)
        code = process.wait(30)
        assert code in {0, -signal.SIGKILL}, self.said.read_text()
        assert whole(run).startswith(before)
        return stage(run) if code else "over"

    def finish(self, run: Path, *more: str) -> None:
        """Resume a run to its end and compare it with the uninterrupted one."""
        before = whole(run)
        assert self.start(run, *more).wait(120) == 0, self.said.read_text()
        assert whole(run).startswith(before)
        self.compare(run)

    def compare(self, run: Path) -> None:
        """Compare a run with the uninterrupted one: nothing is lost, repeated or different."""
        ids = [item["id"] for item in trial.read_lines(run)]
        assert sorted(ids) == [f"buttons-{number:04d}" for number in range(1, TRIALS + 1)]
        for name in ("results.json", "scores.csv"):
            assert (run / name).read_bytes() == (self.undisturbed / name).read_bytes()
        assert trial.contents(run).keys() == trial.contents(self.undisturbed).keys()
        assert [finding.say() for finding in checker.check(str(run))[0]] == []


def whole(run: Path) -> bytes:
    """Return the recorded lines without an incomplete last one."""
    items = run / "items.jsonl"
    data = items.read_bytes() if items.exists() else b""
    return data[: data.rfind(b"\n") + 1]


def stage(run: Path) -> str:
    if not (run / "manifest.json").exists():
        return "before the record"
    if trial.whole_lines(run) < TRIALS:
        return "at the tasks"
    return "at the results" if trial.read_page(run, "manifest.json")["state"] != "complete" else "sealed"


@pytest.fixture(scope="module")
def bench(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"), cache, "refuse")


@pytest.mark.slow
def test_three_kills_change_nothing(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    moments = (
        lambda: trial.wait_for((run / "manifest.json").exists),
        lambda: trial.wait_for(lambda: trial.whole_lines(run) >= 2),
        lambda: trial.wait_for(lambda: trial.whole_lines(run) >= TRIALS),
    )
    stages = [
        bench.kill(run, moment, *more) for moment, more in zip(moments, ((), ("--workers", "2"), ()), strict=True)
    ]
    bench.finish(run)
    # With two workers the last tasks may end before the signal comes.
    assert stages[0] == "at the tasks", stages
    assert stages[1] in {"at the tasks", "at the results"}, stages


@pytest.mark.slow
@pytest.mark.parametrize("begun", [False, True], ids=["preparing", "playing"])
def test_killed_workers_are_replaced(bench: Bench, tmp_path: Path, begun: bool) -> None:
    """The workers are killed, and then their replacements: a task is begun three times."""
    run = tmp_path / "run"
    process = bench.start(run, "--workers", "2")
    if begun:
        trial.wait_for((run / "manifest.json").exists)
    killed: set[int] = set()
    for _ in range(2):
        trial.wait_for(lambda: {worker.pid for worker in workers_of(process.pid)} - killed)
        for worker in workers_of(process.pid):
            worker.kill()
            killed.add(worker.pid)
    assert process.wait(60) == 0, bench.said.read_text()
    bench.compare(run)


def workers_of(pid: int) -> list[psutil.Process]:
    """Return the processes in which tasks are prepared or run; none if their parent is gone."""
    found = []
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(pid).children():
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(child.cmdline()):
                    found.append(child)
    return found


@pytest.mark.slow
def test_a_second_process_is_refused_while_the_first_goes_on(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    first = bench.start(run)
    trial.wait_for(lambda: trial.whole_lines(run) >= 1)
    # Stopped, it holds the lock for as long as the second one takes.
    first.send_signal(signal.SIGSTOP)
    try:
        second = bench.start(run)
        assert second.wait(60) == 2
    finally:
        first.send_signal(signal.SIGCONT)
    assert first.wait(60) == 0
    assert RunFolder(run).manifest.resumed == ()
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("baseline", "workers", "more"), [("random", "1", ("--no-media",)), ("oracle", "2", ())])
def test_a_hundred_kills_at_random_moments(
    cache: Path, tmp_path: Path, baseline: str, workers: str, more: tuple[str, ...]
) -> None:
    """Fifty with one worker, fifty with two and pictures; a run is killed a few times and then finished."""
    wanted = int(os.environ.get("MINDSIGHT_TEST_KILLS", "100")) // 2
    bench = Bench(tmp_path, cache, baseline, "--workers", workers, *more)
    chance = random.Random(SEED + int(workers))
    stages: Counter[str] = Counter()
    while stages.total() - stages["over"] < wanted:
        run = tmp_path / f"run-{stages.total()}"
        for _ in range(chance.randrange(3, 9)):
            begun = time.monotonic()
            reached = bench.kill(run, chance.uniform(0, bench.seconds))
            stages[reached] += 1
            if reached == "over":
                # The machine may be less busy than before: a run lasts at most this long.
                bench.seconds = min(bench.seconds, time.monotonic() - begun)
                bench.compare(run)
                break
        else:
            bench.finish(run)
        shutil.rmtree(run)
    assert min(stages["before the record"], stages["at the tasks"]) >= wanted // 20, stages
