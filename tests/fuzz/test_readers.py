"""Damaged files: each reader uses one or refuses it in one sentence, in little time and memory, and leaves nothing behind."""

import contextlib
import gc
import io
import random
import resource
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from mindsight.errors import ItemError, MindsightError

from .mutations import mutated
from .readers import READERS, Reader

QUICK, SLOW = 500, 10_000
"""Files altogether, a part of them for each reader."""
LONGEST_S = 20.0
"""Of the processor: machines are shared."""
LONGEST_SENTENCE = 3000
MOST_GROWTH = 300 << 20


class Hung(BaseException):
    """No decoder may take so long; no ``except Exception`` may take it for damage."""


def hung(*_: Any) -> NoReturn:
    raise Hung


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Bound the time of a try, and leave the terminal alone."""
    before = signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_S)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def outcome(reader: Reader, file: Path) -> str:
    """Return what became of a file: used, refused, or an error that nobody expects."""
    try:
        with limited():
            reader.read(file)
    except ItemError as error:
        return f"ItemError: {error}"
    except MindsightError as error:
        said = str(error)
        return "refused" if said.strip() and len(said) < LONGEST_SENTENCE else f"unfit sentence: {said[:200]!r}"
    except (Hung, Exception) as error:  # noqa: BLE001  (whatever it is, it is what is looked for)
        return f"{type(error).__name__}: {str(error)[:160]}"
    return "used"


def tried(name: str, tmp_path: Path, tries: int, seed: int = 1) -> tuple[Counter[str], dict[str, bytes]]:
    """Return how many files had which outcome, and one file for each unexpected one."""
    reader, rng = READERS[name], random.Random(f"{name} {seed}")
    place = tmp_path / "made"
    place.mkdir()
    file = reader.make(place)
    data, below = file.read_bytes(), file.relative_to(place)
    if reader.changes:
        shutil.copytree(place, tmp_path / "kept")
    found: Counter[str] = Counter()
    examples: dict[str, bytes] = {}
    assert outcome(reader, file) == "used", said_of(reader, file)
    for _ in range(tries):
        if reader.changes:
            shutil.rmtree(place)
            shutil.copytree(tmp_path / "kept", place)
        (place / below).write_bytes(damaged := mutated(data, reader.form, rng))
        said = outcome(reader, place / below)
        found[said] += 1
        examples.setdefault(said, damaged)
    return found, {said: damaged for said, damaged in examples.items() if said not in {"used", "refused"}}


def said_of(reader: Reader, file: Path) -> str:
    """Return what is said of a file."""
    try:
        with limited():
            return f"used: {reader.read(file)!r}"
    except MindsightError as error:
        return str(error)


def check(name: str, tmp_path: Path, tries: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found, examples = tried(name, tmp_path, tries)
    gc.collect()
    assert not examples, found
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < MOST_GROWTH


@pytest.mark.parametrize("name", READERS)
def test_a_few_damaged_files_are_used_or_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, QUICK // len(READERS))


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_damaged_files_are_used_or_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, -(-SLOW // len(READERS)))
