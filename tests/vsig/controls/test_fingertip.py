"""The control that answers instead of the subject: the thing nearest to the fingertip, if the data state where it is."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.cli.vsig.controls import make_controls
from mindsight.errors import InputError, SubjectError
from mindsight.pipeline import run_test
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import parse_subject
from mindsight.text import text
from mindsight.vsig.choices import Choices
from mindsight.vsig.controls.conditions import FULL, conditions_of, usual
from mindsight.vsig.controls.report import _unasked
from mindsight.vsig.controls.testing import reach_all
from mindsight.vsig.controls.totals import rescore
from mindsight.vsig.dataset.discovery import MADE
from mindsight.vsig.media.conditions import Condition
from mindsight.vsig.models import outside
from mindsight.vsig.models.fingertip import Fingertip
from mindsight.vsig.models.said import INFRASTRUCTURE, Said
from vsig.making import Made, make_data
from vsig.running import Prepared, prepared

FPS = 5


def page_of(clip: Made) -> dict[str, Any]:
    """Return the finger's track and the things there, as ``vsig synth`` writes them."""
    frames, (width, height) = clip.frames, clip.size
    tips: list[list[float] | None] = [None] * frames
    for target in clip.targets:
        for number in range(frames):
            if target.stroke[0] <= number * 1000 / FPS <= target.stroke[1]:
                tips[number] = [target.centre[0] * width, target.centre[1] * height]
    things = [
        {
            "name": drawn.name,
            "named": True,
            "bbox": list(drawn.box),
            "middle": [drawn.centre[0] * width, drawn.centre[1] * height],
        }
        for drawn in clip.objects
    ]
    at_rest = [tip is not None for tip in tips]
    return {
        "order": {"fps": FPS},
        "camera": {"size": [width, height]},
        "things": things,
        "fingertip": tips,
        "at_rest": at_rest,
    }


@pytest.fixture(scope="module")
def tracked(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """Twelve clips in which one thing is pointed at, then another, with the track of the finger beside them."""
    base = tmp_path_factory.mktemp("tracked")
    clips = make_data(base / "data", templates=(4,), each=6, languages=("zh", "en"), fps=FPS)
    for folder in {clip.folder for clip in clips}:
        pages = {clip.video.name: page_of(clip) for clip in clips if clip.folder == folder}
        (folder / MADE).write_text(json.dumps(pages), "utf-8")
    return prepared(base / "data", base / "samples.json")


def chosen(data: Prepared, subject: str = "baseline:oracle") -> Choices:
    return Choices(data=data.root, spec=subject, given="frames-words", keep_last=False)


@pytest.fixture(scope="module")
def done(tracked: Prepared, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("controls") / "run"
    run = run_test(make_controls(chosen(tracked), ["text", "fingertip"], tracked.file, folder), folder)
    run.publish({"report.html": b"<!doctype html>"}, seal=True)
    return run


def test_it_is_a_default_control_if_every_clip_has_the_finger(
    tracked: Prepared, ready: Prepared, tmp_path: Path
) -> None:
    base = Condition(given="frames-words")
    assert usual(base, tracked=True) == (*usual(base), "fingertip")
    for data, expected in ((tracked, True), (ready, False)):
        test = make_controls(chosen(data), [], data.file, tmp_path / "run")
        assert ("fingertip" in {setup.key for setup in test.setups}) is expected
    follower = Fingertip(tracked.root)
    assert all(follower.knows(sample) for sample in tracked.samples.values())
    assert not any(Fingertip(ready.root).knows(sample) for sample in ready.samples.values())


def test_data_without_the_finger_are_refused_in_a_sentence(ready: Prepared, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="fingertip needs the position of the fingertip"):
        make_controls(chosen(ready), ["fingertip"], ready.file, tmp_path / "run")


def test_one_clip_without_the_finger_is_enough_to_leave_it_out(tracked: Prepared, tmp_path: Path) -> None:
    root = tmp_path / "data"
    shutil.copytree(tracked.root, root)
    file = next(root.rglob(MADE))
    pages = json.loads(file.read_bytes())
    pages[min(pages)]["at_rest"] = [False] * len(pages[min(pages)]["at_rest"])
    file.write_text(json.dumps(pages), "utf-8")
    test = make_controls(chosen(Prepared(root, tracked.file)), [], tracked.file, tmp_path / "run")
    assert "fingertip" not in {setup.key for setup in test.setups}


def test_another_answers_and_the_changes_are_paired_as_for_the_rest(done: RunFolder, tracked: Prepared) -> None:
    items = {item.id: item for item in done.items}
    assert len(items) == 3 * 12
    follower, form = (
        Fingertip(tracked.root),
        make_controls(chosen(tracked), [], tracked.file, done.path).plan.model_profile,
    )
    for sample in tracked.samples.values():
        assert items[f"{sample.id}@fingertip"].answer["text"] == follower(sample, 7, form)
        assert items[f"{sample.id}@text"].answer["text"] == items[f"{sample.id}@full"].answer["text"]
    found = {measure.name: measure for measure in done.results.measures}
    # Two targets of each clip, the thing that is picked up and a space beside the last one: the finger rested at neither last.
    assert found["vsig.spatial@full"].value == 1
    assert found["vsig.change.spatial@fingertip"].value == found["vsig.spatial@fingertip"].value - 1  # type: ignore[operator]
    assert found["vsig.change.spatial@fingertip"].n == 12
    assert found["vsig.change.spatial@fingertip"].interval is None, "every clip changes alike"
    assert found["vsig.left.spatial@fingertip"].value == found["vsig.spatial@fingertip"].value
    assert found["vsig.change.spatial@text"].value == 0
    assert [finding.say() for finding in checker.check(str(done.path))[0]] == []
    assert rescore(done)[1] == done.results


def test_nothing_is_sent_to_it_and_nothing_asked_for_it(done: RunFolder, tracked: Prepared, tmp_path: Path) -> None:
    table = next(block for block in done.results.blocks if block.id == "sent")
    row = next(row for row in table.rows if "fingertip" in str(row[0]))  # type: ignore[union-attr]
    assert (str(row[1]), *row[3:]) == ("nothing is sent", None, None, None, None)
    full, only = (
        make_controls(chosen(tracked), keys, tracked.file, tmp_path / "run").estimate_run((), None, ())
        for keys in (["text", "fingertip"], ["text"])
    )
    assert full == only


def test_only_the_subject_is_reached(monkeypatch: pytest.MonkeyPatch, tracked: Prepared, tmp_path: Path) -> None:
    test = make_controls(chosen(tracked), ["fingertip"], tracked.file, tmp_path / "run")
    seen: list[Any] = []

    def reach(_spec: Any, plan: Any) -> dict[str, Any]:
        seen.append(plan.input)
        return {}

    monkeypatch.setattr("mindsight.vsig.controls.testing.reach", reach)
    reach_all(parse_subject("model:x/y"), test.plan, test.setups)
    assert seen == [test.setups[0].input]


def test_conditions_of_before_keep_their_hash() -> None:
    setup = conditions_of(Condition(given="frames-words"), ["text"])[1]
    assert set(setup.model_dump(mode="json")) == {"key", "title", "takes", "input"}


def test_that_it_answers_does_not_hide_that_the_subject_cannot_be_asked(
    tracked: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all of few samples fail, a built-in subject's answers would make the run look as if it had continued."""

    def lost(_spec: Any, samples: Any, *_rest: Any) -> Iterator[Any]:
        for sample in samples:
            yield sample, Said(ending=INFRASTRUCTURE, error=text("gone"))

    monkeypatch.setattr(outside, "ask_model", lost)
    monkeypatch.setattr("mindsight.vsig.controls.testing.ask_canaries", lambda *_: None)
    monkeypatch.setattr("mindsight.vsig.running.choosing.find_model", lambda *_: {}, raising=False)
    monkeypatch.setattr("mindsight.vsig.controls.testing.reach", lambda *_: {})
    folder = tmp_path / "run"
    test = make_controls(chosen(tracked, "model:x/y"), ["fingertip"], tracked.file, folder)
    with pytest.raises(SubjectError):
        run_test(test, folder)
    assert not list(RunFolder(folder).items)


@pytest.mark.parametrize(
    ("subject", "name", "words"),
    [
        ("baseline:oracle", "information-above-fingertip", "the subject is clearly above it in"),
        ("baseline:silent", "warning-above-nothing-fingertip", "more than follow the hand"),
    ],
)
def test_the_report_says_whether_the_subject_does_more_than_follow_the_hand(
    tracked: Prepared, tmp_path: Path, subject: str, name: str, words: str
) -> None:
    folder = tmp_path / "run"
    run = run_test(make_controls(chosen(tracked, subject), ["fingertip"], tracked.file, folder), folder)
    baseline = next(block for block in run.results.blocks if block.id == "information-baseline")
    assert "in its place" in str(baseline.body)  # type: ignore[union-attr]
    # As if a model had answered this.
    page = json.loads((folder / "manifest.json").read_bytes())
    page["subject"]["spec"] = "model:x/y"
    (folder / "manifest.json").write_text(json.dumps(page), "utf-8")
    notes = {block.id: str(block.body) for block in rescore(RunFolder(folder))[1].blocks if isinstance(block, Note)}
    assert words in notes[name]


def test_the_command_lists_it_before_anything_is_run(tracked: Prepared, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "--lang",
        "en",
        "vsig",
        "controls",
        "--data",
        str(tracked.root),
        "--subject",
        "baseline:centre",
        "--dry-run",
    ]
    assert mindsight(command) == 0
    assert "condition fingertip: the fingertip alone" in capsys.readouterr().out


# Inputs that no canary has tested


@pytest.mark.parametrize(
    ("base", "untried"),
    [
        ("frames-words", {"native_video"}),
        ("frames-transcript", {"native_video"}),
        ("frames-audio", {"native_video"}),
        ("video", {"frames", "sound"}),
    ],
)
def test_a_control_that_sends_something_else_than_canaries_tried_is_reported(base: Any, untried: set[str]) -> None:
    keys = [*usual(Condition(given=base), tracked=True), *(["native_video"] if base != "video" else [])]
    setups = {setup.key: setup for setup in conditions_of(Condition(given=base), keys, tracked=True)}
    notes = list(_unasked(setups))
    assert {note.id.removeprefix("warning-no-canary-") for note in notes} == untried
    assert FULL in setups
    assert all(note.body.args["given"] in {"video", "frames", "frames-audio"} for note in notes)
