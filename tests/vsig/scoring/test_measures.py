"""Measures from terms, compared with the README's numbers, pandas' means, and statsmodels' clustered intervals."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import tabulate
from mindsight.text import say
from mindsight.vsig.audits.diagnoses import split_of
from mindsight.vsig.profile import Profile, load_profile
from mindsight.vsig.reporting import metrics_file
from mindsight.vsig.scoring.measures import (
    PUBLISHED,
    Pool,
    columns_of,
    item_scores,
    overall_of,
    pooled_measures,
    reading_of,
)
from mindsight.vsig.scoring.shares import Share, Shares
from vsig.grounding import ECOG, VSIG, changed, item_of, many, right, sample_of
from vsig.grounding import PUBLISHED as AS_PUBLISHED

# The README's results: Qwen3-Omni-30B-A3B-Instruct, 180 samples, 174 answers that could be read.
README = {
    "intent_grounding_accuracy": 0.07436781609195403,
    "spatial_grounding_accuracy": 0.015957446808510637,
    "temporal_grounding_accuracy": 0.0,
    "overall_score": 0.04516263145023233,
}
READ, FAILED, INTENT_SUM, TARGETS, HITS = 174, 6, 12.94, 376, 6
SIGNATURE = Signature(identity={}, environment={})


def measured(items: Sequence[Item], profile: Profile = VSIG) -> dict[str, Measure]:
    clusters = np.array([item.cluster for item in items])
    found = pooled_measures(Shares(profile, items), clusters, profile, SIGNATURE)
    return {measure.name: measure for measure in found}


def target(**fields: Any) -> dict[str, Any]:
    """Return the terms of a target that is wrong in everything and scored in everything."""
    whole = {"kind": "object", "intent": 0.0, "what": False, "where": False, "when": False, "choice": None}
    return {**whole, "window": [0.0, 10.0], "time_ms": None, **fields}


def item(
    name: str, targets: Sequence[dict[str, Any]], *, command: float = 0.0, outcome: str = "scored", **more: Any
) -> Item:
    """Return an item with these terms only."""
    failed = outcome == "infrastructure_error"
    terms = {
        "template": 1,
        "counted": not failed,
        "command": {"score": command},
        "targets": list(targets),
        "repairs": 0,
    }
    fields: dict[str, Any] = {"id": name, "instance": "", "cluster": name, "previous": "", "outcome": outcome}
    return Item(**{**fields, "status": "failed" if failed else "scored", "terms": terms, **more})


def readme_run() -> list[Item]:
    """Return a run with the sums behind the README's table: 12.94 of 174, 6 of 376, no time right."""
    counts = [2] * 147 + [3] * 26 + [4]
    assert (len(counts), sum(counts)) == (READ, TARGETS)
    hits = iter([True] * HITS + [False] * TARGETS)
    items = [
        item(f"{n:03d}", [target(where=next(hits)) for _ in range(count)], command=INTENT_SUM / READ)
        for n, count in enumerate(counts)
    ]
    lost = [target(), target()], [target()] * 3
    return items + [item(f"x{n}", lost[n % 2], outcome="parse_error") for n in range(FAILED)]


def test_the_readmes_table_comes_out_digit_for_digit_under_its_own_reading() -> None:
    metrics = metrics_file.metrics_of(Shares(AS_PUBLISHED, readme_run()), AS_PUBLISHED)
    for name, value in README.items():
        assert metrics[name] == pytest.approx(value, rel=1e-14), name
        assert metrics["as_published"][name] == pytest.approx(value, rel=1e-14), name
    assert metrics["statistics"]["total_samples"] == 180
    assert metrics["statistics"]["processed_samples"] == READ
    assert metrics["statistics"]["failed_samples"] == {"parse_error": FAILED}
    assert [name for name in metrics if name in README] == list(README)


def test_by_default_failures_count_and_a_temporal_score_of_0_was_scored() -> None:
    metrics = metrics_file.metrics_of(Shares(VSIG, readme_run()), VSIG)
    lost = 15
    assert metrics["spatial_grounding_accuracy"] == pytest.approx(HITS / (TARGETS + lost))
    assert metrics["temporal_grounding_accuracy"] == 0
    assert metrics["overall_score"] == pytest.approx(metrics["spatial_grounding_accuracy"] / 3)
    assert metrics["as_published"] == pytest.approx(README)


def test_the_overall_score_leaves_out_only_what_was_not_scored() -> None:
    assert overall_of([0.3, 0.6, 0.0]) == pytest.approx(0.3)
    assert overall_of([0.3, 0.6]) == pytest.approx(0.45)
    assert overall_of([]) is None
    silent = [item("a", [target(when=None, window=None, where=True)])]
    assert measured(silent)["vsig.temporal"].status == "not_scored"
    assert measured(silent)["vsig.temporal"].value is None
    assert measured(silent)["vsig.overall"].value == 0.5


# Against pandas and statsmodels


def targets_of(items: Sequence[Item], *, left_out: bool = False) -> Any:
    """Return all targets that count as a table of pandas."""
    pd = pytest.importorskip("pandas")
    rows = []
    for one in items:
        if one.status == "failed" or (left_out and one.outcome != "scored"):
            continue
        for place, found in enumerate(one.terms["targets"]):
            rows.append({**found, "item": one.id, "cluster": one.cluster, "place": place})
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def run() -> list[Item]:
    return [item_of(sample, answer, VSIG, status) for sample, answer, status in many(120)]


def test_pooled_scores_are_pandas_means_over_targets(run: list[Item]) -> None:
    table, found = targets_of(run), measured(run)
    timed = table[table.window.notna()]
    joint = (timed.what & timed["where"] & timed.when.astype(bool)).mean()
    expected = {
        "vsig.intent": table.intent.mean(),
        "vsig.intent_right": table.what.mean(),
        "vsig.spatial": table["where"].mean(),
        "vsig.spatial_object": table[table.kind == "object"]["where"].mean(),
        "vsig.spatial_space": table[table.kind == "space"]["where"].mean(),
        "vsig.temporal": timed.when.astype(float).mean(),
        "vsig.joint": joint,
        "vsig.choice": table.choice.astype(float).mean(),
    }
    for tolerance in (100, 250, 500):
        begin, end = timed.window.str[0] - tolerance, timed.window.str[1] + tolerance
        expected[f"vsig.temporal_{tolerance}"] = timed.time_ms.astype(float).between(begin, end).mean()
    expected["vsig.overall"] = np.mean([expected[f"vsig.{name}"] for name in ("intent", "spatial", "temporal")])
    for name, value in expected.items():
        assert found[name].value == pytest.approx(float(value)), name
    assert found["vsig.spatial"].n == len(table)
    assert found["vsig.temporal"].n == len(timed)


def test_scores_as_published_leave_the_unread_out(run: list[Item]) -> None:
    table, found = targets_of(run, left_out=True), measured(run)
    timed = table[table.window.notna()]
    read = [one for one in run if one.outcome == "scored"]
    expected = {
        "intent": np.mean([one.terms["command"]["score"] for one in read]),
        "spatial": table["where"].mean(),
        "temporal": timed.when.astype(float).mean(),
    }
    for name, value in expected.items():
        assert found[f"vsig.{name}_as_published"].value == pytest.approx(float(value))
    assert found["vsig.overall_as_published"].value == pytest.approx(float(np.mean(list(expected.values()))))


def test_means_over_samples_are_pandas_means_of_means(run: list[Item]) -> None:
    names = [kind.name for kind in columns_of(VSIG)]
    table = tabulate(run, names, lambda one: item_scores(one, VSIG))
    targets = targets_of(run)
    own = targets.groupby("item")
    assert np.nanmean(table.column("vsig.spatial_macro")) == pytest.approx(own["where"].mean().mean())
    assert np.nanmean(table.column("vsig.intent_macro")) == pytest.approx(own.intent.mean().mean())
    timed = targets[targets.window.notna()]
    expected = timed.assign(when=timed.when.astype(float)).groupby("item").when.mean().mean()
    assert np.nanmean(table.column("vsig.temporal_macro")) == pytest.approx(expected)
    # Infrastructure errors have no score at all, unlike unreadable answers.
    lost = [n for n, status in enumerate(table.statuses) if status == "failed"]
    assert lost
    assert np.isnan(np.array([table.column(name)[lost] for name in names])).all()


@pytest.mark.parametrize(
    ("name", "field"), [("vsig.intent", "intent"), ("vsig.spatial", "where"), ("vsig.temporal", "when")]
)
def test_intervals_are_statsmodels_cluster_robust_ones_over_recordings(run: list[Item], name: str, field: str) -> None:
    api = pytest.importorskip("statsmodels.api")
    table = targets_of(run)
    table = table[table.window.notna()] if field == "when" else table
    y = table[field].astype(float).to_numpy()
    groups = np.unique(table.cluster, return_inverse=True)[1]
    fit = api.OLS(y, np.ones_like(y)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}, use_t=True
    )
    low, high = fit.conf_int(0.05)[0]
    found = measured(run)[name]
    assert isinstance(found.interval, Interval)
    assert (found.value, found.interval.low, found.interval.high) == pytest.approx((fit.params[0], low, high))
    # Half of the recordings hold two samples: treated as independent they would give too narrow intervals.
    assert len(set(groups.tolist())) < len(set(table.item))


def test_one_recording_has_no_interval_and_two_have_one() -> None:
    items = [item_of(s.model_copy(update={"recording": "r"}), a, VSIG, "scored") for s, a, _ in many(6)]
    assert all(measure.interval is None for measure in measured(items).values())
    items[0] = items[0].model_copy(update={"cluster": "other"})
    assert measured(items)["vsig.spatial"].interval is not None


# The whole of a run


def test_right_answers_score_1_in_everything_and_silence_0() -> None:
    samples = [sample_of(template, str(template)) for template in range(1, 7)]
    perfect = measured([item_of(sample, right(sample)) for sample in samples])
    assert {name: measure.value for name, measure in perfect.items()} == {
        **dict.fromkeys(perfect, 1.0),
        "vsig.not_sure": 0.0,
    }
    silent = measured([item_of(sample, None, VSIG, "parse_error") for sample in samples])
    for name, measure in silent.items():
        assert measure.value == (None if name.endswith("_as_published") else 0.0), name


def test_the_successors_scores_of_a_run_are_means_over_its_samples() -> None:
    samples = [sample_of(template, str(template)) for template in range(1, 7)]
    answers = [changed(right(sample), 0, choice="Z") for sample in samples]
    for n, sample in enumerate(samples):
        for place, one in enumerate(sample.targets):
            assert one.stroke is not None
            answers[n] = changed(answers[n], place, time_ms=one.stroke[0])
    items = [item_of(s, a, ECOG) for s, a in zip(samples, answers, strict=True)]
    items.append(item_of(sample_of(2, "9"), None, ECOG, "parse_error"))
    table = tabulate(items, [kind.name for kind in columns_of(ECOG)], lambda one: item_scores(one, ECOG))
    found = {name: float(np.nanmean(table.column(name))) for name in table.columns}
    # The first option of each sample is wrong: of K = 1, 1, 2, 2, 3, 4 referents 0, 0, 1, 1, 2, 3 are right.
    rest = (0 + 0 + 1 / 2 + 1 / 2 + 2 / 3 + 3 / 4 + 0) / 7
    assert found["ecog.acc_cls"] == pytest.approx(rest)
    assert found["ecog.acc_s"] == found["ecog.acc_t"] == pytest.approx(6 / 7)
    assert found["ecog.acc_eco"] == pytest.approx(rest)
    assert found["ecog.acc_seq"] == 0
    assert measured(items, ECOG) == {}
    metrics = metrics_file.metrics_of(Shares(ECOG, items), ECOG)
    assert metrics["acc_cls"] == pytest.approx(rest)
    assert metrics["instruction_breakdown"]["指令6"] == pytest.approx(
        {"acc_cls": 0.75, "acc_s": 1, "acc_t": 1, "acc_eco": 0.75, "acc_seq": 0, "count": 1}
    )


def test_only_what_only_where_only_when() -> None:
    sample = sample_of(6)
    answer = changed(right(sample), 0, description="黄色便签")
    answer = changed(answer, 1, point=(0.99, 0.01))
    answer = changed(answer, 2, time_ms=10.0)
    targets = item_of(sample, answer).terms["targets"]
    assert Counter(map(split_of, targets)) == {"joint": 1, "what": 1, "where": 1, "when": 1}
    worse = item_of(sample, changed(answer, 0, description="", point=None)).terms["targets"]
    assert Counter(map(split_of, worse)) == {"joint": 1, "where": 1, "when": 1, "more": 1}
    # Where times are not scored, nothing can fail alone.
    assert set(map(split_of, item_of(sample_of(1), right(sample_of(1))).terms["targets"])) == {None}


@given(st.permutations(range(24)))
@settings(max_examples=10, deadline=None)
def test_the_order_in_which_items_ended_changes_no_bit(order: list[int]) -> None:
    items = [item_of(*pair[:2], VSIG, pair[2]) for pair in _SOME]
    assert measured([items[n] for n in order]) == measured(items)


_SOME = many(24)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda p: Share(min(p), max(p))), max_size=9))
@settings(max_examples=40, deadline=None)
def test_linearised_values_have_the_pooled_value_as_their_mean(shares: list[Share]) -> None:
    targets = [[target(where=n < s.part) for n in range(int(s.whole))] for s in shares]
    pool = Pool.of([item(str(n), own) for n, own in enumerate(targets)], VSIG)
    whole = sum(share.whole for share in shares)
    if whole:
        value = sum(share.part for share in shares) / whole
        assert np.mean(pool.linearised("spatial")) == pytest.approx(value)
    else:
        assert all(map(math.isnan, pool.linearised("spatial")))


def test_metrics_of_a_run_without_scores_are_null_and_never_0() -> None:
    lost = [item_of(sample_of(2), None, VSIG, "infrastructure_error")]
    metrics = metrics_file.metrics_of(Shares(VSIG, lost), VSIG)
    assert [metrics[key] for key in README] == [None] * 4
    assert metrics["statistics"]["failed_samples"] == {"infrastructure_error": 1}
    assert b"null" in metrics_file.page(metrics)


def test_the_published_reading_is_that_of_its_profile() -> None:
    assert reading_of(load_profile("vsig-as-published/1")) == PUBLISHED


def test_endings_have_texts_in_either_language() -> None:
    counts = {"failed_samples": {"parse_error": 5, "refused": 3, "of another version": 1}}
    said = metrics_file.heading({"statistics": {"total_samples": 36, "processed_samples": 27, **counts}})
    assert say(said, "en").endswith("others: could not be read: 5, refused by the model: 3, of another version: 1")
    assert "parse_error" not in say(said, "zh")
    none: dict[str, int] = {}
    clean = {"statistics": {"total_samples": 1, "processed_samples": 1, "failed_samples": none}}
    assert say(metrics_file.heading(clean), "en").endswith("others: 0")
