"""Every point that somebody answers for: declared in full, and with one thing left out or wrong."""

from pathlib import Path

import pytest

from review import making
from review.test_planted import BAD

FULL = """
allowed_licences = ["CC0-1.0", "CC-BY-4.0"]
oldest_years = 5
[by]
name = "Li Hua"
on = 2026-11-01
[[sources]]
files = ["cup/**"]
licence = "CC0-1.0"
source = "a laboratory"
origin = "self-made"
collected_by = "Wang Fang"
collected = 2026-05-01
[[sources]]
files = ["shoe/**"]
licence = "CC-BY-4.0"
source = "a published set"
origin = "open"
collected_by = "its authors"
collected = 2026-05-01
[people]
shown = true
names = ["Zhang San"]
groups = ["adults"]
children = "none"
voices = "none"
consent = {record = "C-1", covers = ["testing", "export"]}
impact_assessment = "D-1"
storage = "in a room of their own"
[upkeep]
version = "1"
owner = "Li Hua"
next_review = 2027-05-01
delete_after = 2030-01-01
changes = "none; the first version"
[diversity]
light = "day and lamp"
[annotation]
task_document = "L-7"
labellers = ["A", "B"]
inspector = "C"
tool = "a table"
trial = "T-12"
inspection = {inspected = 200, errors = 0, most_errors = 0.02}
twice = "twice.csv"
arbitration = "C decides"
trail = "labels.csv"
security = "no network"
delivery = "a folder"
"""

DECLARED: tuple[tuple[str, str, str, str, str], ...] = (
    ("a1", "no_spdx", 'licence = "CC0-1.0"', 'licence = "free, I think"', "failure"),
    ("a1", "licence_not_allowed", 'licence = "CC0-1.0"', 'licence = "MIT"', "failure"),
    ("a1", "no_source", 'files = ["cup/**"]', 'files = ["mug/**"]', "failure"),
    ("a1", "two_sources", 'files = ["cup/**"]', 'files = ["**"]', "failure"),
    ("a2", "no_day", "collected = 2026-05-01", "", "waiting"),
    ("a2", "no_collector", 'collected_by = "Wang Fang"', "", "waiting"),
    ("a3", "no_consent", 'consent = {record = "C-1", covers = ["testing", "export"]}', "", "waiting"),
    ("a5", "nobody_said", "[people]\nshown = true", "", "waiting"),
    ("a6p", "no_names", 'names = ["Zhang San"]', "", "waiting"),
    ("a8", "no_word_of_children", 'children = "none"', "", "waiting"),
    ("a9", "no_end", "delete_after = 2030-01-01", "", "waiting"),
    ("a9", "kept_too_long", "delete_after = 2030-01-01", "delete_after = 2026-01-01", "failure"),
    ("a10", "testing_only", ', "export"', "", "warning"),
    ("a11", "no_assessment", 'impact_assessment = "D-1"', "", "waiting"),
    ("a12", "no_storage", 'storage = "in a room of their own"', "", "waiting"),
    ("c1", "old", "collected = 2026-05-01", "collected = 2016-05-01", "failure"),
    ("c2", "overdue", "next_review = 2027-05-01", "next_review = 2026-05-01", "failure"),
    ("c3", "all_self_made", 'origin = "open"', 'origin = "self-made"', "information"),
    ("c4", "released", 'origin = "open"', 'origin = "open"\nreleased = 2020-01-01', "waiting"),
    ("c5", "no_changes", 'changes = "none; the first version"', "", "waiting"),
    ("e2", "no_diversity", '[diversity]\nlight = "day and lamp"', "", "waiting"),
    ("e7", "no_groups", 'groups = ["adults"]', "", "waiting"),
    ("f1", "no_task", 'task_document = "L-7"', "", "waiting"),
    ("f2", "inspects_own", 'inspector = "C"', 'inspector = "A"', "failure"),
    ("f2", "one_labeller", 'labellers = ["A", "B"]', 'labellers = ["A"]', "warning"),
    ("f3", "no_tool", 'tool = "a table"', "", "waiting"),
    ("f4", "no_trial", 'trial = "T-12"', "", "waiting"),
    ("f5", "not_twice", 'twice = "twice.csv"', "", "waiting"),
    ("f5", "disagree", 'twice = "twice.csv"', 'twice = "apart.csv"', "warning"),
    ("f6", "errors", "errors = 0, most_errors", "errors = 4, most_errors", "failure"),
    ("f7", "no_arbitration", 'arbitration = "C decides"', "", "waiting"),
    ("f8", "no_trail", 'trail = "labels.csv"', "", "waiting"),
    ("f9", "no_security", 'security = "no network"', "", "waiting"),
    ("f10", "no_delivery", 'delivery = "a folder"', "", "waiting"),
)
CLEAN = {"good", "declared"}


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    base = tmp_path_factory.mktemp("declared")
    data = making.photographs(base / "photos")
    return data, making.states(data, base / "review", making.declarations(base, FULL))


def test_nothing_waits_where_all_is_declared(clean: tuple[Path, dict[str, str]]) -> None:
    assert not set(clean[1].values()) & {*BAD, "waiting"}


@pytest.mark.parametrize(
    ("id_", "name", "old", "new", "state"), DECLARED, ids=[f"{one[0]}-{one[1]}" for one in DECLARED]
)
def test_a_declaration_that_lacks_something_or_does_not_hold_is_found(
    id_: str, name: str, old: str, new: str, state: str, clean: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    assert old in FULL
    assert clean[1][id_] in (CLEAN if id_ != "c4" else {"not_applicable"})
    (tmp_path / "apart.csv").write_text("item,first,second\n1,a,b\n2,b,a\n3,a,b\n4,b,b\n", "utf-8")
    words = FULL.replace(old, new, 1)
    if name == "nobody_said":
        # Without its first line the whole part goes.
        words = f"{FULL[: FULL.index('[people]')]}{FULL[FULL.index('[upkeep]') :]}"
    found = making.states(clean[0], tmp_path / "review", making.declarations(tmp_path, words))
    assert found[id_] == state


def test_without_declarations_points_wait_and_nothing_fails(clean: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    found = making.states(clean[0], tmp_path / "review")
    assert not set(found.values()) & BAD
    assert all(found[id_] == "waiting" for id_ in ("a1", "a2", "a3", "a8", "a9", "c2", "e2", "f1", "f2", "f5", "f6"))
