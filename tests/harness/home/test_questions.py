"""``mindsight home run`` over questions: built-in subjects, a model behind a server, faults, and what of it reaches the record."""

import base64
import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from harness.server import Refusal, Script, Server, said
from home.household import cache_of
from mindsight import checker
from mindsight.checker.home.questions import question_doubts
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, SubjectError
from mindsight.home.questions import totals
from mindsight.record import canonical
from mindsight.record.blocks import Curve, Ranges
from mindsight.record.folder import RunFolder
from mindsight.record.titles import name_of, titles_of
from mindsight.text import say

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
COMMAND = (
    "home",
    "run",
    "--tasks",
    "object.colour,object.left_right",
    "--trials",
    "4",
    "--seed",
    "3",
    "--prompt-lang",
    "en",
)
QUESTIONS = 8


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cache_of(tmp_path_factory)


@pytest.fixture(autouse=True)
def _drawn_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def run(*more: str, out: str = "run") -> int:
    """Run the command in English."""
    return mindsight(["--lang", "en", *COMMAND, "--out", out, *more])


def measures(out: str = "run") -> dict[str, float | None]:
    return {one.name: one.value for one in RunFolder(Path(out)).results.measures}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oracle", {"home.T": 1.0, "home.pairs": 1.0, "home.quartets": 1.0, "home.f_above_chance": 1.0}),
        ("decline", {"home.T": 0.5, "home.T_valid": 0.0, "home.pairs": 0.0, "home.T_gain": 0.0}),
        ("blind", {"home.pairs": 0.0, "home.quartets": 0.0}),
        ("first", {"home.pairs": 0.0}),
        ("random", {"home.quartets": 0.0}),
    ],
)
def test_built_in_subjects(name: str, expected: dict[str, float]) -> None:
    assert run("--subject", f"baseline:{name}") == 0
    found = measures()
    assert {key: found[key] for key in expected} == pytest.approx(expected)
    assert [finding.say() for finding in checker.check("run")[0]] == []


@pytest.mark.parametrize(("lacking", "lost", "kept"), [("colour", "colour", "left_right"), ("reading", "", "colour")])
def test_an_oracle_without_an_ability_loses_only_what_needs_it(lacking: str, lost: str, kept: str) -> None:
    assert run("--subject", f"baseline:oracle-{lacking}") == 0
    found = measures()
    assert found[f"home.f.object.{kept}"] == 1.0
    if lost:
        assert found[f"home.pairs.object.{lost}"] == 0.0


EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "my_answers.py"


def outcomes(out: str) -> list[str]:
    return [item.outcome for item in RunFolder(Path(out)).items]


def test_a_function_a_program_and_a_service_answer_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("--subject", "python:my_answers:answer", "--workers", "2", out="function") == 0
    assert run("--subject", f"command:{sys.executable} my_answers.py {{input}}", out="program") == 0
    with served() as (address, got):
        assert run("--subject", f"http:{address}", out="service") == 0
    assert outcomes("function") == outcomes("program") == outcomes("service")
    assert {item.parsed["status"] for item in RunFolder(Path("function")).items} <= {"answer", "cannot"}
    assert [finding.say() for finding in checker.check("service")[0]] == []
    # Neither the class nor the truth, nor which of the four scenes it is.
    words = json.dumps([{**page, "pictures": []} for page in got])
    assert len(got) == QUESTIONS
    assert "truth" not in words
    assert "object." not in words


@contextlib.contextmanager
def served() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve the example over HTTP."""
    found = importlib.util.spec_from_file_location("my_answers", EXAMPLE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    got: list[dict[str, Any]] = []

    class Service(BaseHTTPRequestHandler):
        def do_OPTIONS(self) -> None:
            self._reply(b"")

        def do_POST(self) -> None:
            page = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            got.append(page)
            with tempfile.TemporaryDirectory() as folder:
                files = [Path(folder, f"{number}.jpg") for number in range(len(page["pictures"]))]
                for file, data in zip(files, page["pictures"], strict=True):
                    file.write_bytes(base64.b64decode(data))
                asked = Path(folder, "question.json")
                asked.write_text(json.dumps({**page, "pictures": [str(file) for file in files]}), "utf-8")
                self._reply(json.dumps(module.answer(str(asked))).encode())

        def log_message(self, *_: Any) -> None:
            pass

        def _reply(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", got
    finally:
        server.shutdown()


def test_a_function_that_raises_or_ends_answers_nothing_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "import os\ncalls = []\n\n\ndef answer(_input, _output):\n    calls.append(1)\n"
    (tmp_path / "bad.py").write_text(words + "    os._exit(3) if len(calls) > 1 else 1 / 0\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("--subject", "python:bad:answer") == 0
    items = list(RunFolder(Path("run")).items)
    assert {item.parsed["status"] for item in items} == {"unreadable"}
    said = {say(note, "en") for item in items for note in item.notes}
    assert any("division by zero" in words for words in said)
    assert any("status 3" in words for words in said)


def test_answers_in_a_form_that_nobody_reads_are_said_aloud_wherever_the_numbers_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bare words in place of JSON: T is 0 as for a blind subject, but neither terminal, report, comparison nor gate leaves it there."""
    (tmp_path / "bare.py").write_text(
        "import pathlib\n\n\ndef answer(_input, output):\n"
        "    pathlib.Path(output).with_suffix('.json').write_text('<b>yel\\x1blow</b>')\n"
        "    return '<b>yel\\x1blow</b>'\n",
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert run("--subject", "python:bare:answer") == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "100.0 % of the answers (8 of 8) could not be read" in words
    assert "T over what was read and reached" in words
    items = list(RunFolder(Path("run")).items)
    assert {(item.terms["valid"], item.outcome) for item in items} == {(True, "FN"), (False, "NR")}
    found = measures()
    assert (found["home.T"], found["home.T_read"], found["home.NR"], found["home.unread"]) == (0, None, 0.5, 1)
    blocks = {block.id: block for block in RunFolder(Path("run")).results.blocks}
    assert {"warning-unread", "unread-shares", "not-read"} <= blocks.keys()
    page = Path("run/report.html").read_text("utf-8")
    assert "100.0 % of the answers" in page
    assert "<b>yel" not in page
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert mindsight(["--lang", "en", "verify", "run"]) == 0
    assert run("--subject", "baseline:oracle", out="seeing") == 0
    assert measures("seeing")["home.unread"] == 0
    capsys.readouterr()
    assert mindsight(["--lang", "en", "compare", "seeing", "run"]) == 0
    assert "bare:answer: 100.0 % of the answers" in " ".join(capsys.readouterr().out.split())
    policy = Path("policy.toml")
    policy.write_text('[[measures]]\nname = "home.unread"\nat_most = 0.05\n', "utf-8")
    assert mindsight(["--lang", "en", "gate", str(policy), "seeing", "run"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "over its limit" in told
    assert "verdict: NO-GO" in told
    assert "100.0 % of the answers" in told
    assert mindsight(["--lang", "en", "gate", str(policy), "run", "seeing"]) == 0
    assert mindsight(["--lang", "en", "home", "score", "run", "--json"]) == 0


def test_a_record_of_the_first_rule_is_scored_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the identity names no rule of scoring, what was not read stays FP, and no measure is added."""
    (tmp_path / "bare.py").write_text("def answer(_input, _output):\n    return 'yellow'\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("--subject", "python:bare:answer") == 0
    before = measures()
    as_first_rule(Path("run"))
    rescored = totals.rescore(RunFolder(Path("run")))[1]
    # Of what was done, none was right: the second rule leaves what was never done out of that.
    after = {one.name: one.value for one in rescored.measures if not one.name.startswith("home.precision.")}
    assert after.items() <= before.items()
    assert not [one.name for one in rescored.measures if one.name.startswith(("home.unread", "home.NR", "home.T_read"))]
    assert {"warning-unread", "not-read"} & {block.id for block in rescored.blocks} == set()
    entries = {one["id"]: one for one in json.loads(Path("run/questions.json").read_bytes())["items"]}
    manifest = json.loads(Path("run/manifest.json").read_bytes())
    items = [json.loads(line) for line in Path("run/items.jsonl").read_bytes().splitlines()]
    assert {item["outcome"] for item in items} == {"FN", "FP"}
    assert [doubt for item in items for doubt in question_doubts(item, entries[item["id"]], manifest)] == []


def as_first_rule(folder: Path) -> None:
    """Change a record into what rule 1 of scoring would have written."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    del manifest["identity"]["scoring"]
    (folder / "manifest.json").write_bytes(canonical.page(manifest))
    lines = (folder / "items.jsonl").read_text("utf-8").replace('"outcome":"NR"', '"outcome":"FP"')
    (folder / "items.jsonl").write_text(lines, "utf-8")


def test_a_subject_that_cannot_be_loaded_is_refused_before_anything_is_drawn() -> None:
    with pytest.raises(SubjectError, match="no_such_module"):
        run("--subject", "python:no_such_module:answer")
    with pytest.raises(InputError, match="input"):
        run("--subject", "command:true")


def test_a_rehearsal_states_requests_tokens_cost_and_time(
    capsys: pytest.CaptureFixture[str], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--dry-run", "--price", "1000,2000") == 0
    said = capsys.readouterr().out
    assert not server.requests
    assert re.search(r"requests: 8; tokens: about \d+ in, 320 out", said)
    assert re.search(r"cost: about \d+\.\d\d", said)
    assert "time: about 1 min" in said
    assert not Path("run").exists()
    assert run("--model", "scripted", "--dry-run", "--json") == 0
    page = json.loads(capsys.readouterr().out)
    assert page["estimate"]["requests"] == QUESTIONS
    # Pictures of 800 by 600 take 765 tokens by the published rule, and the words some more.
    assert 765 * QUESTIONS < page["estimate"]["sent"] < 1500 * QUESTIONS


def test_the_record_is_rebuilt_byte_for_byte_and_a_changed_answer_is_found() -> None:
    run("--subject", "baseline:oracle")
    assert mindsight(["verify", "run"]) == 0
    items = Path("run/items.jsonl")
    items.write_text(items.read_text().replace('"outcome":"TN"', '"outcome":"FP"', 1))
    assert mindsight(["verify", "run"]) == 1


def answering(body: dict[str, Any], _number: int) -> Any:
    """Answer with the first option; say of every question with "rubber" in it that it cannot be answered."""
    asked = json.dumps(body)
    return said(json.dumps({"answer": "A", "cannot": None}) if "rubber" not in asked else '{"cannot": "two of them"}')


def test_a_model_gets_pictures_and_words_and_its_answers_are_kept(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    assert run("--model", "scripted") == 0
    # Before anything is drawn, one in words and one with a picture; then the first question itself.
    assert len(server.requests) == QUESTIONS + 3
    system, user = server.requests[-1]["messages"]
    assert "stands alone" in system["content"]
    pictures = [part for part in user["content"] if part["type"] == "image_url"]
    data = base64.b64decode(pictures[0]["image_url"]["url"].partition(",")[2])
    assert data[:2] == b"\xff\xd8"
    words = user["content"][-1]["text"]
    assert re.search(r"\nA\. .+\nB\. ", words)
    assert re.search(r"Answer with the letter of the right choice: A, B(, C, D)?\.", words)
    items = list(RunFolder(Path("run")).items)
    assert len(items) == QUESTIONS
    assert {item.media["picture-1"] for item in items} <= {path.name for path in Path("run/media").iterdir()}
    assert all("sk-secret" not in path.read_text(errors="ignore") for path in Path("run").rglob("*") if path.is_file())
    assert [finding.say() for finding in checker.check("run")[0]] == []


def test_without_pictures_the_scene_is_told_in_words(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--as-text") == 0
    asked = json.dumps(server.requests[-1], ensure_ascii=False)
    assert "image_url" not in asked
    assert "this is what it would show" in asked
    scene = server.requests[-1]["messages"][-1]["content"][0]["text"]
    assert re.search(r"material: [a-z ]+, length, width, height: \d+ × \d+ × \d+ cm", scene)
    manifest = RunFolder(Path("run")).manifest
    assert manifest.identity["asked"] == "text"
    assert any(note.id == "departure-text" for note in manifest.departures)


def test_pictures_that_follow_in_time_are_sent_as_one_video(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    av = pytest.importorskip("av")
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--tasks", "event.cause", "--as-clip") == 0
    content = server.requests[-1]["messages"][-1]["content"]
    assert [part["type"] for part in content] == ["text", "video_url", "text"]
    items = list(RunFolder(Path("run")).items)
    count = len([name for name in items[0].media if name.startswith("picture-")])
    assert content[0]["text"].startswith(f"These {count} pictures follow in time")
    data = base64.b64decode(content[1]["video_url"]["url"].partition(",")[2])
    with av.open(io.BytesIO(data)) as clip:
        frames = [frame.to_ndarray(format="rgb24") for frame in clip.decode(video=0)]
    shown = [
        np.asarray(Image.open(Path("run/media") / items[-1].media[f"picture-{number}"]))
        for number in range(1, count + 1)
    ]
    assert len(frames) == count
    # Pictures in their order, as far as compression leaves them.
    assert all(np.abs(one.astype(int) - other).mean() < 6 for one, other in zip(frames, shown, strict=True))
    identity = RunFolder(Path("run")).manifest.identity
    assert (identity["asked"], identity["clip"]) == ("clip", f"1/s,event.cause={count}")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--subject", "baseline:oracle"), "--as-clip: is for models, and baseline:oracle is none"),
        (("--model", "scripted", "--as-text"), "--as-clip sends videos and --as-text none"),
    ],
)
def test_a_video_is_refused_where_there_is_none(more: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run(*more, "--as-clip")


def test_every_measure_has_a_title_of_its_own() -> None:
    run("--subject", "baseline:oracle")
    results = RunFolder(Path("run")).results
    titles = titles_of(results)
    assert {one.name for one in results.measures} <= set(titles)
    assert len({str(name_of(one.name, titles)) for one in results.measures}) == len(results.measures)


def test_evidence_is_asked_for_and_judged() -> None:
    run("--subject", "baseline:oracle", "--evidence")
    found = measures()
    assert {found[f"home.grounded{end}"] for end in ("", ".object.colour", ".object.left_right")} == {1.0}
    assert "grounded" in Path("run/report.html").read_text("utf-8")
    assert [finding.say() for finding in checker.check("run")[0]] == []
    items = Path("run/items.jsonl")
    items.write_text(items.read_text().replace('"grounded":true', '"grounded":false', 1))
    assert any("grounded" in finding.say() for finding in checker.check("run")[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["oracle", "random"])
def test_the_same_questions_with_pictures_made_worse_give_a_curve(name: str) -> None:
    asked = ["home", "run", "--tasks", "object.robust", "--trials", "32", "--seed", "3", "--out", "run"]
    assert mindsight(["--lang", "en", *asked, "--subject", f"baseline:{name}", "--evidence"]) == 0
    assert [finding.say() for finding in checker.check("run")[0]] == []
    results = RunFolder(Path("run")).results
    found = {one.name: one for one in results.measures if one.name.startswith("home.f_disturbed.all.")}
    # Two classes ask about pictures made worse.
    assert [one.n for one in found.values()] == [16] * 4
    if name == "oracle":
        assert {one.value for one in found.values()} == {1.0}
    (curve,) = (block for block in results.blocks if isinstance(block, Curve))
    assert {len(line.x) for line in curve.series} == {4}
    (seven,) = (block for block in results.blocks if block.id == "seven")
    assert isinstance(seven, Ranges)
    assert sum(one.value is None for one in seven.ranges) == 6
    assert Path("run/report.html").read_text("utf-8").count("not tested") >= 6


@pytest.mark.slow
def test_robustness_of_questions_has_a_curve_for_each_dimension() -> None:
    asked = ["home", "robustness", "--tasks", "object.robust,event", "--trials", "16", "--seed", "3", "--out", "run"]
    assert mindsight(["--lang", "en", *asked, "--subject", "baseline:oracle"]) == 0
    assert [finding.say() for finding in checker.check("run")[0]] == []
    results = RunFolder(Path("run")).results
    assert {one.value for one in results.measures if one.name.startswith("home.f_disturbed.")} == {1.0}
    curves = {block.id for block in results.blocks if isinstance(block, Curve)}
    assert curves == {"robustness", "robustness-object", "robustness-event"}
    titles = titles_of(results)
    assert len({str(name_of(one.name, titles)) for one in results.measures}) == len(results.measures)
    assert {one.terms["task"] for one in RunFolder(Path("run")).items} == {
        "object.robust",
        "object.robust_point",
        "event.robust",
    }


def test_a_dead_server_ends_the_run_and_it_goes_on_later(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = [False]

    def dying(body: dict[str, Any], number: int) -> Any:
        if number >= 4:
            dead[0] = True
        return Refusal(401, "gone") if dead[0] else answering(body, number)

    server = serve(dying)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    with pytest.raises(SubjectError):
        run("--model", "scripted", "--max-connections", "1")
    kept = len(list(RunFolder(Path("run")).items))
    assert 0 < kept < QUESTIONS
    dead[0] = False
    server.script = answering
    server.requests.clear()
    assert mindsight(["--lang", "en", *COMMAND, "--model", "scripted", "--resume", "run"]) == 0
    assert len(server.requests) == QUESTIONS - kept
    assert len({item.id for item in RunFolder(Path("run")).items}) == QUESTIONS


@pytest.mark.parametrize("reply", ["", "no idea", "{", '{"answer": {"x": "<script>alert(1)</script>"}}', "🦆" * 1000])
def test_nonsense_is_recorded_as_unreadable(reply: str, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", serve(lambda *_: said(reply)).url)
    assert run("--model", "scripted", "--no-media") == 0
    assert {item.terms["manner"] for item in RunFolder(Path("run")).items} == {"unreadable"}
    assert "<script>alert(1)" not in Path("run/report.html").read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--tasks", "object.color"), "did you mean object.colour"),
        (("--tasks", "object,desk"), "test them in a run each"),
        (("--tasks", "object", "--reasons", "absent"), "--reasons: is not for questions"),
        (("--tasks", "buttons", "--as-clip"), "--as-clip: is not for household tasks"),
        (("--tasks", "object", "--subject", "baseline:refuse"), "does not answer questions"),
        (("--tasks", "object", "--subject", "http:x"), "write an address"),
        (("--tasks", "object", "--temperature", "0.5"), "--temperature: is for models"),
        (("--tasks", "object", "--max-cost", "3"), "--max-cost: is for models"),
        (("--tasks", "object", "--seed", "1" + 20 * "0"), "at most 18 digits"),
        (("--tasks", "object", "--penalty", "inf"), "not a number that can be used"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_is_drawn(options: tuple[str, ...], words: str) -> None:
    given = ["home", "run", *(() if "--subject" in options else ("--subject", "baseline:first")), *options]
    with pytest.raises(InputError, match=words):
        mindsight(["--lang", "en", *given])


@pytest.mark.slow
def test_inspects_command_line_asks_questions(serve: Serve, cache: Path) -> None:
    """A subject that declines everything is right on the half that has no answer."""
    server = serve(lambda *_: said('{"cannot": "no"}'))
    environment = {
        **os.environ,
        "OPENAI_BASE_URL": server.url,
        "XDG_CACHE_HOME": str(cache),
        "INSPECT_LOG_FORMAT": "json",
    }
    chosen = ["-T", "tasks=object.colour,object.left_right", "-T", "trials=4", "-T", "seed=3"]
    command = ["eval", "mindsight/home-questions", *chosen, "--model", "mindsight/scripted"]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command, "--display", "none", "--log-dir", "logs"],
        env=environment, capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = Path("logs").glob("*.json")
    log = json.loads(file.read_text("utf-8"))
    metrics = {name: one["value"] for name, one in log["results"]["scores"][0]["metrics"].items()}
    assert metrics == {
        "accuracy": 0.5, "T": 0.5, "T_valid": 0, "T_gain": 0, "f.object.colour": 0.5, "f.object.left_right": 0.5,
    }  # fmt: skip
    assert len(server.requests) == QUESTIONS
