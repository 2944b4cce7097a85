"""The standalone checker on classification runs: it recomputes Macro-F1, and names what was forged in a resealed run."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from album.classes import class_kit, classify, truth, write_answers
from mindsight import checker
from mindsight.album.classification.formulas import Counts, Reading, cases, match_clusters, rates
from mindsight.album.classification.scoring import tie_break
from mindsight.checker.album.classification import macro_f1, matched_clusters
from mindsight.kinds import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from mindsight.report import write_report
from record import trial

SIZES = {"hat": 14, "shirt": 12, "shoes": 13}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classified")
    kit = class_kit(folder / "kit", SIZES, names={"hat": ("帽子", None)})
    chance = random.Random(5)
    words = {"hat": "帽子", "shirt": "Shirt", "shoes": "sneakers"}
    answers = {
        number: words[own if chance.random() < 0.6 else chance.choice(["hat", "shirt", "shoes"])]
        for number, own in truth(kit).items()
    }
    answers |= dict(zip(sorted(answers), ("people", "", "people|hat"), strict=False))
    subject = f"folder:{write_answers(folder / 'a.csv', answers)}"
    run = classify(kit, folder / "run", subject, class_map=(("sneakers", "shoes"),))
    write_report(run)
    return run.path


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def sentences(run: Path) -> list[str]:
    return [finding.say() for finding in checker.check(str(run))[0]]


def forge(run: Path, change: Callable[[dict[str, Any]], object]) -> list[str]:
    """Change items, let everything follow from them as a forger who owns the program would, and check."""
    items = trial.read_lines(run)
    for item in items:
        change(item)
    trial.rechain(run, items)
    table, results = rescore(RunFolder.open(run))
    (run / SCORES).write_bytes(to_csv(table))
    trial.write_page(run, RESULTS, results.model_dump(mode="json"))
    trial.reseal(run)
    return sentences(run)


def test_an_honest_run_agrees(made: Path) -> None:
    assert sentences(made) == []
    names = {measure["name"] for measure in trial.read_page(made, RESULTS)["measures"]}
    assert {"album.macro_f1", "album.accuracy", "album.f1.hat", "album.precision.shoes"} <= names


def first(items: list[dict[str, Any]], outcome: str) -> dict[str, Any]:
    return next(item for item in items if item["outcome"] == outcome)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        # Right by the terms, but not by what the product said.
        ({"terms.labels": [{"class": "hat"}], "terms.actual": "hat", "outcome": "right"}, "labels"),
        ({"terms.actual": "trousers"}, "actual"),
        ({"outcome": "right"}, "status and outcome"),
        ({"outcome": "scored"}, "status and outcome"),
        ({"status": "failed", "error": {"message": "lost", "args": {}}}, "status and outcome"),
        ({"answer": {}}, "answer.sha256"),
    ],
)
def test_forged_items_are_named(change: dict[str, Any], named: str, run: Path) -> None:
    items = trial.read_lines(run)
    wrong = first(items, "wrong")["id"]

    def forged(item: dict[str, Any]) -> None:
        if item["id"] == wrong:
            for path, value in change.items():
                place, _, name = path.rpartition(".")
                (item[place] if place else item)[name] = value

    try:
        found = forge(run, forged)
    except KeyError:  # our own arithmetic refuses a class that is not tested
        trial.reseal(run)
        found = sentences(run)
    assert any(wrong in sentence and named in sentence for sentence in found), found


def test_another_actual_class_is_held_against_the_kit(run: Path) -> None:
    def forged(item: dict[str, Any]) -> None:
        if item["outcome"] == "wrong":
            item["terms"]["actual"], item["outcome"] = item["terms"]["labels"][0]["class"], "right"

    found = forge(run, forged)
    assert found
    assert all("actual" in sentence for sentence in found)


@pytest.mark.parametrize(("field", "change"), [("value", 1e-6), ("value", -1e-6), ("value", 5.0), ("n", 1)])
def test_macro_f1_is_recomputed(field: str, change: float, run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    next(one for one in results["measures"] if one["name"] == "album.macro_f1")[field] += change
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    (sentence,) = sentences(run)
    assert sentence.startswith(f"results.json: album.macro_f1.{field} is")


def test_macro_f1_has_to_be_there(run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    results["measures"] = [one for one in results["measures"] if one["name"] != "album.macro_f1"]
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    assert sentences(run) == ["results.json: album.macro_f1 is missing, the items' terms give it"]


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("identity", "n", 3),
        ("identity", "data", "sha256-0"),
        ("plan", "profile", {}),
    ],
)
def test_a_manifest_that_says_otherwise_than_the_kit_is_named(part: str, field: str, value: Any, run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest[part][field] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert any(f"{part}.{field}" in sentence for sentence in sentences(run))


@pytest.mark.parametrize(("field", "value"), [("classes", [["hat", 14], ["shirt", 12]]), ("class_names", [])])
def test_fewer_classes_or_names_than_the_items_have_are_met(field: str, value: Any, run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"][field] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert sentences(run)


@pytest.mark.parametrize("field", ["classes", "class_names", "class_map", "answers", "profile"])
@pytest.mark.parametrize("value", [None, "x", [["x"]]])
def test_a_plan_of_any_shape_is_met_with_findings_and_no_crash(field: str, value: Any, run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest["plan"][field] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert sentences(run) != []


# The checker's own arithmetic against the suite's


@st.composite
def tables(draw: st.DrawFn) -> Counts:
    classes = draw(st.integers(1, 4))
    return draw(arrays(np.int64, (classes, classes + draw(st.integers(1, 3))), elements=st.integers(0, 7)))


@given(tables(), st.sampled_from(["zero", "one", "left_out"]), st.sampled_from(["mean_of_f1", "f1_of_means"]))
def test_both_compute_the_same_macro_f1(counts: Counts, zero: Any, macro: Any) -> None:
    ours = rates(cases(counts), Reading(zero_division=zero, macro=macro)).macro_f1
    last = counts.shape[1] - 1
    pairs = [(i, None if j == last else j) for i, j in np.ndindex(*counts.shape) for _ in range(counts[i, j])]
    theirs = macro_f1(Counter(pairs), list(range(last)), {"zero_division": zero, "macro": macro})
    assert float(ours) == pytest.approx(float("nan") if theirs is None else theirs, abs=1e-12, nan_ok=True)


@settings(deadline=None)
@given(arrays(np.int64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(0, 4)))
def test_both_match_clusters_alike(counts: Counts) -> None:
    identities, clusters = [f"i{i}" for i in range(counts.shape[0])], [f"c{j}" for j in range(counts.shape[1])]
    items = [
        {"actual": identities[i], "labels": [{"cluster": clusters[j]}]}
        for i, j in np.ndindex(*counts.shape)
        for _ in range(counts[i, j])
    ]
    there = sorted({item["labels"][0]["cluster"] for item in items})
    kept = counts[:, [clusters.index(name) for name in there]]
    ties = np.array([[tie_break(one, other) for other in there] for one in identities], np.int64).reshape(kept.shape)
    ours = {name: identities[i] for name, i in zip(there, match_clusters(kept, ties), strict=True) if i >= 0}
    assert matched_clusters(items, identities, "top") == ours
