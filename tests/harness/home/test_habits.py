"""A model that writes points in its own order and scale: found before a run, asked for by a profile, named in the report."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Script, Server, said
from home.household import cache_of
from mindsight import checker
from mindsight.answers.conventions import ModelProfile, Points, model_profile
from mindsight.answers.habits.marks import MARKS, SIZE
from mindsight.answers.reply import Answer
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, RecordError
from mindsight.harness.episodes.dialogue import Dialogue
from mindsight.home.adapters.outside import dialogue
from mindsight.home.imported.runs import suite as imported
from mindsight.home.questions import suite
from mindsight.home.setting import Setting
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.text import say

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
COMMAND = (
    "home",
    "run",
    "--tasks",
    "object.function,object.box",
    "--trials",
    "4",
    "--seed",
    "3",
    "--prompt-lang",
    "en",
)
PICTURE = (800, 600)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cache_of(tmp_path_factory)


@pytest.fixture(autouse=True)
def _drawn_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    for module in (suite, imported):
        monkeypatch.setattr(module, "READING_RULE", 3)


def run(*more: str, out: str = "run") -> int:
    return mindsight(["--lang", "en", *COMMAND, "--out", out, *more])


def truths() -> dict[tuple[str, str], dict[str, Any]]:
    """Return what the oracle answers, by the first words of a question and its pictures."""
    assert run("--subject", "baseline:oracle", out="oracle") == 0
    record = RunFolder(Path("oracle"))
    questions = {one["id"]: one for one in json.loads((record.path / "questions.json").read_text("utf-8"))["items"]}
    return {
        (questions[item.id]["words"]["en"], ",".join(questions[item.id]["pictures"])): json.loads(item.answer["text"])
        for item in record.items
    }


def seeing(habit: ModelProfile) -> Script:
    """Return a model that sees everything and writes points and boxes in its habit, whatever it is asked for."""
    known = truths()

    def written(value: list[float], size: tuple[int, int] = PICTURE) -> list[float]:
        pairs = zip(value[::2], value[1::2], strict=True)
        return [round(number, 4) for x, y in pairs for number in habit.said((x / 1000, y / 1000), size)]

    def reply(body: dict[str, Any], _number: int) -> Any:
        content = body["messages"][-1]["content"]
        if isinstance(content, str):
            return said("yes")
        words = next((part["text"] for part in reversed(content) if part["type"] == "text"), "")
        if "three dots" in words:
            return said(json.dumps({"answer": [habit.said((x / SIZE[0], y / SIZE[1]), SIZE) for *_, (x, y) in MARKS]}))
        shown = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
        hashes = ",".join(hashlib.sha256(base64.b64decode(one.partition(",")[2])).hexdigest() for one in shown)
        answer = known.get((words.partition("\n")[0], hashes), {"cannot": "nothing to see"})
        return said(json.dumps({"answer": written(answer["answer"])} if "answer" in answer else answer))

    return reply


def index(out: str) -> float | None:
    return next(one.value for one in RunFolder(Path(out)).results.measures if one.name == "home.T")


def warned(out: str) -> dict[str, str]:
    return {
        block.id: say(block.body, "en")  # type: ignore[union-attr]
        for block in RunFolder(Path(out)).results.blocks
        if block.id.startswith(("warning-convention", "warning-habit"))
    }


HABITS = {
    "gemini": "[y, x], 0 to 1000",
    "robopoint": "[x, y], 0 to 1",
    "claude": "[x, y], pixels of the picture sent",
}


@pytest.mark.parametrize(("name", "title"), HABITS.items(), ids=HABITS)
def test_a_habit_is_found_before_the_run_and_its_profile_gives_what_the_model_can(
    name: str, title: str, serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(seeing(model_profile(name)))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    capsys.readouterr()
    assert run("--model", "scripted", out="usual") == 0
    heard = " ".join("".join(capsys.readouterr()).split())
    assert f"wrote points as {title}; it is asked for [x, y], 0 to 1000" in heard
    assert f"add --model-profile {name}" in heard
    usual = RunFolder(Path("usual")).manifest
    assert usual.subject.details["points"] == f"{model_profile(name).order} {model_profile(name).scale}"
    assert "model_profile" not in usual.plan
    assert not any("profile" in field or "convention" in field for field in usual.identity)
    assert warned("usual").keys() >= {"warning-habit", "warning-convention-few-points"}

    assert run("--model", "scripted", "--model-profile", name, out="asked") == 0
    assert "add --model-profile" not in "".join(capsys.readouterr())
    asked = RunFolder(Path("asked")).manifest
    assert (index("asked"), warned("asked")) == (1.0, {})
    assert (index("usual") or 0) < 1
    assert asked.identity["subject.model_profile"] == name
    assert {key: value for key, value in asked.identity.items() if key not in usual.identity}.keys() == {
        "subject.model_profile",
        "subject.convention",
    }
    assert asked.identity["prompts"] == usual.identity["prompts"]
    for folder in ("usual", "asked"):
        assert mindsight(["verify", folder]) == 0
        assert [finding.say() for finding in checker.check(folder)[0]] == []
    compared = [
        say(one, "en") for one in compare_runs([RunFolder(Path(one)) for one in ("asked", "usual")], seed=1).warnings
    ]
    assert any("wrote points as" in words for words in compared)


def test_without_a_probe_nothing_is_asked_or_noted(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(seeing(model_profile("gemini")))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--no-probe") == 0
    assert not any("three dots" in json.dumps(body) for body in server.requests)
    assert "points" not in RunFolder(Path("run")).manifest.subject.details
    assert "warning-habit" not in warned("run")


@pytest.mark.parametrize(
    ("answer", "finding", "words"),
    [
        ("I see three lovely dots.", "unread", "no places could be read"),
        ('{"answer": [[1, 1], [1, 1], [1, 1]]}', "none", "in no order and scale"),
        (None, "unread", "no places could be read"),
    ],
)
def test_whatever_is_answered_to_the_marks_the_run_goes_on(
    answer: str | None,
    finding: str,
    words: str,
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    honest = seeing(model_profile("default"))

    def reply(body: dict[str, Any], number: int) -> Any:
        if "three dots" in json.dumps(body):
            return None if answer is None else said(answer)
        return honest(body, number)

    monkeypatch.setenv("OPENAI_BASE_URL", serve(reply).url)
    capsys.readouterr()
    assert run("--model", "scripted") == 0
    assert words in " ".join("".join(capsys.readouterr()).split())
    assert RunFolder(Path("run")).manifest.subject.details["points"] == finding
    assert index("run") == 1.0


def test_no_marks_are_shown_where_nothing_is_pointed_at(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(lambda _body, _number: said('{"answer": "A"}'))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    command = [word if word != COMMAND[3] else "object.colour" for word in COMMAND]
    assert mindsight(["--lang", "en", *command, "--out", "run", "--model", "scripted"]) == 0
    assert not any("three dots" in json.dumps(body) for body in server.requests)


def test_a_resumed_run_keeps_its_profile_and_refuses_another(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", serve(seeing(model_profile("gemini"))).url)
    assert run("--model", "scripted", "--model-profile", "gemini") == 0
    resume = ["--lang", "en", *COMMAND, "--model", "scripted", "--resume", "run"]
    assert mindsight([*resume, "--model-profile", "gemini"]) == 0
    with pytest.raises(RecordError, match=r"subject\.convention"):
        mindsight(resume)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--subject", "baseline:oracle", "--model-profile", "gemini"), "--model-profile: is for models"),
        (("--subject", "baseline:oracle", "--no-probe"), "--no-probe: is for models"),
        (("--model", "m", "--model-profile", "gemini", "--as-text"), "no picture to point into"),
        (("--model", "m", "--model-profile", "nobody"), 'no model profile "nobody"'),
        (("--model", "m", "--tasks", "buttons", "--interface", "menu", "--model-profile", "gemini"), "asks for none"),
    ],
)
def test_a_profile_is_refused_where_it_means_nothing(more: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        run(*more)


# Household tasks


def talk(name: str, **changed: Any) -> tuple[Dialogue, Setting]:
    setting = Setting(language="en", stance="neutral", model_profile=model_profile(name), **changed)
    return dialogue(setting, "points"), setting


@pytest.mark.parametrize(
    ("name", "written", "line"),
    [
        ("gemini", {"y": 615, "x": 420}, '{"action": "pick", "y": 615.0, "x": 420.0}'),
        ("robopoint", {"x": 0.42, "y": 0.615}, '{"action": "pick", "x": 0.42, "y": 0.615}'),
        ("molmo", {"x": 42, "y": 61.5}, '{"action": "pick", "x": 42.0, "y": 61.5}'),
        ("claude", {"x": 268.8, "y": 295.2}, '{"action": "pick", "x": 268.8, "y": 295.2}'),
        ("paligemma", {"y": 629.145, "x": 429.66}, '{"action": "pick", "y": 629.145, "x": 429.66}'),
    ],
)
def test_an_action_in_the_form_asked_for_means_the_same_place(name: str, written: dict[str, float], line: str) -> None:
    own, setting = talk(name)
    system = own.system({"places": [], "left": 9}, True)
    assert line in system
    assert own.example({"verb": "pick"}) == line
    width, height = model_profile(name).full((setting.width, setting.height))
    corner = (height, width) if "y" in next(iter(written)) else (width, height)
    assert f"to ({corner[0]:g}, {corner[1]:g}) at the bottom right" in system
    tool = next(one for one in own.tools if one.name == "pick")
    assert list(tool.parameters) == list(tool.required) == list(written)
    pair = list(written.values())
    for answer in (
        Answer(text=line),
        Answer(calls=(("pick", json.dumps(written)),)),
        Answer(text=json.dumps({"action": "pick", "point": pair})),
        Answer(text=f"pick({pair[0]}, {pair[1]})"),
        Answer(text=json.dumps({"action": "pick", "x": written["x"], "y": written["y"]})),
        Answer(text=f"pick(x={written['x']}, y={written['y']})"),
        Answer(text='{"action": "pick", "x": "42%", "y": "61.5%"}'),
    ):
        turn = own.turn(answer, {}, {}, time_s=0.0)
        assert turn.wish["point"] == pytest.approx([420, 615], abs=0.01), answer
        assert turn.fault == ""


@pytest.mark.parametrize("name", ["gemini", "robopoint", "claude"])
def test_an_invalid_point_stays_invalid(name: str) -> None:
    own, _ = talk(name)
    for answer, fault in (
        ('{"action": "pick"}', "no_point"),
        ('{"action": "pick", "x": 5000, "y": 1}', "argument"),
        ('{"action": "pick", "x": NaN, "y": 1}', "argument"),
    ):
        assert own.turn(Answer(text=answer), {}, {}, time_s=0.0).fault == fault, answer


def test_a_menu_and_the_usual_form_are_as_they_were() -> None:
    usual = dialogue(Setting(language="en", stance="neutral"), "points")
    assert "model_profile" not in Setting().model_dump(mode="json")
    assert "to (1000, 1000) at the bottom right" in usual.system({"places": [], "left": 9}, True)
    with_profile = dialogue(Setting(model_profile=model_profile("gemini")), "menu")
    without = dialogue(Setting(), "menu")
    shown = {"places": [], "left": 9}
    assert with_profile.system(shown, False) == without.system(shown, False)


def test_a_seal_says_nothing_of_how_a_subject_is_asked() -> None:
    _, setting = talk("gemini")
    assert setting.sealed == setting.model_copy(update={"model_profile": None}).model_dump(mode="json")
    again = Setting.model_validate(setting.model_dump(mode="json"))
    assert again == setting
    assert again.points == Points(model_profile("gemini"), (640, 480))


def pressing(numbers: dict[str, float], marks: list[dict[str, float]]) -> Script:
    """Return a model that presses always the same place, and the marks where it says they are."""

    def reply(body: dict[str, Any], _number: int) -> Any:
        if "three dots" in json.dumps(body):
            return said("\n".join(json.dumps({"action": "press", **one}) for one in marks))
        names = [tool["function"]["name"] for tool in body.get("tools", ())]
        return (
            said("", ("press", numbers)) if "press" in names else said("", (names[-1], {})) if names else said("blue")
        )

    return reply


def test_household_tasks_name_shares_of_one_and_keep_the_profile_in_the_record(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    marks = [{"x": x / SIZE[0], "y": y / SIZE[1]} for *_, (x, y) in MARKS]
    monkeypatch.setenv("OPENAI_BASE_URL", serve(pressing({"x": 0.31, "y": 0.62}, marks)).url)
    command = [
        "--lang",
        "en",
        "home",
        "run",
        "--tasks",
        "buttons",
        "--trials",
        "2",
        "--prompt-lang",
        "en",
        "--model",
        "m",
    ]
    assert mindsight([*command, "--out", "usual"]) == 0
    assert "add --model-profile robopoint" in " ".join("".join(capsys.readouterr()).split())
    found = warned("usual")
    assert "have both numbers from 0 to 1" in found["warning-convention-range"]
    assert "wrote points as [x, y], 0 to 1" in found["warning-habit"]

    assert mindsight([*command, "--out", "asked", "--model-profile", "robopoint"]) == 0
    record = RunFolder(Path("asked"))
    assert record.manifest.identity["subject.model_profile"] == "robopoint"
    assert record.manifest.plan["setting"]["model_profile"]["scale"] == "unit"
    points = [step["action"]["point"] for item in record.items for step in item.answer["steps"] if step["action"]]
    assert points
    assert all(point == pytest.approx([310, 620]) for point in points)
    assert not {"warning-habit", "warning-convention-range"} & warned("asked").keys()
    for folder in ("usual", "asked"):
        assert mindsight(["verify", folder]) == 0
        assert [finding.say() for finding in checker.check(folder)[0]] == []
    assert mindsight(["verify", "--regenerate", "asked"]) == 0
