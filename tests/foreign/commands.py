"""What the tests of foreign album products share: running commands, and reading what they recorded."""

import json
from pathlib import Path
from typing import NamedTuple

from foreign.places import offline
from mindsight.record.folder import RunFolder
from record import trial

PRODUCTS = Path(__file__).parent / "products"
LONGEST_S = 7200
"""Longest time of one command: on a machine that others use too, a network may need a minute for a picture."""
FACTS = ("--product-version", "1", "--device", "this machine", "--system", "Linux", "--network", "none")


class Value(NamedTuple):
    """A measured value with its 95 % interval."""

    value: float
    low: float
    high: float


def command(*words: str | Path) -> str:
    """Return the subject that runs a wrapper without a network."""
    return "command:" + " ".join([*offline(), *map(str, words)])


def said(*arguments: str | Path) -> str:
    """Run a command of mindsight to its good end and return what it printed."""
    done = trial.mindsight(*arguments, timeout=LONGEST_S)
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run(kit: Path, subject: str, name: str, folder: Path) -> Path:
    """Test a subject on a kit; no picture may fail."""
    said("album", "run", kit, "--subject", subject, "--name", name, *FACTS, "--out", folder)
    return folder


def measured(folder: Path, measure: str) -> Value:
    """Return a measure of a run; one without an interval is as good as one that spans nothing."""
    found = RunFolder.open(folder).results.measure(measure)
    assert found.value is not None
    if found.interval is None:
        return Value(found.value, found.value, found.value)
    return Value(found.value, found.interval.low, found.interval.high)


def gained(folder: Path, other: Path, measure: str) -> Value:
    """Return by how much a run is better than another, picture by picture, as ``compare`` finds it."""
    page = json.loads(said("compare", other, folder, "--json"))
    (row,) = (one for one in page["differences"] if one["measure"] == measure)
    return Value(row["value"], row["low"], row["high"])
