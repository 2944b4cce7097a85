"""The standalone checker on classification runs: it recomputes every number, and names what was forged in a resealed run."""

import itertools
import random
import shutil
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
from mindsight.album.classification.formulas import Counts, Reading, cases, intervals, match_clusters, rates
from mindsight.album.classification.scoring import tie_break
from mindsight.album.suite import rescore
from mindsight.checker.album.clusters import matched_clusters
from mindsight.checker.album.rates import rates_of
from mindsight.checker.album.resamples import STANDARD_ERRORS, binomial, borne_out, resampled_rates
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


@pytest.mark.parametrize("change", [1e-6, -1e-6, 5.0])
def test_every_changed_value_is_named(change: float, run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    names = [measure["name"] for measure in results["measures"]]
    for measure in results["measures"]:
        measure["value"] += change
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    found = sentences(run)
    for name in names:
        assert any(sentence.startswith(f"results.json: {name}.value is") for sentence in found), name


@pytest.mark.parametrize(
    "change",
    [
        lambda low, high: (low + 0.5 * (high - low), high),
        lambda low, high: (low, high - 0.5 * (high - low)),
        lambda low, high: (low, high + 0.3 * (high - low)),
        lambda low, high: (high, low),
    ],
)
def test_an_interval_that_no_bootstrap_gives_is_named(change: Callable[[float, float], Any], run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    forged = []
    for measure in results["measures"]:
        interval = measure["interval"]
        if interval is not None and measure["name"] != "album.accuracy" and interval["low"] > 0:
            interval["low"], interval["high"] = change(interval["low"], interval["high"])
            forged.append(measure["name"])
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    found = sentences(run)
    assert "album.macro_f1" in forged
    for name in forged:
        assert any(f"{name}.interval is" in sentence for sentence in found), name


def test_an_interval_that_was_removed_or_renamed_is_named(run: Path) -> None:
    results = trial.read_page(run, RESULTS)
    for measure in results["measures"]:
        if measure["name"] == "album.macro_f1":
            measure["interval"] = None
        if measure["name"] == "album.macro_recall":
            measure["interval"]["level"] = 0.99
    trial.write_page(run, RESULTS, results)
    trial.reseal(run)
    found = sentences(run)
    for name in ("macro_f1", "macro_recall"):
        assert any(f"album.{name}.interval is" in sentence for sentence in found)


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("plan", "classes", [["hat", 14], ["shirt", 12]]),
        ("plan", "class_names", []),
        ("identity", "n", 3),
    ],
)
def test_a_manifest_that_says_otherwise_than_the_kit_is_named(part: str, field: str, value: Any, run: Path) -> None:
    manifest = trial.read_page(run, "manifest.json")
    manifest[part][field] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    assert any(f"{part}.{field}" in sentence for sentence in sentences(run))


@pytest.mark.parametrize("field", ["classes", "class_names", "class_map", "answers", "draws", "profile"])
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


def as_rows(counts: Counts) -> list[dict[int, int]]:
    last = counts.shape[1] - 1
    return [{-1 if j == last else j: int(n) for j, n in enumerate(row) if n} for row in counts]


@given(tables(), st.sampled_from(["zero", "one", "left_out"]), st.sampled_from(["mean_of_f1", "f1_of_means"]))
def test_both_compute_the_same_rates(counts: Counts, zero: Any, macro: Any) -> None:
    ours = rates(cases(counts), Reading(zero_division=zero, macro=macro))
    theirs = rates_of(as_rows(counts), counts.shape[1] - 1, {"zero_division": zero, "macro": macro})
    for (rate, place), value in theirs.items():
        own = getattr(ours, rate)
        own = float(own if place is None else own[place])
        assert own == pytest.approx(float("nan") if value is None else value, abs=1e-12, nan_ok=True)


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


@pytest.mark.parametrize(
    ("trials", "probability"), [(12, 0.3), (40, 0.97), (500, 0.01), (5_000, 0.4), (1_000_000, 1e-5)]
)
def test_binomial_numbers_have_their_mean_and_spread(trials: int, probability: float) -> None:
    chance = random.Random(2)
    drawn = [binomial(trials, probability, chance) for _ in range(4_000)]
    deviation = (trials * probability * (1 - probability)) ** 0.5
    assert min(drawn) >= 0
    assert max(drawn) <= trials
    assert np.mean(drawn) == pytest.approx(trials * probability, abs=5 * deviation / 4_000**0.5)
    assert np.std(drawn) == pytest.approx(deviation, rel=0.08)


@pytest.mark.slow
def test_no_honest_interval_is_refused() -> None:
    """Of some thousand intervals of tables large and small, the checker's own resamples bear out every one."""
    rng = np.random.default_rng(11)
    profile = {"zero_division": "zero", "macro": "mean_of_f1"}
    ends = 0
    for size, _ in itertools.product((11, 30, 400, 20_000), range(12)):
        counts = np.stack([rng.multinomial(size, rng.dirichlet(np.full(5, 0.4))) for _ in range(4)])
        found = intervals(counts, rng, draws=10_000)
        assert found is not None
        drawn = resampled_rates(as_rows(counts), 4, profile, 10_000)
        assert drawn is not None
        slack = STANDARD_ERRORS * (0.025 * 0.975 * (1 / len(drawn) + 1 / 10_000)) ** 0.5
        estimates = rates(cases(counts))
        for rate, place in drawn[0]:
            value, low, high = (
                float(one if place is None else one[place]) for one in (getattr(of, rate) for of in (estimates, *found))
            )
            replicates = sorted(one[rate, place] for one in drawn if one[rate, place] is not None)
            if np.isnan(low) or not replicates:
                assert not replicates or np.isnan(low)
                continue
            stated = {"low": low, "high": high, "level": 0.95}
            assert borne_out(replicates, value, stated, 1.0, slack), (counts, rate, place)
            ends += 2
    assert ends > 1_000
