"""Memory of scoring 1,000 and 50,000 pairs: a kit of any size must take the same.

The pictures are hard links to a few small ones; the command is the one that users type, in a process of its own.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.pictures import photographs
from benchmarks.rows import Row
from mindsight.album.enhancement_kit import EnhancementEntry, EnhancementHeader
from mindsight.album.enhancement_preparation import degrade
from mindsight.album.enhancement_scoring import score_terms
from mindsight.album.kits import INPUTS, TRUTH, KitPicture, write_kit
from mindsight.album.pictures import encode_png, grey
from mindsight.album.profile import load_profile
from mindsight.record import canonical

FEW, MANY = 1_000, 50_000
_SIDE = 48
_ALLOWED_MIB = 50


def measure() -> Iterator[Row]:
    """Yield the difference of the two peaks."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        few, many = (_peak_mib(Path(folder) / str(count), count) for count in (FEW, MANY))
    yield Row(
        f"memory: {MANY:,} pairs less {FEW:,} pairs",
        many - few,
        "MiB",
        f"within ±{_ALLOWED_MIB}",
        abs(many - few) <= _ALLOWED_MIB,
        f"peaks {few:.0f} and {many:.0f} MiB, libraries included",
    )


def _peak_mib(folder: Path, count: int) -> float:
    """Score a kit of ``count`` items and return the process's peak memory."""
    _make(folder, count)
    command = [
        sys.executable,
        "-m",
        "mindsight",
        "album",
        "score",
        str(folder / "kit"),
        str(folder / "outputs"),
        "--out",
        str(folder / "run"),
        "--json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    # Not the peak that wait4 tells: it starts from the memory of the process that was forked, this one.
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, _high_water_mib(process.pid))
        time.sleep(0.02)
    if process.returncode != 0:
        raise RuntimeError(f"scoring {count} pairs ended with status {process.returncode}")
    return peak


def _high_water_mib(pid: int) -> float:
    """Return the most memory that a process has used so far; 0 when it has just ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _make(folder: Path, count: int) -> None:
    """Write a kit and its outputs as hard links to four pictures."""
    profile = load_profile()
    outputs = folder / "outputs"
    for path in (folder / "kit" / INPUTS, folder / "kit" / TRUTH, outputs):
        path.mkdir(parents=True)
    kinds = []
    for number, pixels in zip(range(4), photographs(_SIDE, _SIDE), strict=False):
        degraded = degrade(pixels, profile, np.random.default_rng(number))
        kinds.append((encode_png(pixels), encode_png(degraded), *score_terms(grey(pixels), grey(degraded))))
        (folder / f"truth-{number}").write_bytes(kinds[-1][0])
        (folder / f"input-{number}").write_bytes(kinds[-1][1])

    def items() -> Iterator[EnhancementEntry]:
        for index in range(count):
            kind = index % 4
            identifier = f"{index + 1:05d}"
            names = (f"{TRUTH}/{identifier}.png", f"{INPUTS}/{identifier}.png")
            os.link(folder / f"truth-{kind}", folder / "kit" / names[0])
            os.link(folder / f"input-{kind}", folder / "kit" / names[1])
            os.link(folder / f"input-{kind}", outputs / f"{identifier}.png")
            truth, degraded, terms, windowed = kinds[kind]
            pictures = [
                KitPicture(path=name, sha256=canonical.sha256(data), width=_SIDE, height=_SIDE)
                for name, data in zip(names, (truth, degraded), strict=True)
            ]
            yield EnhancementEntry(
                id=identifier,
                source=f"{identifier}.png",
                cluster=identifier,
                reference=pictures[0],
                input=pictures[1],
                input_terms=terms,
                input_windowed=windowed,
            )

    header = EnhancementHeader(profile=profile, seed=7, scale=None, trial=False, count=count)
    write_kit(folder / "kit", header, items())
