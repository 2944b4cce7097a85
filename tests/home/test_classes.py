"""The classes of annex A, and the two views of them: dimensions of table 1 and domains of the paper."""

import pytest

from docs_pages import page_named
from mindsight.home import tasks
from mindsight.home.adapters.inspect_task import plan_of_options
from mindsight.home.classes import CLASSES, DIMENSIONS, DOMAINS, groups_of
from mindsight.home.scoring.generalisation import ResultsRow
from mindsight.home.scoring.measures import score_row
from mindsight.record.model import Signature
from mindsight.text import say

TABLE_A1 = ["整理行李箱", "理解按钮功能", "整理桌面", "挑选礼物", "物品分类计数", "搭建积木", "打扫房间", "拼图"]
MODEL_1 = (0.55, 0.40, 0.30, 0.29, 0.33, 0.13, 0.24, 0.15)
OBJECT, LANGUAGE, COMMONSENSE = "整理行李箱 整理桌面 拼图 搭建积木", "物品分类计数 打扫房间", "理解按钮功能 挑选礼物"


def _keys(titles: str) -> set[str]:
    return {key for key, one in CLASSES.items() if say(one.title, "zh") in titles.split()}


def test_classes_are_in_the_order_of_table_a1() -> None:
    assert [say(one.title, "zh") for one in CLASSES.values()] == TABLE_A1


def test_dimensions_are_those_of_annex_a() -> None:
    assert {name: set(keys) for name, keys in groups_of(CLASSES)["dimension"].items()} == {
        "object": _keys(OBJECT),
        "language": _keys(LANGUAGE),
        "commonsense": _keys(COMMONSENSE),
    }


def test_domains_are_those_of_the_papers_leaderboard() -> None:
    assert {name: set(keys) for name, keys in groups_of(CLASSES)["domain"].items()} == {
        "object": {"sort_count", "gift"},
        "spatial": {"blocks", "jigsaw", "buttons"},
        "social": {"desk", "clean_room", "suitcase"},
    }


def test_every_class_has_its_file_and_every_file_its_class() -> None:
    assert list(tasks.load())[: len(CLASSES)] == list(CLASSES)


def test_all_classes_are_tested_unless_fewer_are_named() -> None:
    assert plan_of_options().tasks == tuple(CLASSES)


def test_a_group_without_a_class_in_the_test_is_left_out() -> None:
    assert groups_of(["jigsaw", "a class of one's own"]) == {
        "dimension": {"object": ["jigsaw"]},
        "domain": {"spatial": ["jigsaw"]},
    }


def test_mean_of_each_dimension_on_the_numbers_of_annex_a() -> None:
    row = ResultsRow("model 1", dict(zip(CLASSES, MODEL_1, strict=True)))
    score = score_row(row, Signature(identity={}, environment={}), groups=groups_of(CLASSES))
    assert score.value("dimension.object") == pytest.approx(0.2825)
    assert score.value("dimension.language") == pytest.approx(0.285)
    assert score.value("dimension.commonsense") == pytest.approx(0.345)
    assert score.value("domain.social") == pytest.approx((0.30 + 0.24 + 0.55) / 3)


@pytest.mark.parametrize("page", ["home-task.md", "home-task.zh.md"])
def test_the_guide_has_a_row_for_every_class(page: str) -> None:
    lines = page_named(page).read_text(encoding="utf-8").splitlines()
    assert [line.split()[1] for line in lines if line.startswith("| ") and line.split()[1] in CLASSES] == list(CLASSES)


def test_every_dimension_and_domain_has_a_chinese_name() -> None:
    for title in (*(title for _, title in DIMENSIONS.values()), *DOMAINS.values()):
        assert say(title, "zh") != say(title, "en")
