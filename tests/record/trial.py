"""What the tests of records, walks and commands share: a tiny kit, a sealed run, and ways to forge one."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.kits.pictures import encode_png
from mindsight.album.plan import AlbumPlan
from mindsight.album.profile import load_profile
from mindsight.pipeline import run_test
from mindsight.record import canonical
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from record import warm

GENESIS = "0" * 64
TIMES = ("started", "ended", "resumed")


def make_photos(folder: Path, count: int = 5, *, names: Iterable[str] = ()) -> Path:
    """Write small soft pictures, each another one."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(20)
    for name in [*names] or [f"photo-{number}.png" for number in range(1, count + 1)]:
        corners = rng.integers(20, 236, (3, 4, 3)).astype(np.float64)
        picture = np.clip(np.kron(corners, np.ones((8, 8, 1))) + rng.normal(0, 2, (24, 32, 3)), 0, 255)
        (folder / name).write_bytes(encode_png(picture.astype(np.uint8)))
    return folder


def make_kit(folder: Path, count: int = 5, *, seed: int = 7) -> Path:
    """Prepare a trial kit of small pictures."""
    photos = make_photos(folder.with_name(folder.name + "-photos"), count)
    make_enhancement_kit(photos, folder, Recipe(load_profile(), seed, None), trial=True)
    return folder


def make_outputs(kit: Path, folder: Path) -> Path:
    """Write what a product might bring back: three pictures of its own, one that is perfect; the last is missing."""
    folder.mkdir()
    items = [item for item, _ in EnhancementKit(kit).items()]
    for item in items[:3]:
        shutil.copyfile(kit / item.input.path, folder / f"{item.id}.png")
    shutil.copyfile(kit / items[3].reference.path, folder / f"{items[3].id}.png")
    return folder


def enhancement(kit: Path, spec: SubjectSpec, **options: Any) -> EnhancementTest:
    """Return the test of a subject on a kit."""
    return EnhancementTest(EnhancementKit(kit), spec, Subject(spec=spec.public, name="product"), AlbumPlan(**options))


def sealed_run(kit: Path, folder: Path, spec: SubjectSpec, **options: Any) -> Path:
    """Walk a whole test, write its report and return the folder."""
    write_report(run_test(enhancement(kit, spec, **options), folder))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its name."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def without_times(manifest: bytes) -> dict[str, Any]:
    """Return a manifest as data without what the clock put into it."""
    return {key: value for key, value in json.loads(manifest).items() if key not in TIMES}


def same_but_for_times(one: Path, other: Path) -> bool:
    """Say whether two runs hold the same bytes, apart from the clock's: the manifest's times and who repeats them."""
    first, second = contents(one), contents(other)
    clocked = {"manifest.json", "items.jsonl", "SHA256SUMS", "report.html"}
    return (
        first.keys() == second.keys()
        and all(first[name] == second[name] for name in first.keys() - clocked)
        and untimed_items(one) == untimed_items(other)
    )


def untimed_items(run: Path) -> list[dict[str, Any]]:
    """Return the items without the time used and the chain that depends on it."""
    items = [json.loads(line) for line in (run / "items.jsonl").read_bytes().splitlines()]
    return [{key: value for key, value in item.items() if key not in ("time_s", "previous")} for item in items]


# Forgery: what somebody who knows the format would do.


def reseal(run: Path) -> None:
    """Compute SHA256SUMS anew over whatever the folder holds."""
    names = sorted(name for name in contents(run) if name != "SHA256SUMS")
    lines = [f"{hashlib.sha256((run / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (run / "SHA256SUMS").write_text("".join(lines))


def read_page(run: Path, name: str) -> Any:
    return json.loads((run / name).read_bytes())


def write_page(run: Path, name: str, value: Any) -> None:
    (run / name).write_bytes(canonical.page(value))


def read_lines(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / "items.jsonl").read_bytes().splitlines()]


def rechain(run: Path, items: list[dict[str, Any]]) -> None:
    """Write the items as an unbroken chain and put its end into the manifest."""
    head, lines = GENESIS, []
    for item in items:
        lines.append(canonical.line({**item, "previous": head}))
        head = canonical.sha256(lines[-1][:-1])
    (run / "items.jsonl").write_bytes(b"".join(lines))
    manifest = read_page(run, "manifest.json")
    write_page(run, "manifest.json", {**manifest, "items": {"count": len(items), "head": head}})


# Commands as processes of their own.


OF_THE_START = re.compile("PYTHON|LC_")
"""Variables that Python reads as it starts, and never again."""


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which mindsight speaks English and knows nothing of the caller."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", **more}


def mindsight(*arguments: str | Path, **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end; stdin is empty unless given. Python starts anew where that could make a difference."""
    variables = more.get("env", environment())
    if more.keys() <= {"env"} and variables.get("LANG") == "C.UTF-8" and not any(map(OF_THE_START.match, variables)):
        return warm.run([*map(str, arguments)], environment(), variables)
    options = {"stdin": subprocess.DEVNULL, "env": environment(), "timeout": 120, **more}
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False, **options)


def command(*arguments: str | Path) -> list[str]:
    """Return the command line that starts mindsight."""
    return [sys.executable, "-m", "mindsight", *map(str, arguments)]


def start(*arguments: str | Path, **more: Any) -> "subprocess.Popen[Any]":
    """Start a command and return its process."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command(*arguments), env=environment(), **{**quiet, **more})


def wait_for(happened: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait until something is true, looking every millisecond."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.001)


def whole_lines(run: Path) -> int:
    """Return how many items stand in a record, without a torn last line."""
    items = run / "items.jsonl"
    return items.read_bytes().count(b"\n") if items.exists() else 0
