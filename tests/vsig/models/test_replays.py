"""Stored answers: mindsight's runs, result files of VSIG-bench and EcoG-Bench, lists; and how they match samples."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.pipeline import execute
from mindsight.record.folder import RunFolder
from mindsight.vsig.choices import Choices
from mindsight.vsig.dataset.data_file import SampleList, SampleWriter
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.replay_files import text_of
from mindsight.vsig.models.replays import identity_at, match, read_replay
from mindsight.vsig.running.preparing import make_test
from vsig.running import Prepared, cells, stored, truth


def departures(run: RunFolder) -> dict[str, str]:
    """Return the departures of a run, in English."""
    return {note.id.removeprefix("departure-"): str(note.body) for note in run.manifest.departures}


def result_file(samples: Sequence[Sample], answers: Sequence[Any], *, ids: bool = True) -> dict[str, Any]:
    """Return a result file as VSIG-bench writes it: predictions, and beside them the truth with masks and ids."""
    truths = [
        {
            **({"id": sample.id} if ids else {}),
            "video_name": sample.video,
            "task_template": f"指令{sample.template}",
            "object_space": [{"name": "x", "mask": {"mask_base64": "AAAA"}}],
        }
        for sample in samples
    ]
    return {"predictions": list(answers), "ground_truths": truths}


def folder_of_results(ready: Prepared, folder: Path, model: str = "Qwen3-Omni", *, ids: bool = True) -> Path:
    """Write right answers as ``results/<model>/指令N/results_<dataset>_<model>.json``."""
    for template in range(1, 7):
        for scene in ("办公环境", "office"):
            own = [s for s in ready.samples.values() if (s.template, s.scene) == (template, scene)]
            place = folder / model / f"指令{template}"
            place.mkdir(parents=True, exist_ok=True)
            page = result_file(own, [{**truth(sample), "video_name": sample.video} for sample in own], ids=ids)
            (place / f"results_{scene}_{model}.json").write_text(json.dumps(page, ensure_ascii=False), "utf-8")
    (folder / model / f"results_{model}_summary.json").write_text('{"overall": 1}', "utf-8")
    (folder / model / "metrics_summary.json").write_text("{}", "utf-8")
    return folder / model


@pytest.mark.parametrize("ids", [True, False])
def test_the_results_of_vsig_bench_are_scored_by_id_or_by_clip(ready: Prepared, tmp_path: Path, ids: bool) -> None:
    results = folder_of_results(ready, tmp_path / "results", ids=ids)
    items = ready.items(tmp_path / "run", f"replay:{results}")
    assert len(items) == 24
    assert False not in cells(items).values()
    run = RunFolder.open(tmp_path / "run")
    assert departures(run) == {}
    assert run.manifest.subject.name == "Qwen3-Omni"
    assert (run.manifest.identity["input"], "prompt" in run.manifest.identity) == ("unknown", False)


def test_the_results_of_ecog_bench_carry_what_the_model_said_and_more(ready_ecog: Prepared, tmp_path: Path) -> None:
    for template in range(1, 7):
        place = tmp_path / "model" / f"Inst{template}"
        place.mkdir(parents=True)
        (sample,) = (one for one in ready_ecog.samples.values() if one.template == template)
        said = truth(sample)
        prediction = {
            "explicit_command": said["explicit_command"],
            "selected_options": said["selected_options"],
            "point_list": said["point_list"],
            "reasoning": "…",
            "video_name": sample.video,
            "_model_input": {"prompt": "secret"},
            "_model_output": said,
            "visualization_rel_path": "vis.jpg",
        }
        page = {"model_name": "m", "dataset": "办公环境", "instruction": f"Inst{template}", "predictions": [prediction]}
        (place / "results_办公环境_m.json").write_text(json.dumps(page), "utf-8")
    items = ready_ecog.items(tmp_path / "run", f"replay:{tmp_path / 'model'}")
    assert len(items) == 6
    assert False not in cells(items).values()
    assert not any("secret" in item.model_dump_json() for item in items.values())


def test_an_inference_that_failed_there_is_an_answer_that_cannot_be_read(ready: Prepared, tmp_path: Path) -> None:
    failed = {"explicit_command": "FAILED_INFERENCE", "selected_options": [], "point_list": []}
    answers = dict.fromkeys(ready.samples, failed)
    items = ready.items(tmp_path / "run", f"replay:{stored(tmp_path / 'answers.jsonl', answers)}")
    assert {item.outcome for item in items.values()} == {"parse_error"}


def test_a_test_can_go_through_stored_answers_twice(ready: Prepared, tmp_path: Path) -> None:
    path = stored(tmp_path / "answers.jsonl", {name: truth(sample) for name, sample in ready.samples.items()})
    chosen = Choices(data=ready.root, spec=f"replay:{path}", keep_last=False, canaries=False)
    test = make_test(chosen, ready.file, tmp_path / "one")
    for name in ("one", "two"):
        run = RunFolder.create(tmp_path / name, test.manifest, data=test.data)
        with run.locked():
            execute(test, run)
        assert {item.outcome for item in run.items} == {"scored"}


def test_missing_answers_count_and_unmatched_ones_are_reported(ready: Prepared, tmp_path: Path) -> None:
    first, second, *_ = ready.samples.values()
    answers = {first.id: truth(first), "stranger": truth(second)}
    path = stored(tmp_path / "answers.jsonl", answers)
    with path.open("a") as file:
        file.write(json.dumps({"id": first.id, "answer": "said twice"}) + "\n")
    run = ready.run(tmp_path / "run", f"replay:{path}")
    notes = departures(run)
    assert notes["unanswered"].startswith("23 samples have no stored answer and count like one that cannot be read: ")
    assert second.id in notes["unanswered"]
    assert notes["strangers"].startswith("2 stored answers match no sample, or several, and are left out: ")
    assert "stranger" in notes["strangers"]
    items = {item.id: item for item in run.items}
    assert items[first.id].outcome == "scored"
    assert {item.outcome for name, item in items.items() if name != first.id} == {"parse_error"}
    assert "there is no stored answer" in {str(note) for note in items[second.id].notes}
    (spatial,) = (m for m in run.results.measures if m.name == "vsig.spatial")
    assert spatial.value == pytest.approx(1 / 52)


def test_a_run_of_mindsight_is_read_with_its_profile_input_and_endings(ready: Prepared, tmp_path: Path) -> None:
    before = ready.run(
        tmp_path / "before", "baseline:oracle", model_profile="gemini", given="video", prompt_lang="en", keep_last=False
    )
    after = ready.run(tmp_path / "after", f"replay:{before.path}", keep_last=False)
    assert after.manifest.identity == before.manifest.identity
    for name in ("scores.csv", "metrics.json"):
        assert (after.path / name).read_bytes() == (before.path / name).read_bytes()
    assert [item.terms for item in after.items] == [item.terms for item in before.items]
    assert departures(after) == {}
    # A path to the record means the run: its lines are not plain answers.
    assert [*read_replay(before.path / "items.jsonl").answers] == [*read_replay(before.path).answers]
    assert identity_at(before.path / "items.jsonl") == before.manifest.identity


def test_a_sample_that_was_changed_since_it_was_answered_is_reported(
    ready: Prepared, ready_ecog: Prepared, tmp_path: Path
) -> None:
    ready.items(tmp_path / "before", "baseline:oracle")
    # The same ids in the other layout: other options, other strokes.
    ready_ecog.items(tmp_path / "after", f"replay:{tmp_path / 'before'}")
    notes = departures(RunFolder.open(tmp_path / "after"))
    assert notes["changed"].startswith("6 samples are not what they were when they were answered: ")


@pytest.mark.parametrize("shape", ["object", "list", "lines", "answers as text", "video names"])
def test_plain_files_of_answers(ready: Prepared, tmp_path: Path, shape: str) -> None:
    truths = {name: truth(sample) for name, sample in ready.samples.items()}
    path = tmp_path / "answers.json"
    page: Any = truths
    if shape == "list":
        page = [{"sample_id": int(name), "prediction": said} for name, said in truths.items()]
    elif shape == "answers as text":
        page = [{"id": name, "response": f"```json\n{json.dumps(said)}\n```"} for name, said in truths.items()]
    elif shape == "video names":
        # Clips of both languages have the same names: only the template and the data set distinguish them, but not here.
        path = tmp_path / "zh.json"
        page = [
            {"video_name": s.video, "task_template": f"指令{s.template}", **truths[s.id]}
            for s in ready.samples.values()
            if s.language == "zh"
        ]
    path.write_text(json.dumps(page), "utf-8")
    if shape == "lines":
        path = stored(tmp_path / "answers.jsonl", truths)
    if shape == "video names":
        with pytest.raises(InputError, match="none of its 12 answers matches a sample"):
            ready.items(tmp_path / "run", f"replay:{path}")
        return
    items = ready.items(tmp_path / "run", f"replay:{path}")
    assert False not in cells(items).values()


def listed(beside: Path, *samples: Sample) -> SampleList:
    file = beside.with_suffix(".samples")
    SampleWriter(samples).write(file)
    return SampleList(file)


def test_an_answer_with_an_id_belongs_to_that_sample_and_not_to_another_of_its_clip(ready: Prepared) -> None:
    one = ready.of(2)
    other = one.model_copy(update={"id": "other"})
    page = result_file([one], [truth(one)])
    path = ready.file.with_name("own.json")
    path.write_text(json.dumps(page), "utf-8")
    matched = match(read_replay(path), listed(path, other, one))
    assert matched.find(one.id) is not None
    assert matched.unanswered() == [other.id]
    assert matched.strangers() == []


def test_an_answer_that_fits_two_samples_belongs_to_none(ready: Prepared) -> None:
    one, third = ready.of(2), ready.of(3)
    other = one.model_copy(update={"id": "other"})
    page = result_file([one, third], [truth(one), truth(third)], ids=False)
    path = ready.file.with_name("none.json")
    path.write_text(json.dumps(page), "utf-8")
    matched = match(read_replay(path), listed(path, other, one, third))
    assert matched.find(third.id) is not None
    assert set(matched.unanswered()) == {one.id, other.id}
    assert len(matched.strangers()) == 1


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.json", "[1]", "an entry is not an object"),
        ("a.json", '[{"answer": "x"}]', "neither an id nor a video_name"),
        ("a.json", "17", "holds no answers"),
        ("a.json", "{", "is not JSON"),
        ("a.json", "[" * 100_000, "is not JSON .nested too deeply"),
        ("a.jsonl", "\ud8ff", "is not UTF-8 text; save it as UTF-8"),
        ("a.json", "{}", "holds no stored answers"),
        ("a.jsonl", '{"id": 1, "answer": ""}\n{', ":2: is not JSON"),
        ("a.json", "\ufeff[]", "holds no stored answers"),
        ("a.json", '{"nobody": "x"}', "none of its 1 answers matches a sample"),
    ],
)
def test_files_that_hold_no_answers(ready: Prepared, tmp_path: Path, name: str, content: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(content, "utf-8", errors="surrogatepass")
    with pytest.raises(InputError, match=said):
        ready.items(tmp_path / "run", f"replay:{path}")


def test_folders_without_answers_and_names_of_nothing(ready: Prepared, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no stored answers; name a run folder"):
        ready.items(tmp_path / "run", f"replay:{tmp_path}")
    with pytest.raises(InputError, match="there is no such file or folder"):
        ready.items(tmp_path / "run", f"replay:{tmp_path / 'nothing'}")


def test_odd_entries_are_text_or_nothing(ready: Prepared, tmp_path: Path) -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    odd = [
        deep,
        None,
        17,
        [],
        {},
        True,
        "\ud800",
        {"point_list": [{"point": [float("nan"), float("inf")]}]},
        "x" * 10_000,
    ]
    names = list(ready.samples)[: len(odd)]
    path = tmp_path / "answers.jsonl"
    lines = (json.dumps({"id": name, "answer": answer}) for name, answer in zip(names, odd, strict=True))
    path.write_text("\n".join(lines), "utf-8")
    items = ready.items(tmp_path / "run", f"replay:{path}")
    assert {item.outcome for item in items.values()} <= {"scored", "parse_error"}
    assert text_of({"_model_output": None, "id": 3}) == "{}"


def test_a_link_among_result_files_is_not_followed_out_of_the_folder(ready: Prepared, tmp_path: Path) -> None:
    results = folder_of_results(ready, tmp_path / "results")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "results_x_y.json").write_text('{"predictions": "leaked"}', "utf-8")
    (results / "指令7").symlink_to(outside)
    assert len(read_replay(results).answers) == 24
