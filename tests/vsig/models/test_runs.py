"""Runs with a model over OpenAI's protocol: right answers, every way in which a server fails, keys, money, resuming."""

import contextlib
import gc
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, said
from vsig.asked import LEFT_BY_INSPECT, Viewer, apart, hasten, serving
from vsig.perceiving import Perceiver
from vsig.running import Prepared

pytest.importorskip("inspect_ai")

from mindsight import checker
from mindsight.answers.conventions import model_profile
from mindsight.cli import run as mindsight
from mindsight.errors import SubjectError
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.running.preparing import some_of

pytestmark = LEFT_BY_INSPECT
KEY = "a-very-private-key-1234567890"
Reply = Callable[[dict[str, Any], int], Any]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("cache")
    gc.collect()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path) -> None:
    apart(monkeypatch, cache)
    monkeypatch.chdir(tmp_path)
    hasten(monkeypatch)


@pytest.fixture(scope="module")
def viewer(ready: Prepared, cache: Path) -> Viewer:
    return Viewer(ready.samples.values(), ready.root, cache)


@pytest.fixture(scope="module")
def ten(ready: Prepared, cache: Path) -> Prepared:
    """Ten samples of all templates."""
    file = cache / "samples.json"
    samples = list(ready.samples.values())
    SampleWriter(samples[place] for place in some_of([one.template for one in samples], 10)).write(file)
    return Prepared(ready.root, file)


def scores(run: RunFolder) -> dict[str, float | None]:
    found = {measure.name: measure.value for measure in run.results.measures}
    return {name: found[f"vsig.{name}"] for name in ("intent", "spatial", "temporal", "overall")}


# Right answers


def test_the_command_tests_a_model_end_to_end(
    ready: Prepared, viewer: Viewer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """One template's folder is a data set; the server answers like a model that sees everything."""
    folder = ready.root / ready.of(4).folder
    samples = [sample for sample in ready.samples.values() if sample.folder == ready.of(4).folder]
    profile = model_profile("default")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    perceiver = Perceiver()

    def sees(body: dict[str, Any], _number: int) -> Any:
        return said(perceiver.answer(body) if perceiver.knows(body) else viewer.right(body, profile))

    with serving(sees, monkeypatch) as server:
        command = ["--lang", "en", "vsig", "run", "--data", str(folder), "--model", "my-model", "--out", "run"]
        assert mindsight([*command, "--frames", "3"]) == 0
    out, _ = capsys.readouterr()
    assert "run/metrics.json" in out
    run = RunFolder.open(Path("run"))
    assert scores(run) == {"intent": 1.0, "spatial": 1.0, "temporal": 1.0, "overall": 1.0}
    items = list(run.items)
    assert [item.outcome for item in items] == ["scored"] * len(samples)
    # One question before the run, four canaries, then one for each sample.
    assert len(server.requests) == 1 + 4 + len(samples)
    # Three frames are too few to ask what happens when.
    status = {one["name"]: one["status"] for one in run.manifest.canaries["verdicts"]}
    assert {name for name in status if status[name] == "passed"} == {"digit", "disc", "last"}
    assert {measure.signature.environment["canaries"] for measure in run.results.measures} == {"passed"}
    assert {headers["authorization"] for headers in server.headers} == {f"Bearer {KEY}"}
    assert {body["model"] for body in server.requests} == {"my-model"}
    manifest = run.manifest
    assert manifest.subject.details == {"server": server.url, "form": "json_schema"}
    assert manifest.identity["input"] == "frames-transcript"
    assert manifest.identity["frames"] == "3"
    assert str(manifest.identity["prompt_hash"]).startswith("sha256-")
    for item in items:
        sent, answer = item.answer["sent"], item.answer["said"]
        assert isinstance(sent, dict)
        assert isinstance(answer, dict)
        assert (sent["frames"], sent["size"], sent["form"]) == (3, [320, 180], "json_schema")
        assert sent["bytes"]["image"] > 1000
        assert answer["tokens"]["input"] == 100
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert KEY not in everything(Path("run"))


@pytest.mark.parametrize(
    ("profile", "given"),
    [
        ("gemini", "frames-words"),
        *(
            pytest.param(name, given, marks=pytest.mark.slow)
            for name, given in (
                ("qwen2.5", "video"),
                ("qwen3", "frames-audio"),
                ("molmo", "frames"),
                ("claude", "text"),
            )
        ),
    ],
)
def test_right_answers_in_a_familys_own_form_are_all_right(
    profile: str, given: str, ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = model_profile(profile)
    if given == "text":
        # No picture is sent: the sample is recognised by the words alone.
        with serving(lambda _body, _number: said("{}"), monkeypatch) as server:
            run = ten.run(tmp_path / "run", "model:scripted", model_profile=profile, given=given)
        assert not any("image_url" in json.dumps(body) for body in server.requests)
        assert {item.answer["sent"]["frames"] for item in run.items} == {0}
        return
    with serving(lambda body, _number: said(viewer.right(body, form)), monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", model_profile=profile, given=given, connections=4)
    assert scores(run) == {"intent": 1.0, "spatial": 1.0, "temporal": 1.0, "overall": 1.0}
    assert {repair for item in run.items for repair in item.parsed["repairs"]} == set()


@pytest.mark.slow
def test_options_are_asked_for_where_there_are_any(
    ready_ecog: Prepared, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, profile = Viewer(ready_ecog.samples.values(), ready_ecog.root, cache), model_profile("default")
    with serving(lambda body, _number: said(viewer.right(body, profile)), monkeypatch) as server:
        run = ready_ecog.run(tmp_path / "run", "model:scripted")
    values = {measure.name: measure.value for measure in run.results.measures}
    assert (values["ecog.acc_cls"], values["ecog.acc_eco"], values["ecog.acc_seq"]) == (1.0, 1.0, 1.0)
    for body in server.requests[1:]:
        sample = viewer.sample(body)
        assert sample is not None
        asked = body["messages"][-1]["content"][-1]["text"]
        assert all(option in asked for option in (*sample.object_choices, *sample.space_choices))
        entry = body["response_format"]["json_schema"]["schema"]["properties"]["point_list"]["items"]
        assert "choice" in entry["required"]


@pytest.mark.slow
def test_blind_targets_state_neither_number_nor_kinds(
    ten: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(lambda _body, _number: said("{}"), monkeypatch) as server:
        run = ten.run(tmp_path / "run", "model:scripted", blind_targets=True, prompt_lang="en", frames=1)
    asked = [body["messages"][-1]["content"][-1]["text"] for body in server.requests[1:]]
    assert not any("target" in words for words in asked)
    assert run.manifest.identity["blind_targets"] is True


# What servers do


REFUSED = {**said(None), "choices": [{**said(None, refusal="I will not.")["choices"][0]}]}
DEFAULT = model_profile("default")
"""Replies to a sample's first, second, … request, and how its item ends; ``right`` means the right answer."""
FAULTS: dict[str, tuple[list[Any], str, str]] = {
    "busy": ([Refusal(429, headers={"retry-after": "0.2"}), "right"], "scored", ""),
    "broken": ([Refusal(500), Refusal(503), "right"], "scored", ""),
    "html": ([b"<html><body>Bad gateway</body></html>", "right"], "scored", ""),
    "half": ([b'{"id": "c", "choices": [{"ind', "right"], "scored", ""),
    "nothing": ([b"", "right"], "scored", ""),
    "cut off": ([None, "right"], "scored", ""),
    "empty": ([said("")], "parse_error", "the answer is empty"),
    "null": ([said(None)], "parse_error", "the answer is empty"),
    "dots": ([said("." * 1_000_000)], "parse_error", "there is no answer in the form"),
    "prose": ([said("The red one, on the left.")], "parse_error", "there is no answer in the form"),
    "unfinished": ([said('{"point_list": [{"point": [1', stop="length")], "parse_error", "cut off at the limit"),
    "refusal": ([REFUSED], "refused", ""),
    "words": ([said("I'm sorry, but I can't help with that.")], "refused", ""),
    "filter": ([said("", stop="content_filter")], "refused", ""),
    "too long": ([Refusal(400, "maximum context length exceeded")], "model_error", "maximum context length"),
    "too large": ([Refusal(413, "payload too large")], "model_error", "413"),
    "gone": ([None] * 3, "infrastructure_error", "no connection"),
    "down": ([Refusal(502, "<b>\x1b[31mdown")] * 3, "infrastructure_error", "502"),
    "garbage": ([b"\xff\xfe\x00garbage"] * 3, "infrastructure_error", ""),
}
QUICK = ("busy", "html", "empty", "dots", "refusal", "too long", "down")


class Faulty:
    """A server that fails in a different way for each sample, and counts each sample's requests."""

    def __init__(self, viewer: Viewer, faults: list[str], names: list[str]) -> None:
        self.viewer = viewer
        self.fault_of = dict(zip(names, faults, strict=False))
        self.asked: dict[str, int] = {}

    def __call__(self, body: dict[str, Any], _number: int) -> Any:
        sample = self.viewer.sample(body)
        if sample is None:
            return said("{}")
        turn = self.asked[sample.id] = self.asked.get(sample.id, 0) + 1
        replies = FAULTS[self.fault_of[sample.id]][0] if sample.id in self.fault_of else ["right"]
        reply = replies[turn - 1] if turn <= len(replies) else Refusal(418, "asked too often")
        return said(self.viewer.right(body, DEFAULT)) if reply == "right" else reply


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(QUICK, id="few"),
        pytest.param(tuple(FAULTS)[:10], id="first", marks=pytest.mark.slow),
        pytest.param(tuple(FAULTS)[10:], id="others", marks=pytest.mark.slow),
    ],
)
def test_every_fault_ends_as_what_it_is(
    names: tuple[str, ...], ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Infrastructure errors are kept apart: several in a row would end the run.
    order = sorted(ten.samples)
    faulty = Faulty(viewer, list(names), order)
    with serving(faulty, monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", frames=1, connections=2)
    items = {item.id: item for item in run.items}
    assert set(items) == set(order)
    assert len(faulty.fault_of) == len(names)
    for name, fault in faulty.fault_of.items():
        replies, outcome, words = FAULTS[fault]
        item = items[name]
        assert (fault, item.outcome) == (fault, outcome)
        assert item.status == ("failed" if outcome == "infrastructure_error" else "scored")
        message = " ".join(str(part) for part in (item.error, *item.notes) if part is not None)
        assert words in message, fault
        assert faulty.asked[name] == len(replies), fault
        assert item.answer["sent"]["frames"] == 1
    assert all(items[name].outcome == "scored" for name in order if name not in faulty.fault_of)
    values = {measure.name: measure for measure in run.results.measures}
    failed = sum(FAULTS[fault][1] == "infrastructure_error" for fault in names)
    assert values["vsig.readable"].n is not None
    assert sum(item.status == "failed" for item in run.items) == failed


@pytest.mark.slow
def test_a_server_that_falls_silent_is_not_waited_for(
    ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten(monkeypatch, timeout_s=3)
    first, over, asked = min(ten.samples), threading.Event(), []

    def script(body: dict[str, Any], _number: int) -> Any:
        sample = viewer.sample(body)
        if sample is None or sample.id != first:
            return said("{}")
        asked.append(sample.id)
        over.wait(60)
        return None

    with serving(script, monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", frames=1)
        over.set()
    (item,) = [item for item in run.items if item.id == first]
    assert (item.outcome, str(item.error)) == ("infrastructure_error", "the server did not answer in time")
    assert len(asked) == 3


@pytest.mark.slow
def test_an_endless_answer_is_kept_in_part_with_its_length(
    ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = min(ten.samples)

    def script(body: dict[str, Any], _number: int) -> Any:
        sample = viewer.sample(body)
        return said("." * 3_000_000 if sample is not None and sample.id == first else "{}")

    with serving(script, monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", frames=1)
    item = next(item for item in run.items if item.id == first)
    assert len(str(item.answer["text"])) == 1_000_000
    assert item.answer["said"]["characters"] == 3_000_000


@pytest.mark.slow
def test_a_dead_server_ends_the_run_and_a_working_one_continues_it(
    ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten(monkeypatch, retries=1)
    answered: list[str] = []
    mended = threading.Event()

    def script(body: dict[str, Any], _number: int) -> Any:
        sample = viewer.sample(body)
        if sample is None:
            return said("{}")
        if len(answered) == 5 and not mended.is_set():
            return Refusal(500, "no memory")
        answered.append(sample.id)
        return said(viewer.right(body, DEFAULT))

    with serving(script, monkeypatch) as server:
        with pytest.raises(SubjectError, match=r"5 items in a row could not be tested .*500.*--resume"):
            ten.run(tmp_path / "run", "model:scripted", frames=1, connections=1)
        finished = [item.id for item in RunFolder.open(tmp_path / "run").items]
        assert sorted(finished) == sorted(answered)
        asked = len(server.requests)
        mended.set()
        run = ten.run(tmp_path / "run", "model:scripted", frames=1, connections=1, resume=True)
        # What was finished is not asked again, nor is the question before a run.
        assert len(server.requests) - asked == len(ten.samples) - len(finished)
    assert sorted(answered) == sorted(ten.samples)
    assert {item.outcome for item in run.items} == {"scored"}
    assert scores(run)["overall"] == 1.0


# The form of answers


@pytest.mark.parametrize(
    ("known", "form"),
    [
        pytest.param({"json_object"}, "json_object", id="no schema"),
        pytest.param(set(), "plain", id="no form at all", marks=pytest.mark.slow),
    ],
)
def test_a_server_that_knows_no_schema_is_asked_in_its_own_way(
    known: set[str], form: str, ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms: list[str] = []

    def script(body: dict[str, Any], _number: int) -> Any:
        forms.append(body.get("response_format", {}).get("type", "plain"))
        if forms[-1] not in {*known, "plain"}:
            return Refusal(400, "response_format is not supported")
        return said("Here it is:\n```json\n" + viewer.right(body, DEFAULT) + "\n```")

    with serving(script, monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", frames=1)
    tried = ["json_schema", "json_object", "plain"]
    # It is determined once, before the run.
    assert forms == [*tried[: tried.index(form) + 1], *[form] * len(ten.samples)]
    assert run.manifest.subject.details["form"] == form
    assert {item.answer["sent"]["form"] for item in run.items} == {form}
    values = {measure.name: measure.value for measure in run.results.measures}
    assert values["vsig.overall"] == 1.0
    assert values["vsig.repaired"] == 1.0


# Keys and addresses


def test_a_missing_key_is_one_sentence_before_the_data_is_looked_at(tmp_path: Path) -> None:
    with pytest.raises(SubjectError) as caught:
        mindsight(["vsig", "run", "--data", str(tmp_path / "nowhere"), "--model", "gpt-4o", "--out", "run"])
    assert caught.value.exit_code == 3
    assert str(caught.value) == (
        "gpt-4o: OPENAI_API_KEY is not set; set it, or name a server of your own in OPENAI_BASE_URL"
    )
    assert not Path("run").exists()


@pytest.mark.parametrize("status", [401, *(pytest.param(status, marks=pytest.mark.slow) for status in (403, 404))])
def test_a_refusing_server_is_one_sentence_before_anything_is_written(
    status: int, ten: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    refusal = Refusal(status, f"no: {KEY}")
    with (
        serving(lambda _body, _number: refusal, monkeypatch),
        pytest.raises(SubjectError, match=f"does not accept the key|answers {status}") as caught,
    ):
        ten.run(tmp_path / "run", "model:scripted")
    assert KEY not in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_a_server_without_sound_is_detected_before_the_run(
    ten: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        return Refusal(400, "At most 0 audio(s) may be provided") if "input_audio" in json.dumps(body) else said("{}")

    with serving(script, monkeypatch), pytest.raises(SubjectError, match=r"answers 400 \(.*0 audio"):
        ten.run(tmp_path / "run", "model:scripted", given="frames-audio")


def test_a_key_that_a_server_repeats_is_in_no_file(
    ten: Prepared, viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    first = min(ten.samples)

    def script(body: dict[str, Any], _number: int) -> Any:
        sample = viewer.sample(body)
        if sample is not None and sample.id == first:
            return Refusal(400, f"bad request by Bearer {KEY}")
        return said("{}" if sample is None else f"Your key is {KEY}.", reasoning_content=f"{KEY}!")

    with serving(script, monkeypatch):
        run = ten.run(tmp_path / "run", "model:scripted", frames=1, canaries=True)
    assert next(item for item in run.items if item.id == first).outcome == "model_error"
    assert len(run.manifest.canaries["asked"]) == 4
    assert KEY not in everything(tmp_path / "run")


@pytest.mark.slow
def test_name_and_password_in_an_address_reach_the_server_alone(
    ten: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(lambda _body, _number: said("{}"), monkeypatch) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url.replace("://", "://ann:s3cret-word@"))
        ten.run(tmp_path / "run", "model:scripted", frames=1)
    assert server.headers[0]["authorization"].startswith("Basic ")
    assert "s3cret-word" not in everything(tmp_path / "run")


# Money


@pytest.mark.slow
@pytest.mark.parametrize(("canaries", "least", "most"), [(False, 5, 7), (True, 1, 4)])
def test_a_run_ends_when_its_money_is_spent_and_goes_on_with_more(
    canaries: bool,
    least: int,
    most: int,
    ten: Prepared,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mindsight.pipeline import run_test
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.choices import Choices
    from mindsight.vsig.running.choosing import means_of
    from mindsight.vsig.running.preparing import make_test

    def part(cost: float, *, resume: bool) -> list[Item]:
        choices = Choices(
            data=ten.root,
            spec="model:scripted",
            frames=1,
            connections=1,
            price="1000,1000",
            max_cost=cost,
            canaries=canaries,
        )
        means = means_of(choices, parse_subject(choices.spec))
        folder = tmp_path / "run"
        test = make_test(choices, ten.file, folder, means, resume=resume)
        ended = (
            contextlib.nullcontext() if cost > 1 else pytest.raises(BudgetSpent, match=r"--max-cost 0\.5 is reached")
        )
        with ended:
            run_test(test, folder, resume=resume, engine="serial", workers=1)
        return list(RunFolder.open(folder).items)

    with serving(lambda _body, _number: said("{}"), monkeypatch):
        # 105 tokens for each answer, at a thousandth each; those to canaries are paid for too.
        first = part(0.5, resume=False)
        again = part(0.5, resume=True)
        more = part(10.0, resume=True)
    assert least <= len(first) <= most
    assert len(again) == len(first)
    assert len(more) == len(ten.samples)


def everything(folder: Path) -> str:
    """Return the contents of all files of a folder, names included."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    assert files
    return "\n".join(f"{path}\n{path.read_bytes().decode('utf-8', 'replace')}" for path in files)
