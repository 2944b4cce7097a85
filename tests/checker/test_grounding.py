"""What somebody would change in the record of a vsig run is named, however well it is chained, scored and sealed."""

import base64
import copy
import io
import json
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from mindsight import checker
from mindsight.checker.vsig.masks import decoded_mask, decoded_png, is_on
from mindsight.checker.vsig.terms import grounding_doubts, term_doubts
from mindsight.record import canonical
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from mindsight.vsig.dataset.targets import png_parts
from mindsight.vsig.dataset.targets.masks import header_of, mask_from
from mindsight.vsig.dataset.targets.png_parts import parts_of, unpacked
from mindsight.vsig.totals import metrics_page, rescore
from record import trial
from vsig.grounded import grounded
from vsig.grounding import ECOG, PUBLISHED, VSIG, changed, item_of, many, noisy, right, sample_of, with_rests

Items = list[dict[str, Any]]
Change = Callable[[Items], object]


@pytest.fixture(scope="module")
def sealed_runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A sealed run of 18 items under each profile: all endings, silent clips too. Not to be changed."""
    base = tmp_path_factory.mktemp("grounded")
    made = many(18)
    # Item 00006 is of template 1, 00011 of template 6: those are right in everything, and nothing can hide in them.
    for place in (6, 11):
        sample = sample_of(place % 6 + 1, made[place][0].id, recording=made[place][0].recording)
        made[place] = (with_rests(sample), right(sample), "scored")
    made[0] = (made[0][0], made[0][1], "infrastructure_error")
    made[1] = (made[1][0], made[1][1], "parse_error")
    named = {"vsig": VSIG, "published": PUBLISHED, "ecog": ECOG}
    return {
        name: grounded(made, base / name / "run", profile=profile, report=False).path for name, profile in named.items()
    }


@pytest.fixture
def run(sealed_runs: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed_runs["vsig"], tmp_path / "run"))


def found(run: Path) -> list[tuple[Any, ...]]:
    """Return the findings: key, item if any, field if any."""
    findings = checker.check(str(run))[0]
    for finding in findings:
        assert all(finding.say(language).isprintable() for language in ("en", "zh"))
    return [tuple(v for v in (f.key, f.values.get("found"), f.values.get("field")) if v is not None) for f in findings]


def forge(run: Path, change: Change) -> list[tuple[Any, ...]]:
    """Change the items, give them the numbers that mindsight would give them, and seal all of it."""
    items = trial.read_lines(run)
    change(items)
    trial.rechain(run, items)
    numbers(run)
    return found(run)


def numbers(run: Path) -> None:
    """Compute the numbers of a run anew, by our own means, and seal it."""
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    for name, page in metrics_page(folder).items():
        folder.write(name, page)
    trial.reseal(run)


def by_id(items: Items, name: str = "00011") -> dict[str, Any]:
    return next(item for item in items if item["id"] == name)


def target(items: Items, place: int = 0, name: str = "00011") -> dict[str, Any]:
    found: dict[str, Any] = by_id(items, name)["terms"]["targets"][place]
    return found


@pytest.mark.parametrize("profile", ["vsig", "published", "ecog"])
def test_nothing_changed_is_nothing_found(sealed_runs: dict[str, Path], profile: str) -> None:
    assert found(sealed_runs[profile]) == []


# Terms against answer and truth

FORGED: dict[str, tuple[Change, set[str]]] = {
    "a hit for a miss": (lambda i: target(i).update({"where": False}), {"targets.1.where"}),
    "a point elsewhere in the mask": (lambda i: target(i).update(point=[0.1, 0.2]), {"targets.1.point"}),
    "a shorter distance": (lambda i: target(i, 1).update(distance_units=1.0), {"targets.2.distance_units"}),
    "a later time": (lambda i: target(i).update(time_ms=600.5), {"targets.1.time_ms"}),
    "a time that is right": (lambda i: target(i).update(when=False), {"targets.1.when"}),
    "a wide window": (lambda i: target(i).update(window=[0.0, 5000.0]), {"targets.1.window"}),
    "half a word": (lambda i: target(i).update(window=[500.0, 700.0]), {"targets.1.window"}),
    "no window": (
        lambda i: target(i).update(window=None, when=None, window_by=None),
        {"targets.1.window_by", "targets.1.window"},
    ),
    "an option that is wrong": (lambda i: target(i).update(choice=False), {"targets.1.choice"}),
    "another kind": (lambda i: target(i).update(kind="space"), {"targets.1.kind"}),
    "another template": (lambda i: by_id(i)["terms"].update(template=5), {"template"}),
    "words that are ambiguous": (
        lambda i: by_id(i)["terms"].update(speech="ambiguous"),
        {f"targets.{n}.{field}" for n in range(1, 5) for field in ("untimed", "window_by", "when", "window")},
    ),
    "a target less": (lambda i: by_id(i)["terms"]["targets"].pop(), {"targets"}),
}


def the_right_item() -> dict[str, Any]:
    sample = sample_of(6, "00011")
    return verdicts(sample, right(sample), VSIG)[0]


def doubted(item: dict[str, Any], sample: Any) -> set[str]:
    """Return the fields of an item that the checker holds against it."""
    manifest = {
        "plan": {"profile": VSIG.model_dump(mode="json"), "cluster": "recording"},
        "data": {"file": "samples.json"},
    }
    found = [*term_doubts(item, sample.model_dump(mode="json"), manifest)]
    assert {one.key for one in found} <= {"item_disagrees"}
    return {one.values["field"].removeprefix("terms.") for one in found}


@pytest.mark.parametrize("name", FORGED)
def test_a_term_that_does_not_follow_from_answer_and_truth(name: str) -> None:
    change, fields = FORGED[name]
    item = the_right_item()
    change([item])
    assert doubted(item, sample_of(6, "00011")) == fields


@pytest.mark.parametrize("name", ["a hit for a miss", "a wide window", "a target less", "another template"])
def test_forged_terms_are_found_in_a_run_whose_numbers_follow_from_them(run: Path, name: str) -> None:
    change, fields = FORGED[name]
    assert set(forge(run, change)) == {("item_disagrees", "00011", f"terms.{field}") for field in fields}


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"point": [0.9, 0.9]}, {"point", "in_mask", "where", "distance_px", "distance_units", "distance_diagonal"}),
        ({"time_ms": 10.0}, {"time_ms", "when"}),
        ({"choice": "B"}, {"choice"}),
        ({"description": ""}, {"intent", "intent_best"}),
    ],
)
def test_an_answer_that_was_understood_otherwise(change: dict[str, Any], fields: set[str]) -> None:
    item = the_right_item()
    item["parsed"]["predictions"][0].update(change)
    assert doubted(item, sample_of(6, "00011")) == {f"targets.1.{field}" for field in fields}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("00000", {"status": "scored", "outcome": "scored", "error": None}),
        ("00011", {"outcome": "parse_error"}),
        ("00011", {"outcome": "right"}),
        ("00011", {"parsed": {}}),
        ("00001", {"outcome": "scored"}),
    ],
)
def test_an_ending_that_does_not_fit(run: Path, name: str, values: dict[str, Any]) -> None:
    items = trial.read_lines(run)
    by_id(items, name).update(values)
    trial.rechain(run, items)
    trial.reseal(run)
    assert {("fate", name), ("terms", name)} & set(found(run))


def test_a_failure_that_is_left_out_in_silence(run: Path) -> None:
    assert ("fate", "00001") in forge(run, lambda items: by_id(items, "00001")["terms"].update(counted=False))


def test_a_score_beyond_its_range(run: Path) -> None:
    def change(items: Items) -> None:
        target(items).update(intent=1.5)
        target(items, 1).update(intent_best=-0.5)
        by_id(items)["terms"]["command"].update(score=-0.1)

    named = {("term", "00011", field) for field in ("command.score", "targets.1.intent", "targets.2.intent_best")}
    assert named <= set(forge(run, change))


def test_recordings_made_independent(run: Path) -> None:
    findings = forge(run, lambda items: [item.update(cluster=item["id"]) for item in items])
    assert len(findings) == 18
    assert {(key, field) for key, _, field in findings} == {("item_disagrees", "cluster")}


@pytest.mark.parametrize("gone", ["targets", "template", "command", "counted"])
def test_terms_that_are_none(run: Path, gone: str) -> None:
    items = trial.read_lines(run)
    del by_id(items)["terms"][gone]
    trial.rechain(run, items)
    trial.reseal(run)
    assert ("terms", "00011") in found(run) or ("item_disagrees", "00011", f"terms.{gone}") in found(run)


# The truth itself


def test_a_larger_mask_in_the_samples_is_another_data_list(run: Path) -> None:
    path = run / "samples.json"
    page = json.loads(path.read_bytes())
    page["samples"][11]["targets"][0]["mask"]["origin"] = [0, 0]
    path.write_bytes(canonical.page(page))
    trial.reseal(run)
    keys = {finding[0] for finding in found(run)}
    assert {"data", "instance", "item_disagrees"} <= keys


@pytest.mark.parametrize("png", ["", "AAAA", base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(30)).decode(), "不是"])
def test_a_mask_that_is_none_ends_in_a_finding(run: Path, png: str) -> None:
    path = run / "samples.json"
    page = json.loads(path.read_bytes())
    page["samples"][11]["targets"][0]["mask"]["png"] = png
    path.write_bytes(canonical.page(page))
    trial.reseal(run)
    assert ("terms", "00011") in found(run)


@pytest.mark.parametrize(
    ("field", "value", "keys"),
    [
        ("identity.data", "sha256-0", {("disagrees", "identity.data")}),
        ("identity.profile_hash", "sha256-0", {("disagrees", "identity.profile_hash")}),
    ],
)
def test_what_the_manifest_says_otherwise_than_plan_and_samples(
    run: Path, field: str, value: Any, keys: set[tuple[str, str]]
) -> None:
    manifest = trial.read_page(run, "manifest.json")
    part, _, name = field.partition(".")
    manifest[part][name] = value
    trial.write_page(run, "manifest.json", manifest)
    numbers(run)
    assert keys <= set(found(run))


def test_a_reading_that_was_changed_after_the_run_shows_in_terms_and_identity(run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"]["profile"]["tolerance_ms"] = 500.0
    trial.write_page(run, "manifest.json", manifest)
    numbers(run)
    findings = set(found(run))
    assert ("disagrees", "identity.profile_hash") in findings
    assert any(finding[0] == "item_disagrees" and finding[2].endswith(".when") for finding in findings)


# Numbers


def normative(measure: dict[str, Any]) -> bool:
    scores = {f"vsig.{name}" for name in ("intent", "spatial", "temporal", "overall")}
    return measure["name"] in scores or measure["name"].startswith("ecog.")


@pytest.mark.parametrize("profile", ["vsig", "published", "ecog"])
def test_each_normative_measure_is_recomputed_value_and_interval(
    sealed_runs: dict[str, Path], tmp_path: Path, profile: str
) -> None:
    run = Path(shutil.copytree(sealed_runs[profile], tmp_path / "run"))
    results = trial.read_page(run, RESULTS)
    expected = set()
    for measure in filter(normative, results["measures"]):
        for field in ("value", "interval", "n"):
            if measure[field] is not None:
                expected.add(("measure", f"{measure['name']}.{field}"))
        measure["value"] = None if measure["value"] is None else measure["value"] + 0.001
        measure["interval"], measure["n"] = None, measure["n"] + 1
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert len(expected) >= 11
    assert expected == set(found(run))


def test_a_measure_that_was_dropped(run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    dropped = [measure["name"] for measure in filter(normative, results["measures"])]
    results["measures"] = []
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert {("unmeasured", name) for name in dropped} == set(found(run))


# Two judges, one verdict


def verdicts(sample: Any, answer: Any, profile: Any, status: Any = "scored") -> tuple[dict[str, Any], Items]:
    """Return an item as the suite scores it, and what the checker holds against it."""
    item = json.loads(item_of(sample, answer, profile, status).model_dump_json())
    plan = {"profile": profile.model_dump(mode="json"), "cluster": "recording"}
    manifest = {"plan": plan, "data": {"file": "samples.json"}}
    entry = sample.model_dump(mode="json")
    return item, [*grounding_doubts(item, entry, manifest)]


def _agree(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    readings: dict[str, list[Any]] = {
        "geometry": ["continuous", "whole_pixels"],
        "far_edge": ["inside", "outside"],
        "space_unit": ["units", "pixels", "diagonal"],
        "space_within": [50.0, 0.04, 100.0],
        "unmasked_object": ["as_space", "left_out"],
        "windows": ["words", "strokes"],
        "tolerance_ms": [0.0, 100.0],
        "whole_ms": [False, True],
        "gesture_alone": ["not_counted", "counted"],
        "failures": ["wrong", "left_out"],
    }
    for sample, answer, status in many(count, seed):
        chosen = {name: values[int(rng.integers(len(values)))] for name, values in readings.items()}
        profile = (VSIG, ECOG)[int(rng.integers(2))].model_copy(update=chosen)
        if rng.random() < 0.2:
            bare = [one.model_copy(update={"mask": None}) for one in sample.targets]
            sample = sample.model_copy(update={"targets": tuple(bare)})  # noqa: PLW2901
        if rng.random() < 0.2:
            edge = (float(rng.choice([0.0, 1.0, 0.5])), float(rng.choice([0.0, 1.0])))
            answer = changed(answer, 0, point=edge) if answer.predictions else answer  # noqa: PLW2901
        _, doubts = verdicts(sample, answer, profile, status)
        assert doubts == []


def test_suite_and_checker_agree_on_answers_of_all_kinds_under_any_reading() -> None:
    _agree(1, 150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_suite_and_checker_agree_on_thousands_of_answers(seed: int) -> None:
    _agree(seed, 1000)


def _tamper(seed: int, count: int) -> None:
    """Change one number or word of one item's terms; whatever can be told without knowing words is named."""
    rng = np.random.default_rng(seed)
    # The rest is the language rule's: how well a description fits, and which words a span was cut from.
    told_by_words = {"slots", "why", "interpolated", "window"}
    # No score stands on these.
    beside = {
        "what",
        "area",
        "reference_hit",
        "other_hit",
        "tip_hit",
        "tip_astray",
        "overlap",
        "level",
        "scene",
        "language",
    }
    beside |= {"any_order", "extra", "missing", "wrong_kinds", "repairs", "unusable"}
    for number in range(count):
        sample = sample_of(int(rng.integers(1, 7)), str(number))
        profile = (VSIG, PUBLISHED, ECOG)[int(rng.integers(3))]
        item, doubts = verdicts(sample, noisy(sample, rng), profile)
        assert doubts == []
        terms = item["terms"]
        place = terms if rng.random() < 0.3 else terms["targets"][int(rng.integers(len(terms["targets"])))]
        fields = sorted(
            place.keys() - told_by_words - beside - {"command", "targets", "speech", "intent", "intent_best"}
        )
        field = str(rng.choice(fields))
        before = copy.deepcopy(place[field])
        place[field] = _another(before, rng)
        manifest = {
            "plan": {"profile": profile.model_dump(mode="json"), "cluster": "recording"},
            "data": {"file": "samples.json"},
        }
        doubts = [*grounding_doubts(item, sample.model_dump(mode="json"), manifest)]
        assert doubts, (field, before, place[field])


def _another(value: Any, rng: np.random.Generator) -> Any:
    if isinstance(value, bool) or value is None:
        return value is not True
    if isinstance(value, (int, float)):
        by = 1 if isinstance(value, int) else float(rng.choice([1e-6 + 1e-6 * abs(value), 1.0]))
        return value + float(rng.choice([-1, 1])) * by
    return value + "x" if isinstance(value, str) else [value[0] + 1e-6, *value[1:]]


def test_a_term_that_was_changed_alone_is_always_named() -> None:
    _tamper(1, 150)


@pytest.mark.slow
def test_thousands_of_terms_that_were_changed_alone_are_all_named() -> None:
    _tamper(2, 3000)


# Masks read by the standard library


def png_of(pixels: Any, depth: int, filters: list[int]) -> bytes:
    """Write a PNG by hand, each row with the filter given."""
    height, width = pixels.shape
    plain = np.packbits(pixels > 128, axis=1) if depth == 1 else pixels
    rows = bytearray()
    above = np.zeros(plain.shape[1], np.int32)
    for row, way in zip(plain.astype(np.int32), filters, strict=True):
        left = np.concatenate([[0], row[:-1]])
        corner = np.concatenate([[0], above[:-1]])
        guess = left + above - corner
        paeth = np.select(
            [
                (abs(guess - left) <= abs(guess - above)) & (abs(guess - left) <= abs(guess - corner)),
                abs(guess - above) <= abs(guess - corner),
            ],
            [left, above],
            corner,
        )
        by = (0 * row, left, above, (left + above) // 2, paeth)[way]
        rows += bytes([way]) + ((row - by) & 255).astype(np.uint8).tobytes()
        above = row
    header = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    whole = zlib.compress(bytes(rows))
    parts = ((b"IHDR", header), (b"IDAT", whole[:7]), (b"IDAT", whole[7:]), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


pictures = st.tuples(st.integers(1, 20), st.integers(1, 20)).flatmap(
    lambda size: arrays(np.uint8, size, elements=st.sampled_from([0, 1, 127, 128, 129, 255]))
)


@given(pictures, st.sampled_from([1, 8]), st.data())
@settings(max_examples=60, deadline=None)
def test_masks_are_the_pixels_that_pillow_sees(pixels: Any, depth: int, data: st.DataObject) -> None:
    filters = data.draw(st.lists(st.integers(0, 4), min_size=pixels.shape[0], max_size=pixels.shape[0]))
    png = png_of(pixels, depth, filters)
    expected = np.asarray(Image.open(io.BytesIO(png)).convert("L")) > 128
    width, rows = decoded_png(png)
    assert [[bool(row >> (width - 1 - column) & 1) for column in range(width)] for row in rows] == expected.tolist()


@given(arrays(np.bool_, st.tuples(st.integers(1, 30), st.integers(1, 30))).filter(lambda on: bool(on.any())))
@settings(max_examples=40, deadline=None)
def test_our_own_masks_are_read_bit_by_bit(on: Any) -> None:
    mask = mask_from(on).model_dump(mode="json")
    held = decoded_mask(mask)
    for row in range(on.shape[0]):
        for column in range(on.shape[1]):
            assert is_on(held, (column, row)) == on[row, column]
    assert not is_on(held, None)


def test_a_bomb_of_a_mask_is_refused_before_it_is_unpacked() -> None:
    header = struct.pack(">IIBBBBB", 2**31, 2**31, 1, 0, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header + bytes(4)
    with pytest.raises(ValueError, match="no mask"):
        decoded_png(bomb)
    small = struct.pack(">IIBBBBB", 8, 8, 1, 0, 0, 0, 0)
    packed = zlib.compress(bytes(50_000_000))
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + small + bytes(4)
    bomb += struct.pack(">I", len(packed)) + b"IDAT" + packed + bytes(4) + bytes(4) + b"IEND" + bytes(4)
    with pytest.raises(ValueError, match="no mask"):
        decoded_png(bomb)


# Unpacked without a decoder


@given(
    st.tuples(st.integers(1, 16), st.integers(1, 16)).flatmap(
        lambda size: arrays(np.uint8, size, elements=st.sampled_from([0, 0, 0, 255, 128, 129]))
    ),
    st.data(),
)
@settings(max_examples=80, deadline=None)
def test_rows_that_are_unpacked_by_hand_are_those_of_pillow(pixels: Any, data: st.DataObject) -> None:
    ways = data.draw(st.lists(st.integers(0, 4), min_size=pixels.shape[0], max_size=pixels.shape[0]))
    png = png_of(pixels, 8, ways)
    with pytest.MonkeyPatch.context() as patch:
        # Filters look at the row above also where that was unpacked before.
        patch.setattr(png_parts, "_CACHED", 3 * (pixels.shape[1] + 1))
        found = unpacked(parts_of(png).stream, header_of(png))
    assert found is not None or max(ways) > 2
    if found is not None:
        whole = np.zeros_like(pixels)
        whole[found.first : found.first + len(found.rows)] = found.rows
        assert np.array_equal(whole, np.asarray(Image.open(io.BytesIO(png))))


def test_a_row_too_few_or_too_many_is_nothing_to_unpack() -> None:
    pixels = np.zeros((4, 4), np.uint8)
    header = header_of(png_of(pixels, 8, [0] * 4))
    for rows in (3, 5):
        stream = zlib.compress(bytes(5 * rows))
        assert unpacked(stream, header) is None
    assert unpacked(zlib.compress(bytes(20))[:-3], header) is None
    assert unpacked(b"", header) is None
