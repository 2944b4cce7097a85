"""Random faults while small runs of every suite go on over a cluster: whatever is killed or frozen, the bytes must be the same.

Every trial draws a suite, a blow and a moment. A worker or a node that is killed, or a node that is frozen for up to 150 seconds,
must not be noticed by the command; a head takes the command with it, which is then resumed on a new cluster.
"""

import argparse
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.golden.difference import How, differences

from benchmarks.fleet import Blow, Fleet, send, wait_until
from benchmarks.pictures import photographs
from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.kits.pictures import encode_png
from mindsight.album.profile import load_profile

LINES = {
    "album": "album run {place}/kit --subject 'command:sh {place}/slow.sh {{input}} {{output}}' --product-version 1",
    "home": "home run --prompt-lang en --subject baseline:oracle --tasks buttons --trials 4",
    "vsig": "vsig run --data {place}/clips --subject baseline:random",
}
BLOWS: tuple[Blow, ...] = ("worker", "node", "freeze", "head")
LONGEST_FREEZE_S = 150.0
_PICTURES = 8
_PATIENCE_S = 420


class Trial(NamedTuple):
    """One run that was struck: what, by which blow, after how many items, how long it took, and what went wrong, if anything."""

    suite: str
    blow: Blow
    items: int
    taken_s: float
    wrong: str


class Campaign:
    """Strikes one run after another; each has a folder of its own."""

    def __init__(self, place: Path, rng: random.Random, suites: list[str], blows: list[Blow]) -> None:
        self._place, self._rng = place, rng
        self._suites, self._blows = suites, blows
        self._fleets = 0
        _prepare(place)
        self._whole = {}
        for suite in suites:
            self._whole[suite] = place / f"whole-{suite}"
            if wrong := _finished(self._start(LINES[suite], "--out", str(self._whole[suite]))):
                raise RuntimeError(wrong)
        self._fleet = self._new_fleet()

    def trial(self, number: int) -> Trial:
        """Strike one run and compare it with the undisturbed one."""
        suite, blow = self._rng.choice(self._suites), self._rng.choice(self._blows)
        after = self._rng.randrange(_lines(self._whole[suite]))
        out = self._place / f"struck-{number}"
        began = time.monotonic()
        process = self._start(LINES[suite], "--engine", "ray", "--out", str(out), on=self._fleet)
        wait_until(lambda: (_lines(out) >= after and out.exists()) or process.poll() is not None, _PATIENCE_S)
        items = _lines(out)
        wrong = self._after(blow, process, suite, out)
        taken = time.monotonic() - began
        found = wrong or "; ".join(differences(self._whole[suite], out, How()))
        return Trial(suite, blow, items, taken, found)

    def close(self) -> None:
        """End the cluster."""
        self._fleet.close()

    def _after(self, blow: Blow, process: "subprocess.Popen[str]", suite: str, out: Path) -> str:
        """Strike, mend the cluster, and return what went wrong."""
        if blow == "head":
            process.kill()
        struck = self._fleet.strike(blow, seconds=10)
        if blow == "freeze":
            wait_until(lambda: process.poll() is not None, self._rng.uniform(5, LONGEST_FREEZE_S))
            send(struck, signal.SIGCONT)
        if blow != "head":
            wrong = _finished(process)
            if blow != "worker":
                self._fleet.replace()
            return wrong
        process.communicate()
        self._fleet.close()
        self._fleet = self._new_fleet()
        done = _items(out)
        whole = done[: done.rfind(b"\n") + 1]
        born = (out / "manifest.json").exists()
        words = ("--resume", str(out)) if born else ("--out", str(out))
        wrong = _finished(self._start(LINES[suite], "--engine", "ray", *words, on=self._fleet))
        if wrong:
            return wrong
        repeated = not _items(out).startswith(whole)
        return "finished items were tested again" if repeated else ""

    def _start(self, line: str, *more: str, on: Fleet | None = None) -> "subprocess.Popen[str]":
        words = [sys.executable, "-m", "mindsight", *shlex.split(line.format(place=self._place)), *more]
        variables = {**os.environ, "LANG": "C.UTF-8", "XDG_CACHE_HOME": str(self._place / "cache")}
        variables.update({} if on is None else on.environment)
        return subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def _new_fleet(self) -> Fleet:
        self._fleets += 1
        return Fleet(self._place / f"fleet-{self._fleets}")


def _prepare(place: Path) -> None:
    (place / "photos").mkdir()
    for number, pixels in enumerate(islice(photographs(48, 48), _PICTURES)):
        (place / "photos" / f"{number}.png").write_bytes(encode_png(pixels))
    make_enhancement_kit(place / "photos", place / "kit", Recipe(load_profile(), 7, None), trial=True)
    (place / "slow.sh").write_text('sleep 0.5\ncp "$1" "$2"\n')
    clips = "vsig synth --count 4 --templates 2 --size 320x180 --fps 5 --silent --out"
    subprocess.run([sys.executable, "-m", "mindsight", *clips.split(), place / "clips"], check=True)


def _finished(process: "subprocess.Popen[str]") -> str:
    """Wait for a command and return what it said, if it failed or did not end."""
    try:
        said = process.communicate(timeout=_PATIENCE_S)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        return f"did not end within {_PATIENCE_S} s"
    return "" if process.returncode == 0 else f"status {process.returncode}: {said[-500:]}"


def _items(run: Path) -> bytes:
    items = run / "items.jsonl"
    return items.read_bytes() if items.exists() else b""


def _lines(run: Path) -> int:
    return _items(run).count(b"\n")


def main() -> int:
    """Strike as many runs as asked for, print each and a table, and fail if one came out otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no further run after so long")
    parser.add_argument("--suite", nargs="+", choices=sorted(LINES), default=sorted(LINES))
    parser.add_argument("--blow", nargs="+", choices=BLOWS, default=list(BLOWS))
    chosen = parser.parse_args()
    found: defaultdict[tuple[str, str], list[Trial]] = defaultdict(list)
    end = time.monotonic() + chosen.minutes * 60
    with tempfile.TemporaryDirectory(prefix="mindsight-faults-") as folder:
        campaign = Campaign(Path(folder), random.Random(chosen.seed), chosen.suite, chosen.blow)  # noqa: S311  (no secret)
        try:
            for number in range(chosen.count):
                if time.monotonic() > end:
                    break
                one = campaign.trial(number)
                found[one.suite, one.blow].append(one)
                print(number + 1, *one[:3], f"{one.taken_s:.0f} s", one.wrong or "same bytes", sep="\t", flush=True)
        finally:
            campaign.close()
    for (suite, blow), trials in sorted(found.items()):
        same = sum(not one.wrong for one in trials)
        print(
            f"{suite:6} {blow:7} {same} of {len(trials)} the same, {max(one.taken_s for one in trials):.0f} s at most"
        )
    return any(one.wrong for trials in found.values() for one in trials)


if __name__ == "__main__":
    sys.exit(main())
