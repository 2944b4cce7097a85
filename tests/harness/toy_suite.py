"""A suite of toy items for Inspect: an item is right if its count reaches zero."""

from collections.abc import Sequence
from typing import Any

from harness.talking import TOY, dialogue, items
from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.runs.suites import Judged

OPTIONS = ("count", "trouble", "workers")


def inspect_items(*, count: int = 2, trouble: str = "", workers: int = 1) -> tuple[list[Item], Dialogue, str]:
    found = items(count)
    found[0].opening["trouble"] = trouble
    return found, dialogue(), TOY


def judge(item: Item, result: dict[str, Any]) -> Judged:
    return Judged(result["success"], {"start": item.opening["start"], "outcome": result["how"]})


def measures(judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
    return {"right": sum(right for right, _ in judged), "starts": sum(facts["start"] for _, facts in judged)}
