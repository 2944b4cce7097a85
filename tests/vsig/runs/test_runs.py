"""Whole runs: scores of the baselines, and each change of an answer flips exactly the cells that it should."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.answers.conventions import built_in
from mindsight.record.folder import RunFolder
from mindsight.vsig.dataset.samples import Mask, Sample, Target
from mindsight.vsig.dataset.targets.masks import mask_array
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.reporting import metrics_file
from vsig.running import Prepared, Spoken, cells, items_changed

KEYS = ("intent_grounding_accuracy", "spatial_grounding_accuracy", "temporal_grounding_accuracy", "overall_score")
ECOG_KEYS = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")


def metrics(run: RunFolder) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run.path / metrics_file.NAME).read_bytes())
    return found


def test_the_oracle_reaches_one_on_everything(ready: Prepared, tmp_path: Path) -> None:
    run = ready.run(tmp_path / "run", "baseline:oracle")
    found = metrics(run)
    assert {key: found[key] for key in KEYS} == dict.fromkeys(KEYS, 1.0)
    assert found["as_published"] == dict.fromkeys(KEYS, 1.0)
    assert sorted(found["instruction_breakdown"]) == [f"指令{number}" for number in range(1, 7)]
    for number, own in found["instruction_breakdown"].items():
        expected = None if number == "指令1" else 1.0
        assert own == {
            "count": 4,
            "intent_accuracy": 1.0,
            "overall": 1.0,
            "spatial_grounding": 1.0,
            "temporal_grounding": expected,
        }
    assert {value for (_, _, cell), value in cells({i.id: i for i in run.items}).items()} == {True, None}
    assert {m.value for m in run.results.measures if m.name in {"vsig.joint", "vsig.readable"}} == {1.0}
    assert {m.value for m in run.results.measures if m.name == "vsig.repaired"} == {0.0}


def test_the_oracle_reaches_one_with_options_and_strokes(ready_ecog: Prepared, tmp_path: Path) -> None:
    found = metrics(ready_ecog.run(tmp_path / "run", "baseline:oracle"))
    assert {key: found[key] for key in ECOG_KEYS} == dict.fromkeys(ECOG_KEYS, 1.0)
    assert all(own == {**dict.fromkeys(ECOG_KEYS, 1.0), "count": 1} for own in found["instruction_breakdown"].values())
    # The same clips under the older rules: words instead of strokes, descriptions instead of options.
    found = metrics(ready_ecog.run(tmp_path / "vsig", "baseline:oracle", profile="vsig"))
    assert {key: found[key] for key in KEYS} == dict.fromkeys(KEYS, 1.0)


@pytest.mark.parametrize("form", sorted(built_in()))
def test_the_oracle_is_right_in_the_form_of_every_family_of_models(
    ready_ecog: Prepared, tmp_path: Path, form: str
) -> None:
    for profile in ("ecog", "vsig"):
        items = ready_ecog.items(tmp_path / profile, "baseline:oracle", model_profile=form, profile=profile)
        assert False not in cells(items).values()
        assert {tuple(item.parsed["repairs"]) for item in items.values()} <= {(), ("time_text",)}


@pytest.mark.parametrize("profile", ["vsig", "vsig-as-published"])
def test_silence_scores_nothing(ready: Prepared, tmp_path: Path, profile: str) -> None:
    found = metrics(ready.run(tmp_path / "run", "baseline:silent", profile=profile))
    expected = 0.0 if profile == "vsig" else None
    assert {key: found[key] for key in KEYS} == dict.fromkeys(KEYS, expected)
    assert found["statistics"]["failed_samples"] == {"parse_error": 24}
    assert found["statistics"]["processed_samples"] == 0


def test_silence_scores_nothing_on_options(ready_ecog: Prepared, tmp_path: Path) -> None:
    found = metrics(ready_ecog.run(tmp_path / "run", "baseline:silent"))
    assert {key: found[key] for key in ECOG_KEYS} == dict.fromkeys(ECOG_KEYS, 0.0)


def test_chance_and_the_middle_score_low_and_are_reproducible(ready: Prepared, tmp_path: Path) -> None:
    first, second = (ready.run(tmp_path / f"{number}", "baseline:random", keep_last=False) for number in (1, 2))
    assert (first.path / "results.json").read_bytes() == (second.path / "results.json").read_bytes()
    for run in (first, ready.run(tmp_path / "centre", "baseline:centre", keep_last=False)):
        assert metrics(run)["spatial_grounding_accuracy"] < 0.2
        assert metrics(run)["intent_grounding_accuracy"] == 0
    other = ready.items(tmp_path / "seed", "baseline:random", seed=8)
    assert all(item.answer["text"] != other[item.id].answer["text"] for item in first.items)


@pytest.mark.slow
def test_workers_change_nothing(ready: Prepared, tmp_path: Path) -> None:
    one, two = (ready.run(tmp_path / f"{count}", "baseline:oracle", workers=count) for count in (1, 2))
    for name in ("results.json", "scores.csv", "metrics.json", "samples.json"):
        assert (one.path / name).read_bytes() == (two.path / name).read_bytes()


# One change at a time: which cells flip.


RIGHT: dict[Any, dict[Any, Any]] = {}


def right_cells(ready: Prepared, folder: Path, **more: Any) -> dict[Any, Any]:
    """Return the cells of the right answers; made once for each way of scoring."""
    key = (ready.root, *more.values())
    if key not in RIGHT:
        RIGHT[key] = cells(items_changed(ready, folder, lambda said, _: said, **more))
    return RIGHT[key]


def flipped(ready: Prepared, tmp_path: Path, change: Callable[[Spoken, Sample], Any], **more: Any) -> set[Any]:
    """Return the cells that differ from those of the right answers."""
    right = right_cells(ready, tmp_path / "right", **more)
    assert False not in right.values()
    found = cells(items_changed(ready, tmp_path / "changed", change, **more))
    assert found.keys() == right.keys()
    assert not [cell for cell in right if right[cell] is None and found[cell] is not None]
    return {cell for cell in right if found[cell] != right[cell]}


def near_the_diagonal(target: Target) -> bool:
    """Return whether swapping x and y moves a place by less than 50 units."""
    x, y = np.mean(target.points, axis=0)
    return bool(1000 * math.hypot(x - y, y - x) < 50)


def of_first(ready: Prepared, cell: str) -> set[Any]:
    return {(name, 0, cell) for name in ready.samples}


def beside(mask: Mask) -> tuple[float, float]:
    """Return the middle of a pixel that is off and whose right neighbour is on, in thousandths."""
    on = np.pad(mask_array(mask), 1)
    row, column = np.argwhere(on[:, 1:] & ~on[:, :-1])[0]
    x, y = mask.origin[0] + column - 1, mask.origin[1] + row - 1
    assert on[row, column + 1]
    assert not on[row, column]
    return 1000 * (x + 0.5) / mask.size[0], 1000 * (y + 0.5) / mask.size[1]


def test_one_pixel_beside_the_mask_is_a_miss(ready: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, sample: Sample, pixels: int) -> Spoken:
        mask = sample.targets[0].mask
        assert mask is not None
        x, y = beside(mask)
        said["point_list"][0]["point"] = [x + 1000 * pixels / mask.size[0], y]
        return said

    assert flipped(ready, tmp_path / "out", lambda said, one: change(said, one, 0)) == of_first(ready, "where")
    assert flipped(ready, tmp_path / "in", lambda said, one: change(said, one, 1)) == set()


@pytest.mark.parametrize("end", ["begin_ms", "end_ms"])
def test_one_millisecond_beside_the_span_is_too_early_or_too_late(ready: Prepared, tmp_path: Path, end: str) -> None:
    def change(said: Spoken, sample: Sample, beyond: float) -> Spoken:
        spans = spans_of(sample.template, sample.speech).spans if sample.speech else ()
        if spans:
            said["point_list"][0]["timestamp"] = getattr(spans[0], end) + beyond
        return said

    sign = -1 if end == "begin_ms" else 1
    spoken = {(name, 0, "when") for name, sample in ready.samples.items() if sample.template != 1}
    assert flipped(ready, tmp_path / "out", lambda said, one: change(said, one, sign)) == spoken
    assert flipped(ready, tmp_path / "in", lambda said, one: change(said, one, 0)) == set()


def test_two_targets_swapped_are_both_wrong_in_everything(ready: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, sample: Sample) -> Spoken:
        if sample.template in {5, 6}:
            points = said["point_list"]
            points[0], points[2] = points[2], points[0]
        return said

    names = [name for name, sample in ready.samples.items() if sample.template in {5, 6}]
    expected = {(name, place, cell) for name in names for place in (0, 2) for cell in ("what", "where", "when")}
    assert flipped(ready, tmp_path, change) == expected


def test_x_and_y_swapped_miss_everything_and_change_nothing_else(ready: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, _: Sample) -> Spoken:
        for point in said["point_list"]:
            point["point"].reverse()
        return said

    expected = {
        (name, place, "where")
        for name, sample in ready.samples.items()
        for place, target in enumerate(sample.targets)
        if not (target.kind == "space" and near_the_diagonal(target))
    }
    assert flipped(ready, tmp_path, change) == expected
    assert len(expected) > 45


def test_seconds_are_understood_where_that_is_plain_and_said_so(ready: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, _: Sample) -> Spoken:
        for point in said["point_list"]:
            point["timestamp"] = None if point["timestamp"] is None else point["timestamp"] / 1000
        return said

    assert flipped(ready, tmp_path / "vsig", change) == set()
    items = items_changed(ready, tmp_path / "again", change)
    timed = {item.id for item in items.values() if "time_in_seconds" in item.parsed["repairs"]}
    assert timed == {name for name, sample in ready.samples.items() if sample.template != 1}
    timed_cells = {(name, place, "when") for name in timed for place in range(len(ready.samples[name].targets))}
    assert flipped(ready, tmp_path / "published", change, profile="vsig-as-published") == timed_cells


def test_a_wrong_side_is_wrong_and_nothing_else(ready: Prepared, tmp_path: Path) -> None:
    sides = {"左": "右", "右": "左", "前": "后", "后": "前"}

    def change(said: Spoken, sample: Sample) -> Spoken:
        if sample.template == 4 and sample.language == "zh":
            name = said["point_list"][1]["description"]
            said["point_list"][1]["description"] = "".join(sides.get(letter, letter) for letter in name)
        return said

    names = [n for n, sample in ready.samples.items() if sample.template == 4 and sample.language == "zh"]
    assert flipped(ready, tmp_path, change) == {(name, 1, "what") for name in names}


def test_the_wrong_option_is_wrong_and_nothing_else(ready_ecog: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, _: Sample) -> Spoken:
        said["selected_options"][0] = "D" if said["selected_options"][0] != "D" else "C"
        return said

    assert flipped(ready_ecog, tmp_path, change) == of_first(ready_ecog, "what")


def test_fewer_points_are_misses_and_more_are_counted(ready: Prepared, tmp_path: Path) -> None:
    def fewer(said: Spoken, sample: Sample) -> Spoken:
        if len(sample.targets) > 1:
            said["point_list"].pop()
        return said

    several = {n: len(sample.targets) - 1 for n, sample in ready.samples.items() if len(sample.targets) > 1}
    last = {(name, place, cell) for name, place in several.items() for cell in ("what", "where", "when")}
    assert flipped(ready, tmp_path / "fewer", fewer) == last

    def six(said: Spoken, _: Sample) -> Spoken:
        said["point_list"] = (said["point_list"] * 6)[:6]
        return said

    assert flipped(ready, tmp_path / "more", six) == set()
    items = items_changed(ready, tmp_path / "six", six)
    assert {name: item.terms["extra"] for name, item in items.items()} == {
        name: 6 - len(sample.targets) for name, sample in ready.samples.items()
    }


def test_times_beyond_the_clip_and_nan_are_wrong_and_kept(ready: Prepared, tmp_path: Path) -> None:
    def change(said: Spoken, _: Sample) -> Spoken:
        said["point_list"][0]["timestamp"] = 20_010
        said["point_list"][0]["point"] = [math.nan, 10]
        return said

    timed = {(name, 0, "when") for name, sample in ready.samples.items() if sample.template != 1}
    assert flipped(ready, tmp_path, change) == of_first(ready, "where") | timed
    items = items_changed(ready, tmp_path / "again", change)
    assert {item.outcome for item in items.values()} == {"scored"}
    assert {item.parsed["predictions"][0]["time_ms"] for item in items.values()} == {20_010.0}
    assert {item.parsed["predictions"][0]["point"] for item in items.values()} == {None}
    assert all(item.parsed["unusable"] for item in items.values())
