"""Mutations of a run folder, drawn from a seed: values of other types, odd numbers, damaged files, things that are no files.

``python -m tests.verification.mutations KIND FIRST LAST`` tries the seeds in between and prints what each did that it must not.
"""

import contextlib
import json
import math
import os
import random
import resource
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from mindsight import checker, cli
from mindsight.cli.shared.console import localized
from mindsight.errors import MindsightError
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, MANIFEST, REPORT, RESULTS, SCORES, SUMS, RunFolder
from mindsight.record.log import GENESIS
from mindsight.verification.verifying import rebuild_and_compare

from .present import present

CPU_S, ROOM = 10, 1 << 30
"""Seconds that a check may take, and memory beyond what the process has (bytes)."""
_LONGEST = 10_000
_MARK = "\x00mark\x00"
DEEP = b"[" * 100_000 + b"]" * 100_000
ODD: dict[str, bytes] = {
    "null": b"null", "true": b"true", "zero": b"0", "one": b"1", "less": b"-1", "float": b"0.5", "negative zero": b"-0.0",
    "many": b"1000000000000", "large": b"1" + b"0" * 300, "huge": b"1" + b"0" * 4000, "too huge": b"1" + b"0" * 5000,
    "1e308": b"1e308", "-1e308": b"-1e308", "1e999": b"1e999", "NaN": b"NaN", "Infinity": b"Infinity", "tiny": b"5e-324",
    "empty": b'""', "word": b'"x"', "surrogate": b'"\\ud800"', "raw surrogate": b'"\xed\xa0\x80"', "control": b'"\\u0000\\n\\u202e"',
    "long": b'"' + b"x" * 1_000_000 + b'"', "number as word": b'"1"', "path": b'"../../../../etc/passwd"',
    "list": b"[]", "object": b"{}", "list of null": b"[null]", "objects": b"[{}]", "lists": b"[[]]", "deep": DEEP,
    "rather deep": b"[" * 300 + b"]" * 300, "object in object": b'{"a":{"b":[1]}}', "long list": b"[" + b"1," * 20_000 + b"1]",
}  # fmt: skip
GIANTS = ("trials", "epochs", "draws", "tasks_per_scene", "limit", "seed", "irrelevant", "penalty", "megapixels")
COUNTS = ("many", "huge", "less", "zero", "1e308", "float", "large")


class Mutation(NamedTuple):
    """What was changed: the file, how, and whether the hashes were renewed."""

    file: str
    how: str
    renewed: bool


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value of a page, of inner ones too."""
    if place:
        yield place
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*place, key))


def mutate(run: RunFolder, chance: random.Random) -> Mutation:
    """Change one thing in a run folder."""
    manifest = canonical.load(run.path / MANIFEST)
    data = manifest["data"]["file"]
    known = {data: manifest["data"]["sha256"], ITEMS: manifest["items"]["head"]}
    pages = [MANIFEST, RESULTS, data, ITEMS]
    more = [name for name in ("metrics.json", "judgements.jsonl", "reveal.json") if (run.path / name).exists()]
    tables = [SCORES, SUMS]
    renewed, way = chance.random() < 0.7, chance.random()
    if way < 0.75:
        name = chance.choice([MANIFEST, *pages, *more])
        how = _in_page(run, name, chance)
    elif way < 0.85:
        name = chance.choice(tables)
        how = _in_table(run.path / name, chance)
    else:
        name = chance.choice([*pages, *more, *tables, REPORT, "check_run.py"])
        how = _instead_of(run.path / name, chance)
    if renewed and name != SUMS:
        _renew(run, name, known)
    return Mutation(name, how, renewed)


def _in_page(run: RunFolder, name: str, chance: random.Random) -> str:
    path = run.path / name
    if not name.endswith(".jsonl"):
        page, token, how = _edited(canonical.load(path), chance, plan=name == MANIFEST)
        _write(path, _spelled(page, token, page_of=True))
        return how
    items = [json.loads(line) for line in path.read_bytes().splitlines()]
    number = chance.randrange(len(items))
    item, token, how = _edited(items[number], chance, plan=False)
    lines = [canonical.line(one) for one in items]
    lines[number] = _spelled(item, token, page_of=False)
    _write(path, b"".join(lines))
    return f"line {number + 1} {how}"


def _edited(page: Any, chance: random.Random, *, plan: bool) -> tuple[Any, bytes, str]:
    """Return a page with one thing changed, the raw spelling that stands for its mark, and what was done."""
    place = chance.choice(list(places(page)))
    name, ways = chance.choice(list(ODD)), ["odd"] * 5 + ["gone", "twice", "many", "turned", "moved"]
    way = chance.choice(ways)
    if plan and chance.random() < 0.15:
        place, name, way = ("plan", chance.choice(GIANTS)), chance.choice(COUNTS), "odd"
    inner = page
    for step in place[:-1]:
        inner = inner[step]
    last, token = place[-1], b"null"
    value = inner[last] if isinstance(inner, list) else inner.get(last)
    if way == "gone":
        inner.pop(last)
    elif way == "twice" and isinstance(inner, dict):
        inner[f"{last}{_MARK}"], token = value, b""
    elif way == "many" and isinstance(value, list):
        inner[last] = value * 300
    elif way == "turned" and isinstance(value, list | str):
        inner[last] = value[::-1]
    elif way == "moved" and isinstance(value, int | float):
        inner[last] = -value if chance.random() < 0.5 else value + 1
    else:
        inner[last], token, way = _MARK, ODD[name], name
    return page, token, f"{'.'.join(map(str, place))}: {way}"


def _spelled(page: Any, token: bytes, *, page_of: bool) -> bytes:
    mark = json.dumps(_MARK).encode()
    spelled = canonical.page(page) if page_of else canonical.line(page)
    return spelled.replace(mark, token) if token else spelled.replace(mark[1:-1], b"")


def _in_table(path: Path, chance: random.Random) -> str:
    lines = path.read_bytes().splitlines(keepends=True)
    number, way = chance.randrange(len(lines)), chance.choice(["cut", "twice", "cell", "bytes", "quote", "null"])
    if way == "cut":
        lines[number] = lines[number][: chance.randrange(len(lines[number]))]
    elif way == "twice":
        lines *= 2
    elif way == "cell":
        cells = lines[number].split(b",")
        cells[chance.randrange(len(cells))] = chance.choice(list(ODD.values()))
        lines[number] = b",".join(cells)
    else:
        lines[number] += {"bytes": b"\xff\xfe\r\n", "quote": b'"', "null": b"\x00"}[way]
    _write(path, b"".join(lines))
    return f"line {number + 1}: {way}"


def _instead_of(path: Path, chance: random.Random) -> str:
    """Put something else in the place of a file."""
    whole = path.read_bytes()
    ways: dict[str, Callable[[], object]] = {
        "nothing": lambda: None,
        "a folder": path.mkdir,
        "a folder with a file": lambda: (path.mkdir(), (path / "x").write_bytes(b"x")),
        "a link to nowhere": lambda: path.symlink_to("nowhere"),
        "a link to zeros": lambda: path.symlink_to("/dev/zero"),
        "a link to itself": lambda: path.symlink_to(path.name),
        "a link to the folder": lambda: path.symlink_to("."),
        "a pipe": lambda: os.mkfifo(path),
        "a socket": lambda: _socket(path),
        "an empty file": path.touch,
        "0xff": lambda: path.write_bytes(b"\xff" * 1000),
        "half of it": lambda: path.write_bytes(whole[: chance.randrange(len(whole) or 1)]),
        "one byte changed": lambda: path.write_bytes(_flipped(whole, chance)),
        "it twice": lambda: path.write_bytes(whole * 2),
        "brackets": lambda: path.write_bytes(DEEP),
        "line breaks": lambda: path.write_bytes(b"\n" * 10_000),
        "nobody may read it": lambda: (path.write_bytes(whole), path.chmod(0)),
    }
    way = chance.choice(list(ways))
    path.unlink()
    ways[way]()
    return way


def _flipped(whole: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(whole) or 1)
    return whole[:place] + bytes([whole[place] ^ (1 << chance.randrange(8))]) + whole[place + 1 :] if whole else b"x"


def _socket(path: Path) -> None:
    # The name of a socket may have a hundred characters only.
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{folder}/s")
        Path(f"{folder}/s").rename(path)


def _write(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def _renew(run: RunFolder, name: str, known: dict[str, str]) -> None:
    """Renew the hashes as a forger would, as far as there are files to hash."""
    path, manifest = run.path / name, run.path / MANIFEST
    if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK):
        digest = _chained(path) if name.endswith(".jsonl") else canonical.sha256_of_file(path)
        if name in known:
            _write(manifest, manifest.read_bytes().replace(known[name].encode(), digest.encode()))
    with contextlib.suppress(OSError):
        run.seal()


def _chained(path: Path) -> str:
    """Chain the lines of a file anew and return the hash of the last one."""
    head, lines = GENESIS, []
    for line in path.read_bytes().splitlines():
        start = line.rfind(b'"previous":"') + len(b'"previous":"')
        lines.append(line[:start] + head.encode() + line[start + 64 :] if b'"previous":"' in line else line)
        head = canonical.sha256(lines[-1])
    _write(path, b"".join(line + b"\n" for line in lines))
    return head


class _TooLong(BaseException):
    """Raised in whatever takes too much processor time."""


@contextmanager
def bounded(cpu_s: float = CPU_S, room: int = ROOM) -> Iterator[None]:
    """Allow a few seconds of the processor and a certain memory beyond what the process has."""

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room, limits[1]))
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def faults(clean: RunFolder, seed: int, folder: Path, *, whole: bool) -> tuple[Mutation, list[str]]:
    """Mutate a copy of a clean run, check it, and return what happened that must not.

    Args:
        clean: The run.
        seed: Decides the mutation.
        folder: Where the copy is made and removed.
        whole: Whether the command is tried, and reports are compared; that takes longest.
    """
    run = RunFolder(Path(shutil.copytree(clean.path, folder / "run")))
    try:
        mutation = mutate(run, random.Random(f"{clean.path.name} {seed}"))
        found: list[str] = []
        try:
            with bounded():
                passed = tried(run, found, whole=whole)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return mutation, [*found, f"{type(error).__name__}: {error}"[:300] + _where(error)]
        if passed and not _may_pass(run, clean, mutation):
            found.append("passed")
        return mutation, found
    finally:
        shutil.rmtree(run.path)


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return "".join(f" < {Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-3:]))


def tried(run: RunFolder, found: list[str], *, whole: bool) -> bool:
    """Check a run by all three ways, note what is wrong with what they say, and return whether it was passed."""
    findings = checker.check(str(run.path))[0]
    found += [f"unchecked: {one.say()}" for one in findings if one.key == "unchecked"]
    said = [one.say(language) for one in findings for language in ("en", "zh")]
    verdict = None
    if (run.path / MANIFEST).is_file():
        verdict = rebuild_and_compare(run, scope="everything" if whole else "numbers")
        said += [localized(one) for one in (*verdict.findings, *verdict.uncompared)]
    found += [f"no sentence: {one[:200]!r} ({len(one)})" for one in said if "\n" in one or len(one) > _LONGEST]
    passed = not findings and verdict is not None and not verdict.findings and not verdict.uncompared
    if whole:
        code = _of_command(run, found)
        if (code == 0) != passed:
            found.append(f"the command ended with {code}")
    return passed


def _of_command(run: RunFolder, found: list[str]) -> int:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = cli.run(["--lang", "en", "verify", str(run.path)])
        except MindsightError:
            code = 2
    if code not in (0, 1, 2, 3):
        found.append(f"exit status {code}")
    if code and not out.getvalue() + err.getvalue() and code != 2:
        found.append("the command says nothing")
    return code


def _may_pass(run: RunFolder, clean: RunFolder, mutation: Mutation) -> bool:
    """Return whether a check may pass a mutation: no hash is wrong, and no number of the results is another."""
    if not mutation.renewed:
        return (run.path / mutation.file).read_bytes() == (clean.path / mutation.file).read_bytes()
    if mutation.file != RESULTS:
        return True
    return alike(canonical.load(run.path / RESULTS), canonical.load(clean.path / RESULTS))


def alike(one: Any, other: Any) -> bool:
    """Return whether two pages are the same but for the last digits of their numbers."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9) if isinstance(one, float) else bool(one == other)


def main(name: str, first: int, last: int) -> None:
    """Print what must not happen, and the slowest mutations."""
    warnings.simplefilter("error")  # as in the tests
    times = []
    with tempfile.TemporaryDirectory() as folder:
        clean = present(name, Path(folder))
        for seed in range(first, last):
            begun = time.process_time()
            mutation, found = faults(clean, seed, Path(folder), whole=True)
            times.append((time.process_time() - begun, seed, mutation))
            for fault in found:
                print(name, seed, *mutation, "|", fault, flush=True)  # noqa: T201
    for slow in sorted(times, reverse=True)[:5]:
        print(*slow)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
