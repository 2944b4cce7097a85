"""Canaries without a server: a subject that sees and hears passes them; each fault is detected and named correctly."""

import base64
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mindsight.answers.conventions import model_profile
from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.questions.question import Question, Replied, Words
from mindsight.record.canonical import digest
from mindsight.record.folder import RunFolder
from mindsight.text import Language, Text, text
from mindsight.vsig.canaries import report, running
from mindsight.vsig.canaries.clips import write_clip
from mindsight.vsig.canaries.questions import Canary, Timeline
from mindsight.vsig.choices import Choices
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.media.conditions import GIVEN
from mindsight.vsig.plan import Means, Plan
from mindsight.vsig.running.preparing import make_test
from vsig.asked import MODEL
from vsig.grounding import sample_of
from vsig.perceiving import Perceiver

Answer = Callable[[Question], Replied]
_FORMS = {
    "image": lambda uri, _data: {"type": "image_url", "image_url": {"url": uri}},
    "video": lambda uri, _data: {"type": "video_url", "video_url": {"url": uri}},
    "audio": lambda _uri, data: {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}},
}


def body_of(question: Question) -> dict[str, Any]:
    """Return a question as a request that holds it."""
    content: list[dict[str, Any]] = []
    for part in question.parts():
        if isinstance(part, Words):
            content.append({"type": "text", "text": part.text})
        else:
            data = base64.b64encode(part.data).decode()
            content.append(_FORMS[part.kind](f"data:{part.mime};base64,{data}", data))
    return {"messages": [{"role": "system", "content": question.system}, {"role": "user", "content": content}]}


def answered_by(perceiver: Perceiver) -> Answer:
    return lambda question: Replied(
        id=question.id, text=perceiver.answer(body_of(question)), usage=Usage(input=100, output=5)
    )


class Bench:
    """A run that has its folder and no clips: only its canaries can be asked."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **chosen: Any) -> None:
        self._patch = monkeypatch
        data = folder / "samples.json"
        SampleWriter([sample_of(4)]).write(data)
        choices = Choices(data=folder, spec="model:scripted", **chosen)
        monkeypatch.setattr(
            "mindsight.vsig.models.outside.find_model", lambda *_: {"server": "here", "form": "json_schema"}
        )
        self.test = make_test(choices, data, folder / "run")
        self.run = RunFolder.create(folder / "run", self.test.manifest, data=data)
        self.asked: list[str] = []
        with self.run.log():
            pass  # no item has ended yet

    def ask(self, answer: Answer) -> dict[str, Any]:
        """Ask the missing canaries and return the manifest's entry."""

        def ask_all(_asking: object, questions: Sequence[Question]) -> Iterator[Replied]:
            for question in questions:
                self.asked.append(question.id)
                yield answer(question)

        self._patch.setattr(running, "ask_all", ask_all)
        plan: Plan = self.test.plan
        running.ask_canaries(self.run, plan, MODEL, Means())
        return self.run.manifest.canaries


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of clips and their media for all tests of this file: encoding takes most of the time."""
    return tmp_path_factory.mktemp("studio")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, studio: Path) -> Callable[..., Bench]:
    def kept(path: Path, canary: Canary, times: Timeline, language: Language) -> None:
        held = studio / f"{digest([canary.film.model_dump(), canary.sound.model_dump(), times, language])}.mp4"
        if not held.exists():
            write_clip(held, canary, times, language)
        shutil.copyfile(held, path)

    monkeypatch.setattr(running, "write_clip", kept)
    monkeypatch.setattr(running, "MediaCache", lambda _folder: MediaCache(studio / "cache"))
    return lambda **chosen: Bench(tmp_path, monkeypatch, **chosen)


def statuses(held: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["status"] for one in held["verdicts"]}


def marks(held: dict[str, Any]) -> dict[str, str]:
    return {mark["channel"]: str(Text.model_validate(mark["text"])) for mark in held["marks"]}


QUICK = {"frames-audio", "frames-words", "deaf", "axes", "tail", "shuffle", "illiterate"}
"""Inputs and faults that every test run tries."""
HEARING = {"digit", "swap", "beep"}
SEEING = {"order", "flash", "disc", "last"}
APPLY: dict[str, tuple[set[str], int]] = {
    "video": (HEARING | SEEING, 6),
    "frames-audio": (HEARING | SEEING, 6),
    "frames-transcript": ({"digit"} | SEEING, 4),
    "frames-words": ({"digit", "word"} | SEEING, 4),
    "frames": (SEEING, 2),
    "text": ({"digit"}, 2),
}


@pytest.mark.parametrize(
    "given", [given if given in QUICK else pytest.param(given, marks=pytest.mark.slow) for given in GIVEN]
)
def test_a_subject_that_sees_and_hears_passes_all_that_apply(given: str, bench: Callable[..., Bench]) -> None:
    ready = bench(given=given)
    held = ready.ask(answered_by(Perceiver()))
    names, requests = APPLY[given]
    assert {name for name, status in statuses(held).items() if status == "passed"} == names
    assert {status for name, status in statuses(held).items() if name not in names} == {"not_applicable"}
    assert (held["state"], held["marks"], len(ready.asked)) == ("passed", [], requests)


@pytest.mark.parametrize(
    ("profile", "chosen"),
    [
        ("gemini", {"given": "frames", "size": 320}),
        ("qwen2.5", {"given": "frames", "timestamps": False, "frames": 20}),
        pytest.param("molmo", {"given": "frames-audio", "prompt_lang": "en", "frames": 6}, marks=pytest.mark.slow),
        pytest.param("claude", {"given": "frames", "fps": 0.5}, marks=pytest.mark.slow),
        ("default", {"given": "frames", "frames": 1}),
        pytest.param(
            "default",
            {"given": "video", "dialect": "dashscope", "prompt_lang": "en", "seed": 11},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_every_form_and_number_of_frames_can_be_passed(
    profile: str, chosen: dict[str, Any], bench: Callable[..., Bench]
) -> None:
    language = chosen.get("prompt_lang", "zh")
    perceiver = Perceiver(language=language, profile=model_profile(profile))
    if not chosen.get("timestamps", True):
        perceiver.step_ms = 7200 / 19
    held = bench(model_profile=profile, **chosen).ask(answered_by(perceiver))
    assert (held["state"], marks(held)) == ("passed", {})
    outcome = statuses(held)
    assert outcome["disc"] == outcome["last"] == "passed"
    assert outcome["order"] == ("not_applicable" if chosen.get("frames") == 1 else "passed")


FOUND_OUT: dict[str, tuple[str, dict[str, str]]] = {
    "deaf": ("frames-audio", {"audio": "audio: not heard"}),
    "stale": ("frames-audio", {"audio": "audio: not heard"}),
    "axes": (
        "frames-audio",
        {"coordinates": "coordinates: not as asked (the answers are right when read as [y, x], 0 to 1000)"},
    ),
    "unit": (
        "frames",
        {"coordinates": "coordinates: not as asked (the answers are right when read as [x, y], 0 to 1)"},
    ),
    "tail": ("frames", {"last_frame": "last frame: not seen"}),
    "shuffle": (
        "frames-transcript",
        {
            "frame_order": "order of frames: answered wrongly (the letters are right and their order is not)",
            "frame_times": "times of frames: answered wrongly",
        },
    ),
    "blind": ("frames-audio", {"pictures": "pictures: not seen"}),
    "late": (
        "frames-audio",
        {"sound_times": "the answers are -20", "frame_times": "the answers are -2"},
    ),
    "mute": (
        "frames-audio",
        {
            "audio": "audio: not heard (no answer could be read)",
            "pictures": "pictures: not seen",
        },
    ),
    "illiterate": ("frames-words", {"transcript": "transcript: not read"}),
}


@pytest.mark.parametrize(
    "fault", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in FOUND_OUT]
)
def test_each_fault_is_detected_and_named(fault: str, bench: Callable[..., Bench]) -> None:
    given, expected = FOUND_OUT[fault]
    held = bench(given=given).ask(answered_by(Perceiver(faults=frozenset({fault}))))
    outcome = marks(held)
    assert held["state"] == "failed"
    assert set(outcome) == set(expected)
    for channel, words in expected.items():
        assert words in outcome[channel]


def test_answers_are_kept_verbatim_with_what_was_right_and_what_was_sent(bench: Callable[..., Bench]) -> None:
    held = bench(given="frames-audio").ask(answered_by(Perceiver(faults=frozenset({"axes"}))))
    by_id = {one["id"]: one for one in held["asked"]}
    sight, speech = by_id["sight-Ax"], by_id["speech-Ay"]
    assert '"point_list"' in sight["answer"]["text"]
    assert sight["right"] == {"order": True, "flash": True, "disc": False, "last": True}
    assert sight["answer"]["sent"]["frames"] == 17
    assert sight["answer"]["said"]["tokens"]["input"] == 100
    assert set(speech["right"]) == {"swap", "beep"}
    assert (sight["asks"], speech["asks"]) == (["order", "flash", "disc", "last"], ["swap", "beep"])
    # The same picture with another sound, and the other way round.
    assert speech["expected"]["swap"] == by_id["speech-By"]["expected"]["digit"]
    assert len({by_id[name]["expected"]["digit"] for name in ("speech-Ax", "speech-By")}) == 2


def test_what_was_answered_is_not_asked_again(bench: Callable[..., Bench]) -> None:
    ready = bench(given="frames-audio")
    perceive = answered_by(Perceiver())

    def dies(question: Question) -> Replied:
        if len(ready.asked) == 4:
            raise KeyboardInterrupt
        return perceive(question)

    with pytest.raises(KeyboardInterrupt):
        ready.ask(dies)
    assert [one["id"] for one in ready.run.manifest.canaries["asked"]] == ready.asked[:3]
    assert ready.run.manifest.canaries["state"] == "running"
    assert ready.ask(perceive)["state"] == "passed"
    assert ready.asked[4:] == ["speech-By", "speech-Ay", "speech-Bx"]
    ready.ask(perceive)
    assert len(ready.asked) == 7


def test_what_could_not_be_asked_is_undecided_and_asked_again(bench: Callable[..., Bench]) -> None:
    ready = bench(given="frames")
    perceive = answered_by(Perceiver())

    def away(question: Question) -> Replied:
        if question.id == "sight-By":
            return Replied(id=question.id, error="infrastructure_error", reason=text("the server is away"))
        return perceive(question)

    assert ready.ask(away)["state"] == "undecided"
    assert set(statuses(ready.run.manifest.canaries).values()) == {"undecided", "not_applicable"}
    assert ready.ask(perceive)["state"] == "passed"
    assert ready.asked == ["sight-Ax", "sight-By", "sight-By"]


def test_a_model_that_cannot_take_the_question_has_failed_it(bench: Callable[..., Bench]) -> None:
    held = bench(given="frames").ask(lambda question: Replied(id=question.id, error="model_error", reason=text("400")))
    assert {one["outcome"] for one in held["asked"]} == {"model_error"}
    assert set(marks(held)) == {"pictures"}


def test_canaries_can_be_switched_off_with_a_note(bench: Callable[..., Bench]) -> None:
    ready = bench(given="frames", canaries=False)
    held = ready.ask(answered_by(Perceiver()))
    assert (held["state"], ready.asked) == ("off", [])


HOSTILE = (
    "",
    "\x00\x1b[31m",
    "{" * 100_000,
    '{"point_list": [{"description": "\\ud800", "point": [NaN, Infinity], "timestamp": 1e999}]}',
    '{"point_list": [{"description": "<script>alert(1)</script>", "point": "x", "timestamp": -1}] }',
    '{"point_list": 7}',
    "\ud800" + '{"point_list": []}',
    '{"point_list": [' + ",".join(['{"point": [1e308, 1e308], "timestamp": "99:99.9"}'] * 500) + "]}",
)


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_that_is_written_breaks_a_run(words: str, bench: Callable[..., Bench]) -> None:
    ready = bench(given="frames", frames=6)
    held = ready.ask(lambda question: Replied(id=question.id, text=words))
    assert set(marks(held)) == {"pictures"}
    assert len(list(report.blocks(ready.run.manifest))) == 3


@pytest.mark.parametrize(
    ("name", "right", "read"),
    [
        ("digit", "9", "9"),
        ("order", "AULRF", "AULRF"),
        ("beep", [1010.0, 1910.0], "1010 … 1910 ms"),
        ("flash", [-50.0, 650.0], "−50 … 650 ms"),
        ("disc", [0.625, 0.125], "(0.625, 0.125)"),
    ],
)
def test_a_right_answer_is_reported_in_readable_form(name: str, right: Any, read: str) -> None:
    assert report._spelled(name, right) == read
