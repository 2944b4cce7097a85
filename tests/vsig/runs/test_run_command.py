"""``mindsight vsig run`` and ``vsig score`` as users type them."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from mindsight.answers.conventions import built_in
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, MindsightError
from mindsight.vsig.running.preparing import some_of
from record import trial
from vsig.running import Prepared, stored, truth

NASTY = "</script><img src=x onerror=alert(1)>\x1b[2J\x1b]0;owned\x07\u202e"


@pytest.fixture(scope="module")
def few(ready: Prepared) -> Path:
    """The folder of one template: two samples, which take no time to prepare."""
    return ready.root / "办公环境" / "指令6"


@pytest.fixture(scope="module")
def run(few: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run of the built-in truth. Not to be changed."""
    folder = tmp_path_factory.mktemp("command") / "run"
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--out", folder, "--no-media") == 0
    return folder


def vsig(*arguments: str | Path, language: str = "en") -> int:
    return mindsight(["--lang", language, "vsig", *map(str, arguments)])


def test_a_run_ends_with_a_table_per_template_and_the_originals_block(
    ready: Prepared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    data = ready.root / "办公环境"
    assert vsig("run", "--data", data, "--subject", "baseline:centre", "--out", out, "--limit", "6") == 0
    said = capsys.readouterr().out
    table, end = said.split("Samples: 6; answers that could be read: 6; others: 0\n")
    shown = table.split("Scores by: template")[1].splitlines()
    assert max(cell_len(line) for line in shown) <= 85, "two words of a heading fold, and then it fits 80 columns"
    assert all(f"Inst{number}" in table.split("Scores by: template")[1] for number in range(1, 7))
    metrics = trial.read_page(out, "metrics.json")
    # Each number once, in the table: the original's block of JSON is the file.
    for key in (
        "intent_grounding_accuracy",
        "spatial_grounding_accuracy",
        "temporal_grounding_accuracy",
        "overall_score",
    ):
        assert key in metrics
        assert said.count(key) == 1
    assert '"' not in said
    assert end == f"With all digits, under the original's key names: {out}/metrics.json\n"
    assert metrics["statistics"]["samples_by_instruction"] == {f"指令{number}": 1 for number in range(1, 7)}
    assert "report.html" in said
    page = (out / "report.html").read_text("utf-8")
    assert "指令6" in page
    assert "Only 6 samples are tested." in {
        str_of(note["body"]) for note in trial.read_page(out, "manifest.json")["departures"]
    }


def str_of(sentence: dict[str, Any]) -> str:
    found: str = sentence["message"].format(**sentence["args"])
    return found


def test_the_same_in_chinese(few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--data", few, "--subject", "baseline:silent", "--out", tmp_path / "run")
    assert vsig("run", *arguments, language="zh") == 0
    said = capsys.readouterr().out
    assert "spatial_grounding_accuracy" in said
    assert "指令6" in said


def test_json_holds_what_the_results_hold(few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--out", out, "--json", "--no-media") == 0
    page = json.loads(capsys.readouterr().out)
    results = trial.read_page(out, "results.json")
    assert page == {"measures": results["measures"], "blocks": results["blocks"]}


def test_a_dry_run_writes_nothing(
    few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--dry-run") == 0
    said = capsys.readouterr().out
    assert "0 of 2 samples are finished" in said
    assert "Nothing was run and nothing was written." in said
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--dry-run", "--json") == 0
    page = json.loads(capsys.readouterr().out)
    assert (page["finished"], page["manifest"]["identity"]["input"]) == (0, "frames-transcript")
    assert list(tmp_path.iterdir()) == []


def test_a_plan_file_takes_the_place_of_a_configuration(
    few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        f'[vsig.run]\ndata = "{few}"\nsubject = "baseline:oracle"\ninput = "frames-words"\nframes = 15\n'
        f'limit = 2\nprompt-lang = "en"\ncluster = "scene"\nout = "{tmp_path / "run"}"\n',
        "utf-8",
    )
    assert mindsight(["--plan", str(plan), "vsig", "run", "--limit", "1", "--dry-run", "--json"]) == 0
    identity = json.loads(capsys.readouterr().out)["manifest"]["identity"]
    expected = {"input": "frames-words", "frames": "15", "n": 1, "lang": "en", "cluster": "scene"}
    assert {name: identity[name] for name in expected} == expected


def test_a_subject_of_the_command_line_overrides_the_model_of_a_plan(
    few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f'[vsig.run]\ndata = "{few}"\nmodel = "gpt-4o"\nmax-connections = 20\n', "utf-8")
    command = ["--plan", str(plan), "vsig", "run", "--dry-run", "--json"]

    def subject(*more: str) -> str:
        assert mindsight([*command, *more]) == 0
        spec: str = json.loads(capsys.readouterr().out)["manifest"]["subject"]["spec"]
        return spec

    assert subject("--subject", "baseline:oracle") == "baseline:oracle"
    monkeypatch.setenv("MINDSIGHT_VSIG_RUN_SUBJECT", "baseline:centre")
    assert subject() == "baseline:centre"
    assert subject("--subject", "baseline:oracle") == "baseline:oracle"
    with pytest.raises(MindsightError, match="max-connections: is for models"):
        subject("--max-connections", "2")
    with pytest.raises(MindsightError, match="name the subject once"):
        subject("--subject", "baseline:oracle", "--model", "gpt-4o")


def test_a_limit_takes_samples_of_all_templates_in_turn(ready: Prepared) -> None:
    samples = list(ready.samples.values())
    templates = [sample.template for sample in samples]
    chosen = [samples[place] for place in some_of(templates, 8)]
    assert sorted(sample.template for sample in chosen) == [1, 1, 2, 2, 3, 4, 5, 6]
    assert [sample for sample in samples if sample in chosen] == chosen
    assert some_of(templates, 100) == list(range(len(samples)))


def test_a_finished_run_can_be_resumed_and_is_the_same(few: Path, run: Path) -> None:
    before = trial.contents(run)
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--resume", run, "--no-media") == 0
    assert trial.contents(run) == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "--subject baseline:orakel",
            'no baseline "orakel"; there are oracle, centre, random, silent, fingertip (did you mean "oracle"?)',
        ),
        ("--subject command:x", "command: subjects cannot be asked about clips"),
        ("--subject baselin:oracle", 'did you mean "baseline:…"'),
        ("", "name the subject once"),
        ("--model a/b --subject baseline:oracle", "name the subject once"),
        ("--subject baseline:oracle --limit 0", "--limit: the value is not usable"),
        ("--subject baseline:oracle --fps nan", "--fps"),
        ("--subject baseline:oracle --fps 2 --frames 15", "--fps and --frames each say which frames are sent"),
        ("--subject baseline:oracle --input vidoe", '--input: there is no input "vidoe"'),
        ("--subject baseline:oracle --input vidoe", 'did you mean "video"?'),
        ("--subject baseline:oracle --prompt-lang fr", "--prompt-lang: fr is not known; use zh, en"),
        ("--subject baseline:oracle --cluster clip", "--cluster: clip is not known; use recording, session, scene"),
        ("--subject baseline:oracle --temperature 1", "--temperature: is for models, and baseline:oracle is none"),
        ("--subject baseline:oracle --dialect vllm", "--dialect: is for models"),
        ("--subject baseline:oracle --profile ekog", 'no profile "ekog"'),
        ("--subject baseline:oracle --model-profile qwen9", 'no model profile "qwen9"'),
        ("--subject baseline:oracle --resume nowhere", "nowhere: is not a run folder"),
        ("--subject baseline:oracle --resume a --out b", "--out and --resume each name the run folder"),
        ("--subject baseline:oracle --out {run}", "is not empty; choose another --out"),
        ("--subject baseline:random --resume {run} --no-media", "was started with another subject"),
        ("--subject baseline:oracle --resume {run} --no-media --input text", "was started with another identity"),
        ("--subject python:nowhere:nobody --out {run}-2", "nowhere:nobody could not be loaded"),
        ("--subject replay:nothing --out {run}-2", "there is no such file or folder with stored answers"),
        ("--subject baseline:oracle --data nowhere --out {run}-2", "nowhere"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: str, sentence: str, few: Path, run: Path) -> None:
    with pytest.raises(MindsightError) as caught:
        vsig("run", "--data", few, *shlex.split(arguments.format(run=run)))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not run.with_name("run-2").exists()


def test_the_help_names_every_model_profile(capsys: pytest.CaptureFixture[str]) -> None:
    vsig("run", "--help")
    said = " ".join(capsys.readouterr().out.split())
    assert f"by default chosen by its name: {', '.join(sorted(built_in()))}, or a TOML file." in said


def test_stored_answers_are_scored(
    ready: Prepared, few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {ready.of(6).id: truth(ready.of(6))}
    path = stored(tmp_path / "answers.jsonl", answers)
    out = tmp_path / "run"
    assert vsig("score", few, path, "--name", "my model", "--out", out, "--no-media") == 0
    said = capsys.readouterr().out
    assert "Samples: 2; answers that could be read: 1; others: could not be read: 1" in said
    assert "my model" in said
    manifest = trial.read_page(out, "manifest.json")
    assert (manifest["subject"]["name"], manifest["subject"]["spec"]) == ("my model", f"replay:{path}")
    assert manifest["identity"]["input"] == "unknown"
    assert trial.read_page(out, "metrics.json")["as_published"]["spatial_grounding_accuracy"] == 1.0
    assert trial.read_page(out, "metrics.json")["spatial_grounding_accuracy"] == 0.5


def test_what_cannot_be_used_is_reported_and_left_out(
    ready: Prepared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data" / "office" / "Inst1"
    data.mkdir(parents=True)
    for file in (ready.root / "office" / "Inst1").iterdir():
        (data / file.name).write_bytes(file.read_bytes())
    page = json.loads((data / "annotations.json").read_text("utf-8"))
    page[0]["is_invalid"] = True
    extra = [{**page[1], "id": "broken", "object_space": []}, {**page[1], "id": "gone", "video_name": "gone.mp4"}]
    (data / "annotations.json").write_text(json.dumps([*page, *extra]), "utf-8")
    out = tmp_path / "run"
    assert vsig("run", "--data", tmp_path / "data", "--subject", "baseline:oracle", "--out", out) == 0
    heard = capsys.readouterr()
    assert "2 samples or files cannot be used and are left out; mindsight vsig check" in heard.err
    notes = {str_of(note["body"]) for note in trial.read_page(out, "manifest.json")["departures"]}
    assert "2 samples or files of the data cannot be used and are left out." in notes
    assert "1 samples are marked is_invalid and are left out." in notes
    (data / "annotations.json").write_text(json.dumps(extra), "utf-8")
    with pytest.raises(MindsightError, match="no sample of it can be used; mindsight vsig check lists what is wrong"):
        vsig("run", "--data", tmp_path / "data", "--subject", "baseline:oracle", "--out", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_no_answer_can_control_a_page_or_a_terminal(
    ready: Prepared, few: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(sample: Any) -> Any:
        page = truth(sample)
        page["explicit_command"] = NASTY
        for point in page["point_list"]:
            point["description"] = NASTY
            point["point"] = NASTY
        return page

    answers: dict[str, Any] = {name: said(sample) for name, sample in ready.samples.items() if sample.template == 6}
    answers[ready.of(6).id] = NASTY
    path = stored(tmp_path / f"answers{NASTY[:9].replace('/', '')}.jsonl", answers)
    out = tmp_path / "run"
    assert vsig("score", few, path, "--name", NASTY, "--out", out) == 0
    heard = capsys.readouterr()
    for words in (heard.out, heard.err):
        assert not {"\x1b", "\x07", "\u202e"} & set(words)
    html = (out / "report.html").read_text("utf-8")
    assert "<img src=x" not in html
    assert "\x1b" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    # The record keeps the answer as it came.
    assert NASTY in {item["answer"]["text"] for item in trial.read_lines(out)}


def test_a_million_dots_and_half_an_answer_end_in_a_status(ready: Prepared, tmp_path: Path) -> None:
    names = sorted(ready.samples)
    whole = json.dumps(truth(ready.samples[names[5]]))
    answers = {
        names[0]: "." * 1_000_000,
        names[1]: "{" * 100_000,
        names[2]: '{"explicit_command": "' + "." * 1_000_000,
        names[3]: '{"point_list": [' + ",".join(['{"point": [1, 2]}'] * 5_000) + "]}",
        names[4]: "[" + "1," * 500_000 + "1]",
        names[5]: whole[: len(whole) // 2],
        names[6]: '{"point_list": [{"point": [' + "9" * 100_000 + ', 1], "timestamp": 1}]}',
        names[7]: "I'm sorry, but I can't help with that.",
    }
    items = ready.items(tmp_path / "run", f"replay:{stored(tmp_path / 'answers.jsonl', answers)}")
    endings = [items[name].outcome for name in names[:8]]
    assert endings[:3] == ["parse_error"] * 3
    assert endings[5:] == ["parse_error", "scored", "refused"]
    assert items[names[3]].outcome == "scored"
    assert len(items[names[3]].parsed["predictions"]) == 100
    assert items[names[6]].parsed["predictions"][0]["point"] is None


@pytest.mark.parametrize(
    ("more", "picture"),
    [((), "640/85"), (("--input", "video"), "1280/85"), (("--input", "video", "--size", "640"), "640/85")],
)
def test_a_clip_is_sent_larger_than_frames_unless_the_size_is_given(
    few: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], picture: str
) -> None:
    assert vsig("run", "--data", few, "--subject", "baseline:oracle", "--dry-run", "--json", *more) == 0
    identity = json.loads(capsys.readouterr().out)["manifest"]["identity"]
    assert identity["picture"] == picture


def test_only_a_clip_can_be_sent_as_it_is(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = ("run", "--data", few, "--subject", "baseline:oracle", "--dry-run", "--json", "--original")
    with pytest.raises(InputError, match="needs --input video"):
        vsig(*own)
    assert vsig(*own, "--input", "video") == 0
    assert json.loads(capsys.readouterr().out)["manifest"]["identity"]["clip"] == "original"
