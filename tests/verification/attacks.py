"""Attacks on a run folder by someone who can write every file of it, and renews every hash after each change.

``python -m verification.attacks [--downgrades] [KIND …]``, in the folder ``tests``, attacks a clean run of each kind and prints the
tables of the page on attacks, or only those of claims of another version. This file changes the derived pages leaf by leaf,
``item_attacks`` lines of the record and pictures, ``downgrades`` the version that a record claims.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from mindsight import checker
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS, RunFolder
from mindsight.verification import verifying
from mindsight.verification.rebuilding import rebuild
from mindsight.verification.verifying import rebuild_and_compare

from .present import KINDS

METRICS = "metrics.json"
Place = tuple[str | int, ...]


class Attacked(NamedTuple):
    """What became of changes of one sort: how many there were, which the checker, verify and verify --deep missed."""

    count: int
    past_checker: list[Place]
    past_verify: list[Place]
    past_deep: list[Place] | None = None


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


def past_both(run: RunFolder) -> tuple[bool, bool]:
    """Return whether the checker finds nothing in a sealed run, and whether verify finds nothing either."""
    if checker.check(str(run.path))[0]:
        return False, False
    verdict = rebuild_and_compare(run, scope="numbers")
    return True, not (verdict.findings or verdict.uncompared)


def note(place: Place, past: Sequence[list[Place]], passed: Sequence[bool]) -> None:
    """Add a place to the list of each stage that it passed."""
    for missed, one in zip(past, passed, strict=True):
        missed.extend([place] if one else [])


def attack(run: RunFolder, name: str, places: list[Place] | None = None) -> Attacked:
    """Change one leaf of a page after another, each time with all hashes renewed, and check the run."""
    page, whole = canonical.load(run.path / name), (run.path / name).read_bytes()
    wanted = list(leaves(page)) if places is None else places
    past: tuple[list[Place], list[Place]] = ([], [])
    # What the record gives does not depend on the pages of its numbers: where one of these is changed, it is made once.
    known = None if name == MANIFEST else rebuild(run)
    try:
        with nullcontext() if known is None else patch.object(verifying, "rebuild", lambda _run: known):
            for place in wanted:
                run.write(name, canonical.page(with_change(page, place)))
                run.seal()
                note(place, past, past_both(run))
    finally:
        run.write(name, whole)
        run.seal()
    return Attacked(len(wanted), *past)


def names(places: list[Place]) -> list[str]:
    """Return the names on the way to some places; numbers in lists do not count."""
    return sorted({".".join(step for step in place[:4] if isinstance(step, str)) for place in places})


def copied(run: RunFolder, folder: Path) -> RunFolder:
    """Return a copy of a run."""
    return RunFolder(Path(shutil.copytree(run.path, folder)))


def tables(kind: str) -> list[str]:
    """Attack a clean run of a kind in every way and return a row for each way."""
    from .item_attacks import WAYS, Target, attack_items
    from .made import clean

    with tempfile.TemporaryDirectory() as folder:
        run = clean(kind, Path(folder))
        rows = _downgraded(kind, run, Path(folder))
        pages = [name for name in (MANIFEST, RESULTS, METRICS) if (run.path / name).exists()]
        found = {name: attack(run, name) for name in pages}
        target = Target.of(run, kind, Path(folder))
        found |= {way: attack_items(target, way) for way in WAYS}
    return [_row(way, kind, one) for way, one in found.items()] + rows


def claims(kind: str) -> list[str]:
    """Let a clean run of a kind claim other versions and return a row for each claim."""
    from .made import clean

    with tempfile.TemporaryDirectory() as folder:
        return _downgraded(kind, clean(kind, Path(folder)), Path(folder))


def _downgraded(kind: str, run: RunFolder, folder: Path) -> list[str]:
    from .downgrades import downgrades

    return _rows_of_downgrades(kind, downgrades(run, folder, copied))


def _rows_of_downgrades(kind: str, tried: Sequence[Any]) -> list[str]:
    """Return a row for each claim: way, run, attacks, missed by the checker, verified in part, passed by verify, and what these forged."""
    rows = []
    for claim in dict.fromkeys(one.claim for one in tried):
        of_claim = [one for one in tried if one.claim == claim]
        ends = [[one.forgery for one in of_claim if one.says == end] for end in ("in part", "passed")]
        counts = [len(of_claim), sum(one.past_checker for one in of_claim), *map(len, ends)]
        rows.append(" | ".join(map(str, (f"claim: {claim}", kind, *counts, ", ".join(ends[0] + ends[1])))))
    return rows


def _row(way: str, kind: str, found: Attacked) -> str:
    last = found.past_verify if found.past_deep is None else found.past_deep
    counts = [found.count, *("–" if past is None else len(past) for past in found[1:])]
    return " | ".join(map(str, (way, kind, *counts, ", ".join(names(last)))))


def main(words: list[str]) -> None:
    """Print the tables, two runs side by side: way, run, changes, missed by checker, verify, verify --deep, and what it was."""
    from .made import MADE

    with ProcessPoolExecutor(2) as pool:
        attacked = claims if "--downgrades" in words else tables
        for rows in pool.map(attacked, [word for word in words if word != "--downgrades"] or (*KINDS, *MADE)):
            print(*rows, sep="\n", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
