"""Is the lettering of our worlds legible to a reader that is no oracle, and what does reading alone reach?"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreign.lines import Product, tell
from foreign.panels import HEIGHT, WIDTH, Label, instances, labels, plain
from foreign.reading import Reader, reader
from mindsight.cli import run as mindsight
from mindsight.engine.drawing.sight import READABLE_PX
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.episodes.episode import Episode
from mindsight.home.episodes.interface import wish
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.statistics.intervals import wilson_interval
from record import trial

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
SEEDS = (1, 2, 3)
PANELS, TASKS, BUDGET = 2, 2, 60
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
        tell(f"seed {seed}: {sum(tall)} of {len(tall)} large ones, {sum(tiny)} of {len(tiny)} tiny ones")
        assert sum(tall) / len(tall) >= 0.9
        assert not tiny or sum(tiny) / len(tiny) < sum(tall) / len(tall)
        for label, found in zip(shown, read, strict=True):
            edge = max(edge for edge in EDGES[label.script] if edge <= label.height_px)
            counts.setdefault((label.script, edge), []).append(found)
    for (written, lowest), hits in sorted(counts.items()):
        interval = wilson_interval(sum(hits), len(hits))
        tell(f"{written} from {lowest} px: {sum(hits)} of {len(hits)} ({interval.low:.2f} to {interval.high:.2f})")
    for script, edges in EDGES.items():
        large = counts[script, edges[-1]]
        assert wilson_interval(sum(large), len(large)).low > 0.85


def done_by(subject: str, instance: Instance) -> bool:
    """Return whether a subject does a task; ``reader`` reads, the others are built in."""
    with Episode(instance, Setting(language="zh"), budget=BUDGET) as episode:
        if subject != "reader":
            run_episode(episode, agent_of(subject, episode, 7))
            return episode.end().outcome == "TP"
        agent = Reader()
        agent.start(instance.instruction["zh"], episode.start.model_dump())
        while not episode.done:
            action = agent.act(episode.last.model_dump())
            episode.act(wish(action.pop("action"), action))
        agent.close()
        return episode.end().outcome == "TP"


def test_reading_alone_ranks_between_guessing_and_the_oracle() -> None:
    """Tasks on labelled panels, in three sets: what reading does without knowing appliances or watching lamps."""
    totals: Counter[str] = Counter()
    for seed in SEEDS:
        drawn = instances(seed, TASKS)
        done = {name: sum(done_by(name, one) for one in drawn) for name in ("oracle", "reader", "blind")}
        tell(f"seed {seed}: of {TASKS} tasks on labelled panels {done}")
        assert done["oracle"] == TASKS
        assert done["oracle"] >= done["reader"] >= done["blind"]
        totals.update(done)
    tell(f"of {TASKS * len(SEEDS)}: {dict(totals)}")
    assert totals["oracle"] > totals["reader"] > totals["blind"]


def test_the_reader_is_a_subject_of_the_home_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TESTS)
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    out = tmp_path / "run"
    command = ["home", "run", "--subject", "python:foreign.reading:Reader", "--tasks", "buttons", "--trials", "4"]
    assert mindsight([*command, "--seed", "1", "--prompt-lang", "zh", "--out", str(out)]) == 0
    items = trial.read_lines(out)
    assert len(items) == 4
    assert all(item["terms"]["well_formed"] == item["terms"]["steps"] > 0 for item in items)
    assert mindsight(["verify", str(out)]) == 0
