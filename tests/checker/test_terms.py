"""What no pictures can have is named: the checker's bounds, those of the album suite, and pictures to try both on."""

import itertools
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.album.enhancement.formulas import PairTerms, check_terms, pair_terms
from mindsight.checker.album.enhancement import PAIR_SUMS, pair_is_possible
from mindsight.kinds import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from record import trial


def of(reference: list[int], output: list[int]) -> dict[str, int]:
    pictures = (np.array(values, np.uint8).reshape(1, -1) for values in (reference, output))
    return pair_terms(*pictures)._asdict()


def accepted(terms: dict[str, int]) -> bool:
    """Say whether terms are taken for those of pictures; both who judge must agree."""
    try:
        check_terms(terms)
        ours = True
    except ValueError:
        ours = False
    assert pair_is_possible(terms) is ours
    return ours


levels = st.integers(0, 255) | st.sampled_from((0, 1, 254, 255))


@st.composite
def pictures(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    size = draw(st.integers(1, 30))
    reference, output = (draw(st.lists(levels, min_size=size, max_size=size)) for _ in range(2))
    if draw(st.booleans()):
        output = [min(255, value + draw(st.integers(0, 2))) for value in reference]
    return reference, output


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(pictures())
def test_terms_of_pictures_are_always_possible(pair: tuple[list[int], list[int]]) -> None:
    assert accepted(of(*pair))


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(pictures(), st.sampled_from(PairTerms._fields), st.integers(-300, 300) | st.integers(-(10**30), 10**30))
def test_both_judges_agree_on_changed_terms(pair: tuple[list[int], list[int]], field: str, change: int) -> None:
    terms = of(*pair)
    accepted({**terms, field: terms[field] + change})


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(pictures(), st.data())
def test_each_bound_is_kept(pair: tuple[list[int], list[int]], data: st.DataObject) -> None:
    terms = of(*pair)
    n, peak, error = terms["pixels"], terms["peak"], terms["squared_error"]
    x, xx, y, yy = (terms[name] for name in PAIR_SUMS)
    beyond = {
        "sum ≤ peak · n": {"sum_reference": peak * n + 1},
        "sum of squares ≤ peak · sum": {"squares_reference": peak * x + 1},
        "peak² ≤ sum of squares": {"peak": int(xx**0.5) + 1},
        "sum² ≤ n · sum of squares": {"squares_output": (y * y - 1) // n if y else -1},
        "sum of squares ≤ 255 · sum": {"squares_output": 255 * y + 1},
        "sum ≥ 0": {"sum_output": -1},
        "peak ≤ 255": {"peak": 256},
        "n > 0": {"pixels": 0},
        "error ≥ 0": {"squared_error": -2},
        "both odd or both even": {"squared_error": error + 1},
        "a number and its square": {"squares_output": yy + 1},
        "error ≤ Σx² + Σy²": {"squared_error": xx + yy + 2},
        "error ≥ the least spread of the differences": {"squared_error": abs(x - y) - 2} if x != y else {"pixels": 0},
    }
    assert not accepted({**terms, **beyond[data.draw(st.sampled_from(sorted(beyond)))]})


def test_of_two_pixels_with_few_levels_exactly_the_terms_of_pictures_are_possible_at_the_edges() -> None:
    """All pairs of pictures of two pixels, and all their neighbours in one term: no true one is refused."""
    true = {tuple(of([a, b], [c, d]).values()) for a, b, c, d in itertools.product((0, 1, 2, 254, 255), repeat=4)}
    for values in true:
        assert accepted(dict(zip(PairTerms._fields, values, strict=True)))
    refused = 0
    for values in list(true)[::7]:
        for place, step in itertools.product(range(7), (-1, 1)):
            changed = tuple(value + step * (at == place) for at, value in enumerate(values))
            refused += not accepted(dict(zip(PairTerms._fields, changed, strict=True)))
    assert refused > 0.9 * len(list(true)[::7]) * 14


# In a record


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def findings_of(run: Path, items: list[dict[str, Any]]) -> set[tuple[str, Any, Any]]:
    """Return what is found when everything else follows the forged items."""
    trial.rechain(run, items)
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)
    return {(f.key, f.values["found"], f.values.get("field")) for f in checker.check(str(run))[0]}


def test_impossible_terms_are_named_however_consistent_the_rest(run: Path) -> None:
    items = trial.read_lines(run)
    output = items[1]["terms"]["output"]
    output["squared_error"] += 1
    assert findings_of(run, items) == {("impossible", "0002", "output")}
    output["squared_error"] -= 1
    output["squares_output"] = output["sum_output"] ** 2 // output["pixels"] - 2
    assert ("impossible", "0002", "output") in findings_of(run, items)
    sentence = next(f.say() for f in checker.check(str(run))[0] if f.key == "impossible")
    assert "no two 8-bit pictures have the output terms of item 0002" in sentence


def test_a_status_that_does_not_fit_the_terms_is_named(run: Path) -> None:
    items = trial.read_lines(run)
    items[0].update(status="failed", outcome="missing")
    items[1].update(outcome="exact")
    items[3].update(outcome="scored")
    items[4].update(status="scored", outcome="scored")
    found = findings_of(run, items)
    fates = {finding for finding in found if finding[0] == "fate"}
    assert fates == {("fate", number, None) for number in ("0001", "0002", "0004", "0005")}
    # A failure without a reason, and a reason without a failure, are findings of their own.
    assert {("no_reason", "0001", None), ("reason", "0005", None)} <= found
