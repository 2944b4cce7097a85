"""Attacks on a run folder: one leaf of a page after another changed, with every hash renewed.

``python -m tests.verification.attacks RUN …`` prints for each page how many changes there were and which were not found.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight import checker
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS, RunFolder
from mindsight.verification.verifying import rebuild_and_compare

Place = tuple[str | int, ...]


class Attacked(NamedTuple):
    """What became of the changes of one page: how many there were, which the checker missed, which verify missed."""

    count: int
    past_checker: list[Place]
    past_verify: list[Place]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every leaf: whatever is neither an object nor a list, and the empty ones of these."""
    if isinstance(value, dict) and value:
        for key in value:
            yield from leaves(value[key], (*place, key))
    elif isinstance(value, list) and value:
        for number, inner in enumerate(value):
            yield from leaves(inner, (*place, number))
    else:
        yield place


def changed(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("y" if value.endswith("x") else "x") if value else "x"
    return {"x": 1} if isinstance(value, dict) else [1] if isinstance(value, list) else 1


def with_change(page: Any, place: Place) -> Any:
    """Return a copy of a page in which one leaf is another."""
    page = json.loads(json.dumps(page))
    inner = page
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = changed(inner[place[-1]])
    return page


def attack(run: RunFolder, name: str, places: list[Place] | None = None) -> Attacked:
    """Change one leaf of a page after another, each time with all hashes renewed, and check the run."""
    page, whole = canonical.load(run.path / name), (run.path / name).read_bytes()
    wanted = list(leaves(page)) if places is None else places
    past: tuple[list[Place], list[Place]] = ([], [])
    try:
        for place in wanted:
            run.write(name, canonical.page(with_change(page, place)))
            run.seal()
            if not checker.check(str(run.path))[0]:
                past[0].append(place)
                if not rebuild_and_compare(run, scope="numbers").findings:
                    past[1].append(place)
    finally:
        run.write(name, whole)
        run.seal()
    return Attacked(len(wanted), *past)


def main(paths: list[str]) -> None:
    """Print the table."""
    for path in map(Path, paths):
        with tempfile.TemporaryDirectory() as folder:
            run = RunFolder(Path(shutil.copytree(path, Path(folder) / path.name)))
            for name in (MANIFEST, RESULTS):
                found = attack(run, name)
                missed = sorted({".".join(map(str, place[:3])) for place in found.past_verify})
                print(path.name, name, found.count, len(found.past_checker), len(found.past_verify), *missed)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
