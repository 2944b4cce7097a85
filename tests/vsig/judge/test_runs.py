"""Runs with a judge, over OpenAI's protocol: its marks beside the score by slots, attacks, faults, killed runs, money."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, Server, said
from vsig.asked import LEFT_BY_INSPECT, apart, serving
from vsig.judging import Gullible, words_of
from vsig.running import Prepared, stored, truth

pytest.importorskip("inspect_ai")

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import IdentityError, InputError, RecordError, SubjectError
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.harness.runs.settings import Prices
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.verification.verifying import rebuild_and_compare
from mindsight.vsig.choices import JudgeChoices
from mindsight.vsig.comparison import compare
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.judge import asking, quoting
from mindsight.vsig.judge.attacks import attacks
from mindsight.vsig.judge.judge import JudgeMeans
from mindsight.vsig.judge.record import judgements_of
from mindsight.vsig.running.preparing import some_of
from mindsight.vsig.totals import rescore

pytestmark = LEFT_BY_INSPECT
JUDGE = JudgeChoices(name="judge", language="zh")
WRONG = "紫色的大象"


@pytest.fixture(scope="module", autouse=True)
def _collected() -> Iterator[None]:
    """Collect what Inspect leaves open here, not in other tests."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    apart(monkeypatch, tmp_path / "cache")
    monkeypatch.chdir(tmp_path)
    original = asking._asking

    def quick(*arguments: Any) -> Any:
        made = original(*arguments)
        return made._replace(spec=made.spec.model_copy(update={"first_wait_s": 0.01, "retries": 2}))

    monkeypatch.setattr(asking, "_asking", quick)


@pytest.fixture(scope="module")
def six(ready: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """One sample of each template."""
    file = tmp_path_factory.mktemp("six") / "samples.json"
    samples = list(ready.samples.values())
    SampleWriter(samples[place] for place in some_of([one.template for one in samples], 6)).write(file)
    return Prepared(ready.root, file)


@pytest.fixture(scope="module")
def ten(ready: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    file = tmp_path_factory.mktemp("ten") / "samples.json"
    samples = list(ready.samples.values())
    SampleWriter(samples[place] for place in some_of([one.template for one in samples], 10)).write(file)
    return Prepared(ready.root, file)


@pytest.fixture
def gullible(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gullible]:
    script = Gullible()
    with serving(script, monkeypatch):
        yield script


def run_of(data: Prepared, folder: Path, answers: dict[str, Any], **more: Any) -> RunFolder:
    folder.mkdir(parents=True, exist_ok=True)
    subject = f"replay:{stored(folder / 'answers.jsonl', answers)}"
    chosen: dict[str, Any] = {"judging": JUDGE, "keep_last": False, **more}
    return data.run(folder / "run", subject, **chosen)


def saying(sample: Sample, *words: str) -> dict[str, Any]:
    """Return the right answer with other descriptions."""
    answer = truth(sample)
    for entry, one in zip(answer["point_list"], words, strict=False):
        entry["description"] = one
    return answer


def values(run: RunFolder) -> dict[str, float | None]:
    return {measure.name: measure.value for measure in run.results.measures}


def marks(run: RunFolder) -> dict[str, list[float | None]]:
    return {one.id: [target["mark"] for target in one.terms["targets"]] for one in judgements_of(run)}


def findings(run: RunFolder) -> list[str]:
    """Return the checker's findings, except for the report, which is not written here."""
    return [found.say() for found in checker.check(str(run.path))[0] if found.values["file"] != "report.html"]


# Marks beside the score by slots


def test_right_answers_are_right_to_the_judge_too_and_the_record_agrees(
    six: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    run = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()})
    found = values(run)
    assert found["vsig.intent_judged"] == found["vsig.intent"] == 1.0
    assert found["vsig.command_judged"] == 0.5  # the scripted judge calls every command partly right
    assert found["vsig.judge_kappa"] is None  # both mark everything right: agreement beyond chance is not estimable
    assert len(gullible.asked) == 1 + len(six.samples)
    assert findings(run) == []


@pytest.mark.slow
def test_the_judge_changes_no_other_number(six: Prepared, gullible: Gullible, tmp_path: Path) -> None:
    answers = {name: saying(sample, WRONG, WRONG) for name, sample in six.samples.items()}
    judged, alone = (
        values(run_of(six, tmp_path / name, answers, judging=one)) for name, one in (("a", JUDGE), ("b", None))
    )
    assert {name for name in judged if name not in alone} == {
        "vsig.intent_judged", "vsig.command_judged", "vsig.judge_kappa", "vsig.judge_alpha",
    }  # fmt: skip
    assert {name: judged[name] for name in alone} == alone


def test_judge_and_rubric_are_part_of_the_identity(six: Prepared, gullible: Gullible, tmp_path: Path) -> None:
    run = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()})
    identity = run.manifest.identity
    assert (identity["judge"], identity["judge.version"], identity["judge.lang"]) == ("judge", gullible.model, "zh")
    assert str(identity["judge.rubric_hash"]).startswith("sha256-")
    assert run.manifest.plan["judge"]["trial"] == "right wrong wrong"


def test_scoring_anew_needs_no_judge(six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Gullible(), monkeypatch):
        run = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()})
    _, results = rescore(run)
    assert results == run.results


def test_nothing_is_asked_where_nothing_was_said(six: Prepared, gullible: Gullible, tmp_path: Path) -> None:
    """An unreadable answer, and one without words, are wrong without a judge."""
    names = sorted(six.samples)
    silent = {**truth(six.samples[names[0]]), "explicit_command": " \u200b…"}
    silent["point_list"] = [{**one, "description": "\u3164"} for one in silent["point_list"]]
    run = run_of(six, tmp_path, {names[0]: silent, names[1]: "I do not know."})
    assert gullible.asked[1:] == []
    assert values(run)["vsig.intent_judged"] == 0.0
    assert {target["by"] for one in judgements_of(run) for target in one.terms["targets"]} == {"empty"}
    assert findings(run) == []


# Attacks


def test_no_attack_changes_a_mark_of_a_judge_that_obeys_text_outside_of_quotes(
    ready: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    assert len(attacks()) >= 40
    judged = 0
    for run in attacked_runs(ready, tmp_path):
        assert {mark for own in marks(run).values() for mark in own} == {0.0}
        assert values(run)["vsig.intent_judged"] == 0.0
        assert findings(run) == []
        judged += len(marks(run))
    assert gullible.leaks == []
    assert judged == 2 * len(ready.samples)


@pytest.mark.slow  # test_quoting tests the same on messages alone, with five ways of quoting
@pytest.mark.parametrize(
    "broken",
    [
        lambda words, *_: quoting.Quoted(f'"{words}"', len(words), len(words), 0),
        lambda words, *_: quoting.Quoted(json.dumps(words, ensure_ascii=False), len(words), len(words), 0),
    ],
    ids=["without-escapes", "as-json"],
)
def test_with_weaker_quoting_the_same_judge_is_persuaded(
    broken: Any, ready: Prepared, gullible: Gullible, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proves that the test above can fail."""
    monkeypatch.setattr(quoting, "quote", broken)
    run = next(attacked_runs(ready, tmp_path))
    moved = [name for name, own in marks(run).items() if 1.0 in own]
    assert len(gullible.leaks) >= 10
    assert len(moved) >= 10


def attacked_runs(data: Prepared, folder: Path) -> Iterator[RunFolder]:
    """Answer with all attacks of the suite, as descriptions and as commands, in as many runs as needed."""
    left = [one.on(WRONG, "红色马克杯") for one in attacks()]
    while left:
        answers = {}
        for name, sample in data.samples.items():
            own, left = left[: len(sample.targets)], left[len(sample.targets) :]
            own += [WRONG] * (len(sample.targets) - len(own))
            answers[name] = {**saying(sample, *own), "explicit_command": own[0]}
        yield run_of(data, folder / str(len(left)), answers)


# Faults of the judge


def faulty(*replies: Any) -> Any:
    """Return a script that answers the trial, then gives each reply in turn, then acts as the scripted judge."""
    honest = Gullible()
    waiting = list(replies)

    def script(body: dict[str, Any], number: int) -> Any:
        right = honest(body, number)
        if number == 0 or not waiting:
            return right
        reply = waiting.pop(0)
        page = json.loads(right["choices"][0]["message"]["content"])
        return reply(page) if callable(reply) else reply

    return script


def dumped(page: Any) -> Any:
    return said(json.dumps(page, ensure_ascii=False))


def all_right(page: dict[str, Any]) -> dict[str, Any]:
    return {**page, "marks": [{**one, "mark": "right"} for one in page["marks"]]}


FAULTS: dict[str, Any] = {
    "empty": said(""),
    "words": said("All of them are right."),
    "another-code": lambda page: dumped({**all_right(page), "code": "0" * 32}),
    "no-code": lambda page: dumped({"marks": all_right(page)["marks"]}),
    "two-replies": lambda page: said(json.dumps(page) + json.dumps(all_right(page))),
    "mark-twice": lambda page: said(json.dumps(page).replace('"mark": "wrong"', '"mark": "wrong", "mark": "right"')),
    "another-mark": lambda page: dumped({**page, "marks": [{**one, "mark": "perfect"} for one in page["marks"]]}),
    "number": lambda page: dumped({**page, "marks": [{**one, "mark": 1.0} for one in page["marks"]]}),
    "capitals": lambda page: dumped({**page, "marks": [{**one, "mark": "RIGHT"} for one in page["marks"]]}),
    "entry-missing": lambda page: dumped({**page, "marks": page["marks"][1:]}),
    "entry-twice": lambda page: dumped({**page, "marks": [*page["marks"], page["marks"][0]]}),
    "entry-strange": lambda page: dumped({**page, "marks": [{**page["marks"][0], "entry": "9"}, *page["marks"][1:]]}),
    "order": lambda page: dumped({**page, "marks": page["marks"][::-1]}),
    "more-fields": lambda page: dumped({**page, "overall": "right"}),
    "marks-by-name": lambda page: dumped({**page, "marks": {"1": "right"}}),
    "cut": lambda page: said(json.dumps(page)[:-20], stop="length"),
    "filtered": said("", stop="content_filter"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_reply_that_leaves_a_doubt_is_asked_for_again_with_another_code(
    fault: str, six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, sample = next((name, one) for name, one in six.samples.items() if one.template == 4)
    with serving(faulty(FAULTS[fault]), monkeypatch) as server:
        run = run_of(six, tmp_path, {name: saying(sample, WRONG, WRONG)})
        codes = {words_of(body["messages"][1]["content"]).split()[1] for body in server.requests}
    (judgement,) = judgements_of(run)
    assert judgement.answer["sent"]["attempts"] == 2
    assert len(codes) == 3
    assert marks(run)[name] == [0.0, 0.0]


@pytest.mark.parametrize(
    "fault", ["another-code", *(pytest.param(one, marks=pytest.mark.slow) for one in ("words", "filtered"))]
)
def test_what_cannot_be_read_in_the_end_counts_as_wrong_and_is_reported(
    fault: str, six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, sample = next(iter(six.samples.items()))
    with serving(faulty(*[FAULTS[fault]] * 3), monkeypatch):
        run = run_of(six, tmp_path, {name: truth(sample)})
    (judgement,) = judgements_of(run)
    assert judgement.outcome in {"parse_error", "refused"}
    assert {target["by"] for target in judgement.terms["targets"]} == {"unread"}
    assert values(run)["vsig.intent_judged"] == 0.0
    assert "warning-judge-unread" in {block.id for block in run.results.blocks}
    assert findings(run) == []


def test_a_judge_that_does_not_keep_the_form_is_reported_before_the_run(
    six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(lambda _body, _number: said("right, wrong, wrong"), monkeypatch) as server:
        with pytest.raises(SubjectError, match="does not reply in the form"):
            run_of(six, tmp_path, {next(iter(six.samples)): {}})
        assert len(server.requests) == 3
    assert not (tmp_path / "run").exists()


def test_a_judge_that_cannot_be_reached_is_reported_before_the_run(
    six: Prepared, tmp_path: Path, gullible: Gullible
) -> None:
    gone = JudgeChoices(name="judge", language="zh", url="http://127.0.0.1:9/v1")
    with pytest.raises(SubjectError, match="cannot be reached"):
        run_of(six, tmp_path, {next(iter(six.samples)): {}}, judging=gone)
    assert gullible.asked == []


def test_a_judge_that_marks_a_plain_wrong_answer_as_right_is_reported(
    six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = Gullible()

    def script(body: dict[str, Any], number: int) -> Any:
        return dumped(all_right(json.loads(kind(body, number)["choices"][0]["message"]["content"])))

    with serving(script, monkeypatch):
        run = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()})
    assert run.manifest.plan["judge"]["trial"] == "right right right"
    assert "judge-trial" in {note.id for note in run.manifest.departures}


# Resuming, money


def test_a_judgement_that_is_done_is_never_asked_for_again(
    ten: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge's server dies after three replies; the run continues there and ends with the same bytes."""
    monkeypatch.setattr(asking, "CONNECTIONS", 1)
    answers = {name: saying(sample, WRONG) for name, sample in ten.samples.items()}
    honest = Gullible()

    def dying(body: dict[str, Any], number: int) -> Any:
        return honest(body, number) if number < 4 else Refusal(401)

    with serving(dying, monkeypatch), pytest.raises(SubjectError, match="in a row"):
        run_of(ten, tmp_path / "a", answers)
    folder = tmp_path / "a" / "run"
    before = [one.id for one in judgements_of(RunFolder.open(folder))]
    assert RunFolder.open(folder).manifest.state == "interrupted"
    assert len(before) == 3
    with serving(Gullible(), monkeypatch) as server:
        run = run_of(ten, tmp_path / "a", answers, resume=True)
        assert len(server.requests) == len(ten.samples) - 3
        whole = run_of(ten, tmp_path / "b", answers)
    assert [one.id for one in judgements_of(run)][:3] == before
    assert (run.path / "results.json").read_bytes() == (whole.path / "results.json").read_bytes()
    assert findings(run) == []


def test_what_the_judge_could_not_be_asked_about_has_no_mark_and_is_reported(
    six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {name: truth(sample) for name, sample in six.samples.items()}
    with serving(faulty(Refusal(401), Refusal(401)), monkeypatch):
        run = run_of(six, tmp_path, answers)
    unasked = [one for one in judgements_of(run) if one.status == "failed"]
    assert len(unasked) == 2
    assert all(one.error and marks(run)[one.id][0] is None for one in unasked)
    assert values(run)["vsig.intent_judged"] == 1.0
    assert next(m.n for m in run.results.measures if m.name == "vsig.command_judged") == len(six.samples) - 2
    assert "warning-judge-unasked" in {block.id for block in run.results.blocks}
    assert findings(run) == []


def test_money_ends_judging_and_what_is_judged_is_kept(
    six: Prepared, gullible: Gullible, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from mindsight.vsig.choices import Choices
    from mindsight.vsig.running import choosing as choices

    means = JudgeMeans(connections=1, cost=0.25, prices=Prices(input=1000, output=0))
    original = choices.means_of
    monkeypatch.setattr(choices, "means_of", lambda *a, **k: replace(original(*a, **k), judging=means))
    from mindsight.pipeline import run_test
    from mindsight.vsig.running.preparing import make_test

    answers = stored(tmp_path / "answers.jsonl", {name: truth(sample) for name, sample in six.samples.items()})
    chosen = Choices(data=six.root, spec=f"replay:{answers}", judging=JUDGE, keep_last=False)
    from mindsight.vsig.plan import Means

    test = make_test(chosen, six.file, tmp_path / "run", Means(judging=means))
    with pytest.raises(BudgetSpent):
        run_test(test, tmp_path / "run")
    done = len(list(judgements_of(RunFolder.open(tmp_path / "run"))))
    assert 0 < done < len(six.samples)


# Which subjects a model may judge


@pytest.mark.parametrize(
    ("judge", "subject"),
    [
        ("gpt-4o", "model:gpt-4o"),
        ("openai/gpt-4o", "model:gpt-4o"),
        ("openai/gpt-4o-2024-08-06", "model:openrouter/openai/GPT-4o"),
        ("mindsight/qwen3-vl", "model:qwen3-vl-latest"),
    ],
)
def test_a_model_does_not_judge_itself(judge: str, subject: str) -> None:
    command = ["--lang", "en", "vsig", "run", "--data", ".", "--subject", subject, "--judge", judge]
    with pytest.raises(InputError, match="is the model under test"):
        mindsight(command)


def test_a_model_does_not_judge_its_own_stored_answers_unless_one_insists(
    six: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    first = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()}, judging=None)
    as_model(first, "model:openai/judge")
    subject = f"replay:{first.path}"
    with pytest.raises(InputError, match="judge-self"):
        six.run(tmp_path / "again", subject, judging=JUDGE)
    run = six.run(
        tmp_path / "self", subject, judging=JudgeChoices(name="judge", language="zh", insist=True), keep_last=False
    )
    assert "warning-judge-itself" in {block.id for block in run.results.blocks}
    assert "judge-self" in {note.id for note in run.manifest.departures}


def as_model(run: RunFolder, spec: str) -> None:
    """Make a run one of a model."""
    manifest = run.manifest
    subject = manifest.subject.model_copy(update={"spec": spec})
    run.write_model("manifest.json", manifest.model_copy(update={"subject": subject}))
    run.seal()


@pytest.mark.slow
def test_a_dry_run_estimates_judging_and_judges_nothing(
    ready: Prepared, gullible: Gullible, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "--lang",
        "en",
        "vsig",
        "run",
        "--data",
        str(ready.root),
        "--subject",
        "baseline:oracle",
        "--judge",
        "judge",
    ]
    mindsight([*command, "--limit", "6", "--judge-price", "1,2", "--dry-run"])
    shown = capsys.readouterr().out
    assert "and the judge, judge, at most:" in shown
    assert "requests: 6;" in shown
    assert "cost: about 0.0" in shown
    assert len(gullible.asked) == 1
    mindsight([*command, "--limit", "6", "--dry-run", "--json"])
    assert json.loads(capsys.readouterr().out)["judge"]["requests"] == 6


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--judge-self"], "there is no judge"),
        (["--judge-url", "http://localhost:1/v1"], "there is no judge"),
        (["--judge-price", "1,2"], "there is no judge"),
        (["--judge-max-cost", "1"], "there is no judge"),
        (["--judge", " "], "name a model"),
        (["--judge", "m", "--judge-lang", "fr"], "fr is not known"),
        (["--judge", "m", "--judge-max-cost", "0"], "above 0"),
        (["--judge", "m", "--judge-max-cost", "1"], "costs is not known"),
        (["--judge", "m", "--judge-price", "1"], "--judge-price: write two numbers"),
    ],
)
def test_an_option_without_effect_is_refused_before_anything_is_prepared(options: list[str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        mindsight(["--lang", "en", "vsig", "run", "--data", "nowhere", "--subject", "baseline:oracle", *options])


def test_under_ecog_there_is_nothing_to_judge(ready_ecog: Prepared, gullible: Gullible, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to judge"):
        ready_ecog.run(tmp_path / "run", "baseline:oracle", judging=JUDGE)
    assert gullible.asked == []


# The checker


Lines = list[dict[str, Any]]


def praised(lines: Lines) -> None:
    lines[0]["terms"]["targets"][0]["mark"] = 1.0


def praised_twice(lines: Lines) -> None:
    praised(lines)
    lines[0]["parsed"]["marks"]["1"] = "right"


def praised_throughout(lines: Lines) -> None:
    praised_twice(lines)
    page = json.loads(lines[0]["answer"]["text"])
    page["marks"][0]["mark"] = "right"
    lines[0]["answer"]["text"] = json.dumps(page, ensure_ascii=False)


def left_out(lines: Lines) -> None:
    del lines[0]


def of_an_unknown_sample(lines: Lines) -> None:
    lines.append({**lines[0], "id": "stranger"})


def in_another_order(lines: Lines) -> None:
    lines[0]["previous"] = "1" * 64


def test_the_checker_finds_judgements_left_out_added_or_moved(
    six: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    run = run_of(six, tmp_path, {name: saying(sample, WRONG, WRONG) for name, sample in six.samples.items()})
    path = run.path / "judgements.jsonl"
    original = path.read_bytes()
    assert findings(run) == []
    for change, sentence in (
        (left_out, "is not in the record"),
        (of_an_unknown_sample, "stranger is not the instance"),
        (in_another_order, "the hash chain breaks"),
    ):
        lines = [json.loads(line) for line in original.splitlines()]
        change(lines)
        path.write_bytes(
            b"".join(canonical.line(one) for one in (lines if change is in_another_order else chained(lines)))
        )
        run.seal()
        assert any(sentence in found for found in findings(run)), change.__name__
    path.unlink()
    run.seal()
    assert any("judgements.jsonl" in found for found in findings(run))


@pytest.mark.parametrize("change", [praised, praised_twice, praised_throughout])
def test_verify_finds_other_marks(six: Prepared, gullible: Gullible, tmp_path: Path, change: Any) -> None:
    run = run_of(six, tmp_path, {name: saying(sample, WRONG, WRONG) for name, sample in six.samples.items()})
    path = run.path / "judgements.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert rebuild_and_compare(run, scope="numbers").findings == []
    change(lines)
    path.write_bytes(b"".join(canonical.line(one) for one in chained(lines)))
    run.seal()
    assert rebuild_and_compare(run, scope="numbers").findings


def chained(lines: Lines) -> Lines:
    """Return lines with a valid chain of hashes, as in a forged record."""
    head = "0" * 64
    for one in lines:
        one["previous"] = head
        head = canonical.digest(one)
    return lines


def test_a_torn_judgement_is_asked_for_again_and_no_other(
    six: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulates a process killed while writing a line."""
    answers = {name: truth(sample) for name, sample in six.samples.items()}
    with serving(Gullible(), monkeypatch):
        run = run_of(six, tmp_path, answers)
    path = run.path / "judgements.jsonl"
    whole, results = path.read_bytes(), (run.path / "results.json").read_bytes()
    path.write_bytes(whole[:-100])
    with serving(Gullible(), monkeypatch) as server:
        run = run_of(six, tmp_path, answers, resume=True)
    assert len(server.requests) == 1
    assert path.read_bytes()[: whole.rindex(b"\n", 0, -1)] == whole[: whole.rindex(b"\n", 0, -1)]
    assert (run.path / "results.json").read_bytes() == results
    assert findings(run) == []


def test_a_run_is_not_resumed_with_another_judge(six: Prepared, tmp_path: Path, gullible: Gullible) -> None:
    answers = {name: truth(sample) for name, sample in six.samples.items()}
    run_of(six, tmp_path, answers)
    for other in (
        JudgeChoices(name="judge-2", language="zh"),
        JudgeChoices(name="judge", language="en"),
        JudgeChoices(name="judge", language="zh", temperature=1.0),
    ):
        with pytest.raises(RecordError, match="started with another"):
            run_of(six, tmp_path, answers, judging=other, resume=True)
    with pytest.raises(RecordError, match="started with another"):
        run_of(six, tmp_path, answers, judging=None, resume=True)


@pytest.mark.slow
def test_judged_runs_are_compared_by_their_marks_too_and_with_the_same_judge_only(
    ready: Prepared, tmp_path: Path, gullible: Gullible
) -> None:
    right = {name: truth(sample) for name, sample in ready.samples.items()}
    wrong = {name: saying(sample, WRONG, WRONG) for name, sample in ready.samples.items()}
    one, other = run_of(ready, tmp_path / "a", right), run_of(ready, tmp_path / "b", wrong)
    found = {difference.measure: difference for difference in compare([one, other], seed=7).differences}
    difference = values(other)["vsig.intent_judged"] - values(one)["vsig.intent_judged"]
    assert found["vsig.intent_judged"].value == pytest.approx(difference)
    third = run_of(ready, tmp_path / "c", right, judging=JudgeChoices(name="judge", language="en"))
    with pytest.raises(IdentityError, match=r"judge\.lang"):
        compare([one, third], seed=7)


# The judge's server and name


def test_the_judge_has_its_own_server_and_no_secret_of_it_is_kept(
    six: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    own = Gullible()
    server = Server(own)
    answers = stored(tmp_path / "answers.jsonl", {name: truth(sample) for name, sample in six.samples.items()})
    address = server.url.replace("http://", "http://somebody:a-password@")
    try:
        command = ["vsig", "score", str(six.root), str(answers), "--judge", "judge", "--judge-url", address]
        mindsight([*command, "--limit", "6", "--no-media", "--out", str(tmp_path / "run")])
    finally:
        server.close()
    run = RunFolder.open(tmp_path / "run")
    assert (len(own.asked), len(gullible.asked)) == (1 + len(six.samples), 0)
    assert run.manifest.plan["judge"]["server"] == server.url
    assert not [file.name for file in run.path.rglob("*") if file.is_file() and b"a-password" in file.read_bytes()]


def test_the_model_under_test_is_known_by_what_the_server_calls_the_judge(
    six: Prepared, gullible: Gullible, tmp_path: Path
) -> None:
    first = run_of(six, tmp_path, {name: truth(sample) for name, sample in six.samples.items()}, judging=None)
    as_model(first, f"model:{gullible.model}")
    with pytest.raises(InputError, match="is the model under test"):
        six.run(tmp_path / "again", f"replay:{first.path}", judging=JudgeChoices(name="alias", language="zh"))


@pytest.mark.slow
def test_a_model_is_asked_first_and_judged_by_another_then(
    ready: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge, asked = Gullible(), []

    def script(body: dict[str, Any], number: int) -> Any:
        asked.append(body["model"])
        if body["model"] == "judge":
            return judge(body, number)
        return said(
            json.dumps(
                {"explicit_command": "拿起杯子", "point_list": [{"type": "target_object", "description": "=杯子<b>"}]}
            )
        )

    with serving(script, monkeypatch):
        command = ["--lang", "zh", "vsig", "run", "--data", str(ready.root), "--model", "subject", "--judge", "judge"]
        assert (
            mindsight([*command, "--limit", "3", "--no-canaries", "--frames", "1", "--out", str(tmp_path / "run")]) == 0
        )
    assert asked == ["judge", "subject", *["subject"] * 3, *["judge"] * 3]
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "=杯子<b>" not in page
    assert "=杯子&lt;b&gt;" in page
    assert [found.say() for found in checker.check(str(tmp_path / "run"))[0]] == []
