"""What makes a difference between two makings of a run, and what does not."""

import json
from pathlib import Path
from typing import Any

import pytest

from .difference import How, differences
from .recipes import RECIPES

STRICT = How()


def made(folder: Path, **more: Any) -> Path:
    """Write a small record with changes."""
    folder.mkdir()
    said = {"message": more.get("message", "{count} items"), "args": {"count": more.get("count", 2)}}
    results = {
        "measures": [{"value": more.get("value", 0.5), "signature": {"environment": {"mindsight": folder.name}}}]
    }
    (folder / "results.json").write_text(json.dumps({**results, "blocks": [{"title": said}]}))
    items = [{"id": name, "time_s": more.get("time_s", 0.1)} for name in more.get("order", "ab")]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    return folder


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"value": 0.25}, "results.json.measures[0].value: 0.5 → 0.25"),
        ({"value": 1}, "results.json.measures[0].value: 0.5 → 1"),
        ({"count": 3}, "results.json.blocks[0].title.args.count: 2 → 3"),
        ({"message": "{count} things"}, 'results.json.blocks[0].title.message: "{count} items" → "{count} things"'),
        ({"order": "ba"}, 'items.jsonl[0].id: "a" → "b"'),
    ],
)
def test_a_changed_value_is_found_with_its_place(tmp_path: Path, change: dict[str, Any], found: str) -> None:
    assert differences(made(tmp_path / "old"), made(tmp_path / "new", **change), STRICT) == [found]


def test_times_and_versions_are_forgiven(tmp_path: Path) -> None:
    assert differences(made(tmp_path / "old"), made(tmp_path / "new", time_s=9.0), STRICT) == []


def test_another_wording_is_forgiven_where_that_is_asked_for_but_no_argument(tmp_path: Path) -> None:
    old, reworded = made(tmp_path / "old"), made(tmp_path / "new", message="of {count}")
    assert differences(old, reworded, How(but_sentences=True)) == []
    assert differences(old, made(tmp_path / "other", message="of {count}", count=3), How(but_sentences=True)) != []


def test_the_order_of_answers_of_a_server_is_forgiven(tmp_path: Path) -> None:
    old, new = made(tmp_path / "old"), made(tmp_path / "new", order="ba")
    assert differences(old, new, How(in_order=False)) == []


def test_a_file_of_one_making_alone_is_a_difference(tmp_path: Path) -> None:
    old, new = made(tmp_path / "old"), made(tmp_path / "new")
    (new / "more.json").write_text("{}")
    assert differences(old, new, STRICT) == [f"more.json: only in {new}"]


def test_every_recipe_needs_only_what_stands_before_it() -> None:
    names = list(RECIPES)
    assert len(set(names)) == len(names)
    for recipe in RECIPES.values():
        assert {*recipe.needs, *filter(None, [recipe.seeing])} <= set(RECIPES)
