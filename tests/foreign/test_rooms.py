"""What networks trained on photographs recognise in rooms that are drawn: the figure of the gap between the two."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from foreign import scenes
from foreign.lines import PRODUCTS, Product, running
from foreign.places import node_place
from mindsight.statistics.intervals import wilson_interval

pytestmark = pytest.mark.slow

SEEDS = (1, 2, 3)
HUMAN = (
    "@vladmandic/human@3.3.6", "@tensorflow/tfjs-core@4.22.0", "@tensorflow/tfjs-converter@4.22.0",
    "@tensorflow/tfjs-backend-wasm@4.22.0",
)  # fmt: skip


@pytest.fixture(scope="module")
def human(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    place = node_place("human", *HUMAN)
    node = str(shutil.which("node"))
    with running([node, str(PRODUCTS / "see.cjs"), str(place)], tmp_path_factory.mktemp("human")) as product:
        yield product


def named(human: Product, files: Iterable[Path]) -> dict[Path, set[str]]:
    """Return the classes that were named on each picture."""
    seen: dict[Path, Any] = {file: human.ask(str(file)) for file in files}
    return {file: {label for label, _, _ in answer["things"]} for file, answer in seen.items()}


def test_things_in_rooms_are_named_less_often_than_on_photographs(
    human: Product, real_data: Path, tmp_path: Path
) -> None:
    photographs = scenes.photographs(real_data, tmp_path)
    hits, count = scenes.share_found(photographs, named(human, photographs))
    real = wilson_interval(hits, count)
    print(f"photographs: {hits} of {count}, {real}")
    drawn = []
    for seed in SEEDS:
        rooms = scenes.rooms(seed, tmp_path)
        seen = named(human, rooms)
        drawn.append(scenes.share_found(rooms, seen))
        print(f"rooms of seed {seed}: {drawn[-1]}", [(f.name, shown, seen[f]) for f, shown in rooms.items()])
    assert all(hits / count > found / asked for found, asked in drawn)
    found, asked = (sum(part) for part in zip(*drawn, strict=True))
    made = wilson_interval(found, asked)
    print(f"rooms: {found} of {asked}, {made}")
    # Some things are named, so the rooms are not meaningless to it; the gap is larger than chance explains.
    assert made.low > 0.1
    assert made.high < real.low
