"""How many tasks distinguish two subjects: compared with another library, enumeration and simulation."""

import json
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, multinomial
from statsmodels.stats.contingency_tables import mcnemar  # type: ignore[import-untyped]

from docs_pages import page_named
from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.home.scoring.sampling import paired_difference
from mindsight.home.studies import power
from mindsight.home.studies.power import index_tasks_needed, paired_power, same_gap, shares, tasks_needed
from mindsight.home.studies.power_report import DIFFERENCES, Case, needed, table
from mindsight.reasons import KNOWN
from mindsight.text import Text

ANNEX_A = [0.55, 0.40, 0.30, 0.29, 0.33, 0.13, 0.24, 0.15]
"""Home table A.1, model 1."""


@pytest.mark.parametrize(("gain", "loss"), [(0.3, 0.1), (0.5, 0.05), (0.2, 0.2)])
@pytest.mark.parametrize("n", [6, 13, 20])
def test_power_is_that_of_all_outcomes_under_statsmodels_test(n: int, gain: float, loss: float) -> None:
    detected = 0.0
    for gained in range(n + 1):
        for lost in range(n + 1 - gained):
            p = mcnemar([[0, gained], [lost, n - gained - lost]], exact=True).pvalue if gained + lost else 1.0
            if p <= 0.05:
                detected += float(multinomial.pmf([gained, lost, n - gained - lost], n, [gain, loss, 1 - gain - loss]))
    assert paired_power(n, gain, loss) == pytest.approx(detected, abs=1e-12)


def test_where_all_tasks_differ_it_is_the_sign_test() -> None:
    # Of 20 throws at most 5 may give the rarer result (two-sided 0.0414; 6 would be 0.1153, as in any printed table).
    assert paired_power(20, 0.8, 0.2) == pytest.approx(binom.cdf(5, 20, 0.2) + binom.cdf(5, 20, 0.8))


def test_equal_subjects_are_distinguished_no_more_often_than_the_level() -> None:
    for n in (5, 20, 50, 200):
        assert paired_power(n, 0.25, 0.25) <= 0.05
    assert paired_power(50, 0, 0) == 0


def test_simulated_subjects_are_distinguished_with_the_stated_power() -> None:
    rng = np.random.default_rng(7)
    drawn = rng.multinomial(120, [0.25, 0.10, 0.65], size=4000)
    counts, times = np.unique(drawn[:, :2], axis=0, return_counts=True)
    detected = sum(
        int(often) for (gained, lost), often in zip(counts, times, strict=True)
        if gained + lost and 2 * binom.cdf(min(gained, lost), gained + lost, 0.5) <= 0.05
    )  # fmt: skip
    assert detected / 4000 == pytest.approx(paired_power(120, 0.25, 0.10), abs=3 * math.sqrt(0.25 / 4000))


@pytest.mark.parametrize(("first", "second", "power"), [(0.6, 0.4, 0.8), (0.65, 0.35, 0.9), (0.9, 0.7, 0.8)])
def test_the_number_of_tasks_is_the_least_that_suffices_for_good(first: float, second: float, power: float) -> None:
    gain, loss = shares(first, second)
    n = tasks_needed(gain, loss, power=power)
    assert n is not None
    assert paired_power(n - 1, gain, loss) < power
    assert all(paired_power(n + ahead, gain, loss) >= power for ahead in range(30))


def test_it_lies_near_the_approximation_of_connor() -> None:
    # Connor 1987, Biometrics 43:207: (1.96·√0.5 + 0.8416·√(0.5 - 0.01))² / 0.01 = 390.1 unlike shares 0.30 and 0.20.
    n = tasks_needed(0.30, 0.20)
    assert n is not None
    assert 390 < n < 430


@settings(deadline=None, max_examples=40)
@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.integers(5, 60))
def test_power_is_a_probability_and_symmetric(first: float, second: float, n: int) -> None:
    gain, loss = shares(first, second)
    found = paired_power(n, gain, loss)
    assert 0 <= found <= 1
    assert found == pytest.approx(paired_power(n, loss, gain), abs=1e-9)
    assert gain - loss == pytest.approx(first - second)


def test_subjects_that_fail_the_same_tasks_need_fewer_to_be_distinguished() -> None:
    found = [tasks_needed(*shares(0.6, 0.4, alike)) or 0 for alike in (0.0, 0.3, 0.6)]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 3


def test_impossible_values_are_refused() -> None:
    assert tasks_needed(0.2, 0.2) is None
    assert tasks_needed(0.2001, 0.2) is None
    for wrong in (
        lambda: shares(0.9, 0.1, 0.9),
        lambda: shares(1.2, 0.5),
        lambda: paired_power(0, 0.1, 0.1),
        lambda: paired_power(10, 0.7, 0.7),
        lambda: tasks_needed(0.3, 0.1, power=1),
        lambda: paired_power(10, 0.3, 0.1, level=0),
        lambda: index_tasks_needed([0.1], [0.2, 0.3]),
        lambda: same_gap([0.05], 0.2),
    ):
        with pytest.raises(ValueError):  # noqa: PT011  (each says something else)
            wrong()


def test_a_single_class_needs_as_many_for_t_as_for_f() -> None:
    exact, about = tasks_needed(*shares(0.6, 0.4)), index_tasks_needed([0.6], [0.4])
    assert exact is not None
    assert about is not None
    # The approximation is for a test that is not exact, and so gives slightly fewer tasks.
    assert 0.85 * exact < about <= exact
    assert index_tasks_needed([0.5], [0.5]) is None


@pytest.mark.parametrize("name", ["home-robustness.md", "home-robustness.zh.md"])
def test_the_table_of_the_documentation_is_what_comes_out(name: str) -> None:
    lines = page_named(name).read_text(encoding="utf-8").splitlines()
    printed = [
        [float(cell) for cell in line.strip("| ").split("|")] for line in lines if re.match(r"\| 0\.\d\d \| \d", line)
    ]
    assert [row[0] for row in printed] == list(DIFFERENCES)
    # The first row takes seconds; the others are compared with what the program prints.
    rows = table(Case(), DIFFERENCES[1:]).rows
    assert [list(row) for row in rows] == printed[1:]


def test_the_command_prints_the_table_and_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert mindsight(["home", "power", "--differences", "0.3", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert [(one["power"], one["f"], one["mean"], one["t"]) for one in page["needed"]] == [
        (0.8, 51, 7, 9),
        (0.9, 65, 9, 12),
    ]
    assert mindsight(["home", "power", "--differences", "0.3", "--classes", "1"]) == 0
    assert "51" in capsys.readouterr().out
    for wrong in ("x", "0", "1", ","):
        with pytest.raises(InputError, match="--differences"):
            mindsight(["home", "power", "--differences", wrong])
    with pytest.raises(InputError, match="there are no two subjects"):
        mindsight(["home", "power", "--middle", "0.9"])


def test_nothing_is_computed_beyond_the_most_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    gain, loss = shares(0.6, 0.4)
    needed_in_all = tasks_needed(gain, loss)
    assert needed_in_all is not None
    # The saw teeth that are checked before a number is returned extend beyond it.
    for most, found in ((needed_in_all, needed_in_all), (needed_in_all - 1, None)):
        monkeypatch.setattr(power, "MOST_TASKS", most)
        assert tasks_needed(gain, loss) == found


@pytest.mark.parametrize(("case", "why"), [(Case(middle=0.95), "from"), (Case(middle=0.8, alike=-1.0), "cannot go")])
def test_why_there_are_no_such_subjects_is_said_in_both_languages(case: Case, why: str) -> None:
    with pytest.raises(InputError, match="there are no two subjects") as caught:
        needed(case, 0.2, 0.8)
    reason = caught.value.text.args["reason"]
    assert isinstance(reason, Text)
    assert reason.message in KNOWN
    assert why in str(reason)


@pytest.mark.slow
@pytest.mark.parametrize("difference", [0.08, 0.15])
def test_the_interval_of_t_distinguishes_subjects_about_as_often_as_stated(difference: float) -> None:
    first, second = same_gap([value + 0.1 for value in ANNEX_A], difference)
    n = index_tasks_needed(first, second)
    assert n is not None
    rng, detected, times = np.random.default_rng(7), 0, 600
    classes = np.repeat(np.arange(len(first)), n)
    for _ in range(times):
        one, other = ((rng.random(len(classes)) < np.repeat(side, n)).astype(float) for side in (first, second))
        found = paired_difference(one, other, classes)
        assert found is not None
        detected += found.interval.low > 0 or found.interval.high < 0
    assert 0.68 < detected / times < 0.9
