"""A hundred thousand pairs in one run: killed three times and resumed, it equals the undisturbed run."""

import itertools
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mindsight import checker
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementHeader
from mindsight.album.enhancement.preparation import degrade
from mindsight.album.enhancement.scoring import score_terms
from mindsight.album.kits.kit import INPUTS, TRUTH, KitPicture, write_kit
from mindsight.album.kits.pictures import encode_png, grey
from mindsight.album.profile import load_profile
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.verification.verifying import rebuild_and_compare
from record import trial

COUNT = int(os.environ.get("MINDSIGHT_TEST_PAIRS", "100000"))
KINDS, WIDTH, HEIGHT = 4, 32, 24


def make(folder: Path) -> None:
    """Write a kit and outputs as hard links to a few small pictures."""
    profile, rng = load_profile(), np.random.default_rng(5)
    for path in (folder / "kit" / INPUTS, folder / "kit" / TRUTH, folder / "outputs"):
        path.mkdir(parents=True)
    sources = []
    for kind in range(KINDS):
        corners = rng.integers(20, 236, (HEIGHT // 8, WIDTH // 8, 3))
        reference = np.kron(corners, np.ones((8, 8, 1))).astype(np.uint8)
        worse = degrade(reference, profile, np.random.default_rng(kind))
        output = degrade(reference, profile.model_copy(update={"noise_sigma": 4.0}), np.random.default_rng(kind + 9))
        files = [encode_png(pixels) for pixels in (reference, worse, output)]
        for name, data in zip(("truth", "input", "output"), files, strict=True):
            (folder / f"{name}-{kind}").write_bytes(data)
        sources.append((files, *score_terms(grey(reference), grey(worse))))

    def entries() -> Iterator[EnhancementEntry]:
        for number, kind in zip(range(1, COUNT + 1), itertools.cycle(range(KINDS)), strict=False):
            identifier = f"{number:06}"
            (truth, source, _), terms, windowed = sources[kind]
            pictures = {}
            for place, name, data in ((TRUTH, "truth", truth), (INPUTS, "input", source)):
                path = f"{place}/{identifier}.png"
                os.link(folder / f"{name}-{kind}", folder / "kit" / path)
                pictures[name] = KitPicture(path=path, sha256=canonical.sha256(data), width=WIDTH, height=HEIGHT)
            os.link(folder / f"output-{kind}", folder / "outputs" / f"{identifier}.png")
            yield EnhancementEntry(
                id=identifier,
                source=f"{identifier}.png",
                cluster=identifier,
                reference=pictures["truth"],
                input=pictures["input"],
                input_terms=terms,
                input_windowed=windowed,
            )

    header = EnhancementHeader(profile=profile, seed=7, scale=None, trial=COUNT < 31, count=COUNT)
    write_kit(folder / "kit", header, entries())


def start(folder: Path, run: Path) -> "subprocess.Popen[bytes]":
    how = "--resume" if (run / "manifest.json").exists() else "--out"
    return trial.start(
        "album",
        "score",
        folder / "kit",
        folder / "outputs",
        "--product-version",
        "1",
        how,
        run,
        "--workers",
        "2",
        "--json",
    )


def recorded(run: Path) -> int:
    items = run / "items.jsonl"
    return items.read_bytes().count(b"\n") if items.exists() else 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_hundred_thousand_pairs_killed_three_times(tmp_path: Path) -> None:
    make(tmp_path)
    undisturbed, run = tmp_path / "undisturbed", tmp_path / "run"
    assert start(tmp_path, undisturbed).wait(900) == 0
    for share in (0.2, 0.5, 0.9):
        process = start(tmp_path, run)
        while recorded(run) < share * COUNT and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        assert share * COUNT <= recorded(run) < COUNT, "the kill came too late to mean anything"
    assert start(tmp_path, run).wait(900) == 0
    for name in ("results.json", "scores.csv"):
        assert (run / name).read_bytes() == (undisturbed / name).read_bytes()
    assert trial.contents(run).keys() == trial.contents(undisturbed).keys()
    with (run / "items.jsonl").open("rb") as one, (undisturbed / "items.jsonl").open("rb") as other:
        found = sorted(item_of(line) for line in one)
        assert found == sorted(item_of(line) for line in other)
    assert len({identifier for identifier, _ in found}) == len(found) == COUNT
    findings, _ = checker.check(str(run))
    assert [finding.say() for finding in findings] == []
    assert rebuild_and_compare(RunFolder(run)).findings == []


def item_of(line: bytes) -> tuple[str, str]:
    """Return an item's id and all its fields except time and chain."""
    item = json.loads(line)
    return item["id"], json.dumps({key: value for key, value in item.items() if key not in ("time_s", "previous")})
