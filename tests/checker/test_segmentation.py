"""What somebody would change in the record of a segmentation is named, however well it is chained and sealed."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from album.masked import mask_kit, mask_of, segment
from mindsight import checker
from mindsight.album.kits.pictures import encode_png
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.formulas import THRESHOLDS, mask_terms, output_terms
from mindsight.album.segmentation.kit import stored
from mindsight.album.segmentation.scoring import item_scores, stored_terms
from mindsight.checker.album.segmentation import masks_are_possible, segmentation_doubts, segmentation_scores
from mindsight.kinds import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.model import Item
from mindsight.record.scores import to_csv
from mindsight.report import write_report
from record import trial

Items = list[dict[str, Any]]
Change = Callable[[Items], object]


@pytest.fixture(scope="module")
def segmented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run of five items: four scored, one missing. Not to be changed."""
    base = tmp_path_factory.mktemp("segmented")
    kit, outputs = mask_kit(base / "kit", 5), base / "outputs"
    outputs.mkdir()
    for number in (1, 2, 3, 4):
        soft = np.roll(mask_of(number), number, axis=1) // 255 * (250 - 20 * number)
        (outputs / f"000{number}.png").write_bytes(encode_png(soft.astype(np.uint8)))
    made = segment(kit, base / "run", f"folder:{outputs}", conventions=Conventions(mask_from="mask"))
    write_report(made)
    return made.path


@pytest.fixture
def run(segmented: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(segmented, tmp_path / "run"))


def found(run: Path) -> list[tuple[Any, ...]]:
    """Return the findings: key, item if any, field if any."""
    findings = checker.check(str(run))[0]
    for finding in findings:
        assert all(finding.say(language).isprintable() for language in ("en", "zh"))
    return [tuple(v for v in (f.key, f.values.get("found"), f.values.get("field")) if v is not None) for f in findings]


def with_items(run: Path, change: Change) -> list[tuple[Any, ...]]:
    """Change the items, give them the numbers that mindsight would give them, and seal all of it."""
    items = trial.read_lines(run)
    change(items)
    trial.rechain(run, items)
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)
    return found(run)


def counts(items: Items, step: str = "128", item: int = 1) -> dict[str, int]:
    at: dict[str, int] = items[item]["terms"]["output"]["counts"][step]
    return at


def greys(items: Items) -> dict[str, int]:
    sums: dict[str, int] = items[1]["terms"]["output"]["greys"]
    return sums


def shift(values: dict[str, int], **by: int) -> None:
    for name, step in by.items():
        values[name] += step


def test_nothing_changed_is_nothing_found(run: Path) -> None:
    assert with_items(run, lambda _: None) == []


TERMS: dict[str, Change] = {
    "a hit more": lambda items: shift(counts(items), tp=1),
    "a hit for a miss": lambda items: shift(counts(items), tp=5, fn=-5),
    "a right pixel for a wrong one": lambda items: shift(counts(items), fp=-5, tn=5),
    "at another threshold": lambda items: shift(counts(items, "1"), fp=-5, tn=5),
    "all of them negative": lambda items: shift(counts(items), tp=-10_000, fn=10_000),
    "a band that is not there": lambda items: shift(counts(items), tn=-5, border_out=5),
    "too much overlap": lambda items: shift(greys(items), least=50_000),
    "too little difference": lambda items: shift(greys(items), most=-100_000),
    "a sum in no band": lambda items: shift(greys(items), border=1),
}


@pytest.mark.parametrize("name", TERMS)
def test_terms_that_no_masks_have(run: Path, name: str) -> None:
    assert with_items(run, TERMS[name]) == [("masks", "0002", "output")]


@pytest.mark.parametrize(
    "change",
    [
        lambda items: counts(items).update(tp=1.5),
        lambda items: items[1]["terms"]["output"]["counts"].pop("64"),
        lambda items: items[1]["terms"]["output"].pop("greys"),
        lambda items: items[1]["terms"].update(mask=None),
        lambda items: items[1].update(terms={}),
    ],
)
def test_terms_that_are_none(run: Path, change: Change) -> None:
    items = trial.read_lines(run)
    change(items)
    trial.rechain(run, items)
    trial.reseal(run)
    assert {("masks", "0002", "output"), ("terms", "0002")} & set(found(run))


def test_another_mask_than_the_kits(run: Path) -> None:
    def change(items: Items) -> None:
        mask = items[4]["terms"]["mask"]
        mask["objects"] = {step: count - 1 for step, count in mask["objects"].items()}
        mask["grey"] -= 255

    assert with_items(run, change) == [("given", "0005", "mask_terms")]


def test_a_mask_that_there_cannot_be(run: Path) -> None:
    findings = with_items(run, lambda items: items[4]["terms"]["mask"].update(grey=1))
    assert set(findings) == {("masks", "0005", "mask"), ("given", "0005", "mask_terms")}


@pytest.mark.parametrize(
    ("place", "values"),
    [
        (0, {"status": "failed", "outcome": "missing", "error": {"message": "x", "args": {}}}),
        (0, {"outcome": "exact"}),
        (4, {"status": "scored", "outcome": "scored", "error": None, "answer": {"sha256": "0" * 64}}),
    ],
)
def test_a_status_that_does_not_fit_the_terms(run: Path, place: int, values: dict[str, Any]) -> None:
    assert ("fate", f"000{place + 1}") in with_items(run, lambda items: items[place].update(values))


def test_another_items_picture(run: Path) -> None:
    assert with_items(run, lambda items: items[0].update(media=items[1]["media"])) == [
        ("item_disagrees", "0001", "media.output")
    ]


@pytest.mark.parametrize("name", ["album.iou", "album.pixel_accuracy"])
@pytest.mark.parametrize("field", ["value", "interval"])
def test_a_measure_that_does_not_follow_from_the_items(run: Path, name: str, field: str) -> None:
    results = trial.read_page(run, RESULTS)
    measure = next(one for one in results["measures"] if one["name"] == name)
    measure[field] = None if field == "interval" else measure["value"] + 0.01
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert ("measure", f"{name}.{field}") in found(run)


def test_another_score_in_the_table_of_scores(run: Path) -> None:
    scores = (run / SCORES).read_text().splitlines(keepends=True)
    cells = scores[2].split(",")
    cells[4] = "99.0"
    scores[2] = ",".join(cells)
    (run / SCORES).write_text("".join(scores))
    trial.reseal(run)
    assert ("scores",) in found(run)


@pytest.mark.parametrize(
    ("field", "value"),
    [("identity.n", 31), ("identity.data", "sha256-0"), ("identity.profile_hash", "sha256-0")],
)
def test_what_the_manifest_says_otherwise_than_the_kit(run: Path, field: str, value: Any) -> None:
    manifest = trial.read_page(run, "manifest.json")
    part, _, name = field.partition(".")
    manifest[part][name] = value
    trial.write_page(run, "manifest.json", manifest)
    results = trial.read_page(run, RESULTS)
    for measure in results["measures"]:
        measure["signature"]["identity"] = manifest["identity"]
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert ("disagrees", field) in found(run)


# Two judges, one verdict


masks = st.tuples(st.integers(1, 12), st.integers(1, 12)).flatmap(
    lambda size: st.tuples(*(arrays(np.uint8, size, elements=st.integers(0, 255)) for _ in range(2)))
)


def item_of(pair: Any, undecided: int | None) -> dict[str, Any]:
    truth, output = pair
    terms = output_terms(truth, output, THRESHOLDS, undecided=undecided)
    mask = stored(mask_terms(truth, THRESHOLDS, undecided=undecided))
    return {"status": "scored", "outcome": "scored", "terms": stored_terms(mask, terms), "answer": {"sha256": "x"},
            "parsed": {"width": truth.shape[1], "height": truth.shape[0]}}  # fmt: skip


@given(masks, st.sampled_from([None, 7, 128]), st.sampled_from(["background", "foreground", "left_out"]))
@settings(max_examples=200, deadline=None)
def test_masks_of_any_kind_are_possible_and_score_what_the_suite_says(
    pair: Any, undecided: int | None, border: str
) -> None:
    if undecided is not None and (pair[0] == undecided).all():
        return
    found = item_of(pair, undecided)
    profile = load_profile(kind="segmentation").model_copy(update={"border": border})
    manifest = {"plan": {"profile": profile.model_dump(), "normative_only": False, "placement": "whole"}}
    size = {side: found["parsed"][side] for side in ("width", "height")}
    assert list(segmentation_doubts(found, {"mask": size, "mask_terms": found["terms"]["mask"]}, manifest)) == []
    item = Item(
        id="0001", instance="", cluster="0001", status="scored", outcome="scored", terms=found["terms"], previous=""
    )
    expected = item_scores(item, profile=profile)
    ours = segmentation_scores(found, manifest)
    assert set(ours) == {"album.pixel_accuracy", "album.iou"}
    for name, value in ours.items():
        assert value == pytest.approx(expected[name], abs=1e-12)


@given(masks, st.sampled_from(THRESHOLDS), st.sampled_from(["tp", "fp", "fn", "tn"]), st.integers(-3, 3))
@settings(max_examples=200, deadline=None)
def test_a_count_that_was_changed_alone_is_never_possible(pair: Any, step: int, name: str, by: int) -> None:
    item = item_of(pair, None)
    item["terms"]["output"]["counts"][str(step)][name] += by
    mask = item["terms"]["mask"]
    objects = {int(key): count for key, count in mask["objects"].items()}
    assert masks_are_possible(mask, item["terms"]["output"], objects) == (by == 0)
