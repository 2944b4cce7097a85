"""Is the lettering of our worlds legible to a reader that is no oracle, and what does reading alone reach?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from foreign.lines import Product
from foreign.panels import HEIGHT, WIDTH, Label, labels, plain
from foreign.reading import reader
from mindsight.cli import run as mindsight
from mindsight.engine.drawing.sight import READABLE_PX
from mindsight.statistics.intervals import wilson_interval
from record import trial

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
SEEDS = (1, 2, 3)
PANELS = 2
EDGES = {"zh": (0, 6, 8, 10, 14, 20), "en": (0, 4, 6, 8, 10, 14)}
"""Lower limits of the bins of height, px; the last is the height from which on the oracle may read."""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    product = reader(tmp_path_factory.mktemp("reader"))
    yield product
    product.close()


def read_on(product: Product, shown: list[Label]) -> list[bool]:
    """Return of each label whether it was read within its button."""
    seen = {picture: product.ask(str(picture)) for picture in {label.picture for label in shown}}
    found = []
    for label in shown:
        left, top, right, bottom = label.box
        inside = [
            plain(words)
            for words, (x, y) in seen[label.picture]
            if left <= 1000 * x / WIDTH <= right and top <= 1000 * y / HEIGHT <= bottom
        ]
        found.append(any(plain(label.words) in words for words in inside))
    return found


def test_labels_are_read_at_the_height_at_which_the_oracle_may_read(product: Product, tmp_path: Path) -> None:
    assert {script: edges[-1] for script, edges in EDGES.items()} == READABLE_PX
    counts: dict[tuple[str, float], list[bool]] = {}
    for seed in SEEDS:
        shown = labels(seed, PANELS, tmp_path)
        read = read_on(product, shown)
        tall = [found for label, found in zip(shown, read, strict=True) if label.height_px >= READABLE_PX[label.script]]
        tiny = [found for label, found in zip(shown, read, strict=True) if label.height_px < EDGES[label.script][1]]
        print(f"seed {seed}: {sum(tall)} of {len(tall)} large ones, {sum(tiny)} of {len(tiny)} tiny ones")
        assert sum(tall) / len(tall) >= 0.9
        assert not tiny or sum(tiny) / len(tiny) < sum(tall) / len(tall)
        for label, found in zip(shown, read, strict=True):
            edge = max(edge for edge in EDGES[label.script] if edge <= label.height_px)
            counts.setdefault((label.script, edge), []).append(found)
    for (script, edge), found in sorted(counts.items()):
        interval = wilson_interval(sum(found), len(found))
        print(f"{script} from {edge} px: {sum(found)} of {len(found)} ({interval.low:.2f} to {interval.high:.2f})")
    for script, edges in EDGES.items():
        large = counts[script, edges[-1]]
        assert wilson_interval(sum(large), len(large)).low > 0.85


@pytest.mark.parametrize("seed", SEEDS)
def test_reading_alone_ranks_between_guessing_and_the_oracle(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(TESTS)
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    right = {}
    for name in ("baseline:oracle", "python:foreign.reading:Reader", "baseline:blind", "baseline:random"):
        out = tmp_path / name.rpartition(":")[2]
        command = ["home", "run", "--subject", name, "--tasks", "buttons", "--trials", "36", "--irrelevant", "0", "--seed", f"{seed}"]
        assert mindsight([*command, "--prompt-lang", "zh", "--no-media", "--out", str(out)]) in {0, 1}
        items = trial.read_lines(out)
        words = [item for item in items if item["truth"]["difficulty"]["labels"] == "words"]
        right[name] = (sum(item["outcome"] == "TP" for item in words), len(words))
    print(f"seed {seed}: {right}")
    oracle, reading, blind, random = (value for value, _ in right.values())
    assert oracle > reading > max(blind, random)
