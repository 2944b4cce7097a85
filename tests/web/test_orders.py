"""The order of one rater: what the plan asks for, in the rates it asks for, never one photograph twice in a row."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mindsight.rating.campaigns.orders import LEAST_DISTANCE, Showing, sequence, spread
from mindsight.rating.campaigns.rubric import RUBRICS
from web.campaigns import plan_of, stimuli_of

MANY = stimuli_of(31)
CLUSTERS = {one.id: one.cluster for one in MANY}


def phases(order: list[Showing]) -> Counter[str]:
    return Counter(each.phase for each in order)


def test_every_output_is_shown_once_and_the_rates_are_kept() -> None:
    order = sequence(plan_of(), MANY, 1)
    assert phases(order) == {
        "qualification": 6, "training": 2, "scored": 62, "repeat": 6, "reference": 3, "anchor": 3, "gold": 1, "trap": 1,
    }  # fmt: skip
    scored = [each.stimulus for each in order if each.phase == "scored"]
    assert sorted(scored) == sorted(one.id for one in MANY if one.kind == "output")


@pytest.mark.parametrize("number", range(1, 25))
def test_no_photograph_comes_twice_in_a_row_and_repeats_are_far_away(number: int) -> None:
    order = sequence(plan_of(), MANY, number)
    shown = [CLUSTERS[each.stimulus] for each in order if each.attempt < 2]
    assert all(before != after for before, after in itertools.pairwise(shown))
    firsts = {each.stimulus: place for place, each in enumerate(order) if each.phase == "scored"}
    repeats = [(place, each.stimulus) for place, each in enumerate(order) if each.phase == "repeat"]
    assert all(place - firsts[stimulus] >= LEAST_DISTANCE for place, stimulus in repeats)


def test_the_same_seed_gives_the_same_order_and_each_rater_another() -> None:
    orders = [sequence(plan_of(), MANY, number) for number in range(1, 9)]
    assert orders[0] == sequence(plan_of(), MANY, 1)
    assert len({tuple(order) for order in orders}) == 8
    assert sequence(plan_of(seed=6), MANY, 1) != orders[0]


def test_no_product_comes_first_more_often_than_chance() -> None:
    first = Counter()
    runs = {one.id: one.run for one in MANY}
    items = {one.id: one.item for one in MANY}
    for number in range(1, 41):
        seen: set[str] = set()
        for each in sequence(plan_of(), MANY, number):
            if each.phase == "scored" and items[each.stimulus] not in seen:
                seen.add(items[each.stimulus])
                first[runs[each.stimulus]] += 1
    # 1240 draws: four standard deviations are 70.
    assert abs(first["a" * 64] - 620) < 70


def test_a_plan_may_leave_everything_out() -> None:
    none = dict.fromkeys(("repeats", "references", "anchors", "gold", "traps"), 0.0)
    plan = plan_of(rates=none, training=0, qualification={"showings": 0, "least_right": 0})
    assert phases(sequence(plan, MANY, 1)) == {"scored": 62}


def test_a_trap_asks_for_points_that_can_be_given() -> None:
    for number in range(1, 60):
        for each in sequence(plan_of(), MANY, number):
            if each.phase == "trap":
                assert each.expected is not None
                low, high = each.expected
                assert 0 <= low < high <= 100
                assert ((low + high) / 2).is_integer()


@given(st.lists(st.sampled_from("abcde"), max_size=30), st.integers(0, 2**32), st.sampled_from([None, *"abc"]))
def test_neighbours_differ_wherever_that_is_possible(clusters: list[str], seed: int, after: str | None) -> None:
    order = spread(range(len(clusters)), clusters, random.Random(seed), after=after)
    assert sorted(order) == [*range(len(clusters))]
    shown = [clusters[index] for index in order]
    counts = Counter(clusters)
    most = max(counts.values(), default=0)
    room = len(clusters) + 1 - 2 * most - (after is not None and counts.get(after, 0) == most and most > 0)
    if room >= 0:
        line = shown if after is None else [after, *shown]
        assert all(before != behind for before, behind in itertools.pairwise(line))


@pytest.mark.parametrize(
    "fields",
    [
        {"qualification": {"showings": 2, "least_right": 3}}, {"rates": {"repeats": 1.5}}, {"id": "x"}, {"runs": ()},
        {"runs": [{"run": "a" * 64, "name": "x", "shown": 1}] * 2}, {"languages": ("fr",)}, {"unknown": 1}, {"seed": -1},
    ],
)  # fmt: skip
def test_a_plan_that_contradicts_itself_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        plan_of(**fields)


def test_the_scales_are_those_of_tables_3_and_4() -> None:
    # Word for word, with the full-width punctuation of the print.
    enhancement, segmentation = RUBRICS["enhancement"], RUBRICS["segmentation"]
    assert (enhancement.clause, enhancement.table) == ("6.3.1", 3)
    assert (segmentation.clause, segmentation.table) == ("6.4.1", 4)
    for rubric in RUBRICS.values():
        assert [anchor.points for anchor in rubric.anchors] == [100, 80, 60, 40, 0]
    assert [anchor.zh for anchor in enhancement.anchors] == [
        "输出图像与参考图像无明显差别。",
        "输出图像的质量相对输入图像而言有较大的改善，仍存在一些模糊、噪点。",
        "输出图像的质量相对输入图像而言有一定的改善，但是存在较多的模糊、噪点等未去除。",
        "输出图像的质量相对输入图像而言稍有改善，但是存在很多的模糊、噪点未消去、或生成了新的影响质量的不利因素。",
        "输出图像未见任何感官上的改善，或者出现感官上的劣化。",
    ]
    assert [anchor.zh for anchor in segmentation.anchors] == [
        "输出图像边缘流畅无毛刺，与参考的掩膜一致。",
        "输出图像边缘比较流畅、毛刺较少，与掩膜基本一致。",
        "输出图像边缘流畅程度一般，存在较多毛刺，与掩膜相比整体形状有局部细节差异。",
        "输出图像边沿不流畅、毛刺较多，形状与掩膜相比有出入，主体有部分缺失或者存在额外内容。",
        "输出图像和掩膜有较大差异，遗漏或额外增加较大面积的内容。",
    ]
