"""The table of all points on the page of checks: none is missing, each names its checks and who decides, and each has a planted defect."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from mindsight.review.checks.annotation import _F
from mindsight.review.checks.check import Check
from mindsight.review.checks.diversity import _E
from mindsight.review.checks.legality import _A
from mindsight.review.checks.sufficiency import _B
from mindsight.review.checks.timeliness import _C
from mindsight.review.checks.usability import _D
from review import test_declared, test_planted, test_sets

DOCS = Path(__file__).resolve().parents[2] / "docs" / "data"
POINTS = [
    f"{letter}{number}"
    for letter, last in {"a": 12, "b": 4, "c": 5, "d": 8, "e": 7, "f": 10}.items()
    for number in range(1, last + 1)
]
CHECKS: dict[str, Check] = {one.id: one for letter in (_A, _B, _C, _D, _E, _F) for one in letter.listed}
WORDS = {
    "en": {"decided": "the program", "declared": "a declaration", "person": "a person"},
    "zh": {"decided": "程序", "declared": "声明", "person": "人"},
}
TESTS = {
    # Defects that need a data set of their own: check → test.
    "a7": (test_sets.test_voices_are_declared_where_there_is_sound,),
    "b4": (test_sets.test_a_clip_of_no_sample_is_found,),
    "d5": (test_sets.test_a_kit_that_was_changed_is_found,),
    "e6": (test_planted.test_a_picture_of_one_part_in_another_leaks,),
    "e6n": (test_sets.test_a_kit_whose_files_state_their_class_is_found,),
}


def planted() -> dict[str, set[str]]:
    """Return the names of the planted defects of each check, as the tests have them."""
    found: dict[str, set[str]] = defaultdict(set)
    for id_, plant, _ in test_planted.PLANTED:
        found[id_].add(plant.__name__)
    for id_, name, *_ in test_declared.DECLARED:
        found[id_].add(name)
    for id_, name, *_ in test_sets.CLIPS:
        found[id_].add(name)
    for id_, tests in TESTS.items():
        found[id_] |= {one.__name__ for one in tests}
    from review import test_descriptions, test_versions

    found["d4"] |= {name.replace(" ", "_") for name in test_descriptions.DEFECTS}
    found["c5"].add(test_versions.test_every_kind_of_change_is_counted_and_must_be_written_down.__name__)
    found["c5"].add(test_versions.test_scores_on_the_unchanged_part_are_said_of_both_runs.__name__)
    return found


def rows(language: str) -> dict[str, tuple[list[str], list[str], set[str]]]:
    """Return each point of the page's table: its checks, who decides, the planted defects that it names."""
    page = DOCS / {"en": "review-checks.md", "zh": "review-checks.zh.md"}[language]
    found = {}
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"[a-f]\d+", cells[0]):
            assert cells[0] not in found, cells[0]
            decides = re.split(r"[,，、] ?", cells[3])
            found[cells[0]] = (re.findall(r"`(\w+)`", cells[2]), decides, set(re.findall(r"`(\w+)`", cells[4])))
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_point_is_missing_and_each_says_who_decides(language: str) -> None:
    table = rows(language)
    assert list(table) == POINTS
    for point, (ids, decides, _) in table.items():
        assert ids, point
        assert decides == [WORDS[language][CHECKS[one].verdict] for one in ids], point
    assert {one for ids, *_ in table.values() for one in ids} == CHECKS.keys()


def test_each_check_has_a_planted_defect() -> None:
    # Generated data have no labels, so there is nothing that could be wrong with them.
    assert {*planted(), "f0"} == CHECKS.keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_names_defects_that_are_planted(language: str) -> None:
    for point, (ids, _, named) in rows(language).items():
        there = {name for one in ids for name in planted()[one]}
        assert named, point
        assert named <= there, (point, named - there)
