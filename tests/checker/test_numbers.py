"""The checker computes everything again by itself: its numbers and those of the suite must be the same."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mindsight.album.enhancement.formulas import PairTerms, pair_terms
from mindsight.album.enhancement.scoring import item_scores
from mindsight.album.profile import EnhancementProfile, load_profile
from mindsight.checker.checking import KINDS
from mindsight.checker.statistics import summarise, t_quantile
from mindsight.record.model import Item, Signature
from mindsight.record.scores import MeasureKind, ScoreTable, measure

SIGNATURE = Signature(identity={}, environment={})


@st.composite
def pairs(draw: st.DrawFn) -> dict[str, int]:
    """Terms of two random pictures, tiled to the size of a large photograph."""
    size = draw(st.integers(1, 40))
    bytes_ = st.binary(min_size=size, max_size=size)
    noise = draw(st.sampled_from((0, 1, 8, 255)))
    reference = np.frombuffer(draw(bytes_), np.uint8)
    output = np.clip(reference.astype(int) + np.frombuffer(draw(bytes_), np.uint8).astype(int) % (noise + 1), 0, 255)
    terms = pair_terms(reference.reshape(1, -1), output.astype(np.uint8).reshape(1, -1))
    tiles = draw(st.sampled_from((1, 7, 10**7)))
    return PairTerms(*(value * tiles for value in terms[:-1]), terms.peak)._asdict()


windowed = st.none() | st.floats(-1, 1).map(lambda value: round(value, 6))


def item(terms: dict[str, Any]) -> dict[str, Any]:
    head = {"id": "0001", "instance": "", "cluster": "1", "status": "scored", "outcome": "scored", "previous": ""}
    return {**head, "terms": terms}


@pytest.mark.parametrize("peak", ["reference", "full"])
@pytest.mark.parametrize("normative_only", [False, True])
@settings(max_examples=200, deadline=None)
@given(st.none() | pairs(), pairs(), windowed, windowed)
def test_formulas_agree_with_the_suite(
    peak: str,
    normative_only: bool,
    output: dict[str, int] | None,
    own: dict[str, int],
    first: float | None,
    second: float | None,
) -> None:
    terms: dict[str, Any] = {"output": output, "input": own}
    if not normative_only:
        terms |= {"windowed": first if output else None, "windowed_input": second}
    profile = EnhancementProfile.model_validate({**load_profile().model_dump(), "peak": peak})
    ours = item_scores(Item.model_validate(item(terms)), profile=profile)
    plan = {"profile": profile.model_dump(), "normative_only": normative_only}
    theirs = KINDS["album.enhancement"].scores(item(terms), {"plan": plan})
    assert theirs.keys() == {"album.psnr", "album.ssim"}
    for name, score in theirs.items():
        expected = ours[name]
        if score is None or expected is None:
            assert score is expected
        else:
            assert score == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("freedom", [*range(1, 60), 99, 100, 999, 1000, 4999])
def test_the_quantile_of_students_t(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-10)


score = st.none() | st.floats(-1e6, 1e6) | st.sampled_from((math.inf, -math.inf, 0.0, 100.0))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcdefg"), score), max_size=40))
def test_summaries_agree_with_the_record(rows: list[tuple[str, float | None]]) -> None:
    clusters = [cluster for cluster, _ in rows]
    column = np.array([math.nan if value is None else value for _, value in rows], dtype=np.float64)
    words = [""] * len(rows)
    table = ScoreTable([str(n) for n in range(len(rows))], clusters, words, words, {"m": column})
    expected = measure(MeasureKind("m", "1", "points"), table, SIGNATURE).model_dump()
    scores, numbers = [value for _, value in rows], list(dict.fromkeys(clusters))
    found = summarise(clusters, scores)
    assert summarise([numbers.index(cluster) for cluster in clusters], scores) == found
    assert (found["status"], found["n"]) == (expected["status"], expected["n"])
    if expected["value"] is None or found["value"] is None:
        assert found["value"] is expected["value"]
    else:
        assert found["value"] == pytest.approx(expected["value"], rel=1e-9, abs=1e-9)
    if expected["interval"] is None:
        assert found["interval"] is None
    else:
        size = max(abs(expected["interval"]["low"]), abs(expected["interval"]["high"]), 1)
        for field, value in found["interval"].items():
            assert value == pytest.approx(expected["interval"][field], rel=1e-9, abs=1e-9 * size)


def test_an_interval_ends_where_the_range_does() -> None:
    scores = np.array([0.0, 100.0, 100.0])
    table = ScoreTable(["1", "2", "3"], ["a", "b", "c"], [""] * 3, [""] * 3, {"m": scores})
    found = measure(MeasureKind("m", "1", "points", 0.0, 100.0), table, SIGNATURE).interval
    assert found is not None
    assert (found.low, found.high) == (0.0, 100.0)
    recomputed = summarise(["a", "b", "c"], [0.0, 100.0, 100.0], 0.0, 100.0)["interval"]
    assert (recomputed["low"], recomputed["high"]) == (0.0, 100.0)
