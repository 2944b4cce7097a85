"""``python:`` subjects: what they receive, what they may answer, and how they may fail."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from mindsight.errors import InputError, SubjectError
from mindsight.subjects.spec import parse_subject
from mindsight.vsig.models.answering import reach
from mindsight.vsig.models.python_subject import ask_python
from mindsight.vsig.plan import Plan
from record import trial
from vsig.running import Prepared

HERE = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(HERE)
    monkeypatch.setenv("PYTHONPATH", str(HERE))


@pytest.mark.parametrize("name", ["middle", pytest.param("in_words", marks=pytest.mark.slow)])
def test_an_object_and_a_text_are_read_alike(ready: Prepared, tmp_path: Path, name: str) -> None:
    items = ready.items(tmp_path / "run", f"python:vsig.subjects:{name}")
    assert {item.outcome for item in items.values()} == {"scored"}
    assert {prediction["point"] == [0.5, 0.5] for i in items.values() for prediction in i.parsed["predictions"]} == {
        True
    }
    assert all(len(item.parsed["predictions"]) == len(ready.samples[item.id].targets) for item in items.values())


@pytest.mark.slow
def test_workers_share_the_samples_and_change_nothing(ready_ecog: Prepared, tmp_path: Path) -> None:
    one = ready_ecog.run(tmp_path / "one", "python:vsig.subjects:middle", keep_last=False)
    two = ready_ecog.run(tmp_path / "two", "python:vsig.subjects:middle", workers=2, keep_last=False)
    for name in ("results.json", "scores.csv", "metrics.json"):
        assert (one.path / name).read_bytes() == (two.path / name).read_bytes()


@pytest.mark.slow
def test_an_object_is_made_once(ready_ecog: Prepared, tmp_path: Path) -> None:
    items = ready_ecog.items(tmp_path / "run", "python:vsig.subjects:Counting")
    assert [items[name].parsed["command"] for name in sorted(items)] == [f"call {n}" for n in range(1, 7)]


def test_a_function_never_sees_the_truth(ready_ecog: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (given, blind) in enumerate([("frames-words", False), ("frames-transcript", True), ("text", False)]):
        monkeypatch.setenv("SEEN", str(tmp_path / f"seen-{number}"))
        ready_ecog.items(tmp_path / f"{number}", "python:vsig.subjects:logs", given=given, blind_targets=blind)
        seen = [json.loads(line) for line in (tmp_path / f"seen-{number}").read_text("utf-8").splitlines()]
        assert [one["id"] for one in seen] == sorted(ready_ecog.samples)
        for one in seen:
            sample = ready_ecog.samples[one["id"]]
            # Options hold the right names, among others; they are shown as they are.
            assert one["choices"] == {"object": [*sample.object_choices], "space": [*sample.space_choices]}
            words = json.dumps({**one, "video": "", "speech": None, "choices": None}, ensure_ascii=False)
            assert not any(target.name in words for target in sample.targets)
            assert one["targets"] == (None if blind else [target.kind for target in sample.targets])
            assert one["template"] == (None if blind else sample.template)
            assert one["video"] == (None if given == "text" else str(ready_ecog.root / sample.folder / sample.video))
            assert (one["speech"] is None) == (sample.speech is None)
            if sample.speech:
                assert one["speech"]["text"] == sample.speech.text
                assert bool(one["speech"]["words"]) == (given == "frames-words")


@pytest.mark.slow
def test_sound_is_not_described_in_words(ready: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    ready.items(tmp_path / "run", "python:vsig.subjects:logs", given="video")
    assert {json.loads(line)["speech"] for line in (tmp_path / "seen").read_text("utf-8").splitlines()} == {None}


def test_every_failure_costs_its_sample_only(ready_ecog: Prepared, tmp_path: Path) -> None:
    items = ready_ecog.items(tmp_path / "run", "python:vsig.subjects:faulty")
    endings = Counter((ready_ecog.samples[item.id].template, item.outcome) for item in items.values())
    assert endings == {
        (1, "model_error"): 1,
        (2, "model_error"): 1,
        (3, "model_error"): 1,
        (4, "parse_error"): 1,
        (5, "scored"): 1,
        (6, "scored"): 1,
    }
    raised = next(item for item in items.values() if ready_ecog.samples[item.id].template == 1)
    assert "ValueError: no such <b>thing</b>" in str(raised.notes[0])
    assert "\x1b" not in str(raised.notes[0])
    odd = next(item for item in items.values() if ready_ecog.samples[item.id].template == 5)
    assert odd.parsed["predictions"][0]["point"] is None
    assert len(odd.parsed["unusable"]) == 2


def test_keys_in_what_a_function_says_as_it_fails_are_not_recorded(
    ready_ecog: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-very-private-key-1234567890")
    items = ready_ecog.items(tmp_path / "run", "python:vsig.subjects:leaks")
    assert {item.outcome for item in items.values()} == {"model_error"}
    for file in (tmp_path / "run").rglob("*"):
        assert not file.is_file() or not any(key in file.read_bytes() for key in (b"very-private", b"hunter22"))


@pytest.mark.slow
def test_a_run_that_is_given_up_does_not_wait_for_its_function(
    ready_ecog: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    samples = sorted(ready_ecog.samples.values(), key=lambda sample: sample.template)
    answers = ask_python("vsig.subjects:sleeps", samples, Plan(), ready_ecog.root, workers=2)
    assert next(answers)[1].text
    trial.wait_for((tmp_path / "seen").exists, seconds=240)
    begun = time.monotonic()
    answers.close()
    # It would sleep for ten minutes.
    assert time.monotonic() - begun < 240


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("vsig.subjects:nobody", "has no attribute 'nobody'"),
        ("vsig.nowhere:middle", "No module named"),
        ("vsig.subjects:not_callable", "cannot be called"),
    ],
)
def test_what_cannot_be_loaded_is_said_before_the_run(target: str, said: str) -> None:
    with pytest.raises(SubjectError, match=said):
        reach(parse_subject(f"python:{target}"), Plan())


def test_a_target_without_a_name_is_refused() -> None:
    with pytest.raises(InputError, match=r"package\.module:name"):
        reach(parse_subject("python:vsig.subjects"), Plan())


def test_a_clip_that_was_changed_ends_the_run(tmp_path: Path, ready: Prepared) -> None:
    video = next(ready.root.rglob("*.mp4"))
    before = video.read_bytes()
    video.write_bytes(before + b"x")
    try:
        with pytest.raises(InputError, match="was changed since the run began"):
            ready.items(tmp_path / "run", "python:vsig.subjects:middle")
    finally:
        video.write_bytes(before)
