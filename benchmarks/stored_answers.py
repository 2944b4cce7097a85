"""Memory and time of every command over more and more stored answers of ``vsig``: both must stay what they are an answer.

A thousand samples share a clip, and no last frame is kept; the commands are those that users type, each in a process of its own.
"""

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.many import Cost, cost_of, told
from benchmarks.vsig_media import clip_at
from benchmarks.vsig_scoring import sample_of

COUNTS = (10_000, 100_000, 1_000_000)
_EACH, _CLIPS, _DIFFERENT = 1_000, 20, 120
_SIZE, _SECONDS = (320, 180), 5
_OFF = ((0, 0), (0, 0), (0, 400), (60, 0), (-300, 2000))
"""By how much a point and a time are off, in turn."""


def make(folder: Path, count: int) -> tuple[Path, Path]:
    """Write a data set of so many samples and an answer to each; return both."""
    data, rng = folder / "data", np.random.default_rng(5)
    data.mkdir()
    film = clip_at(folder / "film.mp4", "libx264", "yuv420p", size=_SIZE, seconds=_SECONDS).read_bytes()
    for number in range(_CLIPS):
        # A box that players pass over makes another file of it.
        (folder / f"{number}.mp4").write_bytes(film + b"\0\0\0\x0cfree" + number.to_bytes(4, "big"))
    known = {template: [sample_of(n, template, rng, _SIZE) for n in range(_DIFFERENT)] for template in range(1, 7)}
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as answers:
        for place, begin in enumerate(range(0, count, _EACH)):
            own = data / f"{place:04d}" / f"指令{place % 6 + 1}"
            own.mkdir(parents=True)
            os.link(folder / f"{place % _CLIPS}.mp4", own / "clip.mp4")
            samples = []
            for number in range(begin, min(begin + _EACH, count)):
                sample, said = known[place % 6 + 1][number % _DIFFERENT]
                samples.append({**sample, "id": f"{number:07d}", "video_name": "clip.mp4"})
                answer = json.dumps(_off(said, number), ensure_ascii=False)
                answers.write(json.dumps({"id": f"{number:07d}", "answer": answer}) + "\n")
            (own / "annotations.json").write_text(json.dumps(samples, ensure_ascii=False), "utf-8")
    return data, folder / "answers.jsonl"


def _off(said: dict[str, Any], number: int) -> dict[str, Any]:
    """Return an answer of which some points and times are wrong."""
    off_units, off_ms = _OFF[number % len(_OFF)]
    again = copy.deepcopy(said)
    for one in again["point_list"]:
        one["point"] = [min(999, max(0, coordinate + off_units)) for coordinate in one["point"]]
        one["timestamp"] += off_ms
    return again


def costs(folder: Path, count: int) -> Iterator[Cost]:
    """Yield what each command costs for so many answers."""
    os.environ["XDG_CACHE_HOME"] = str(folder)
    data, answers = make(folder, count)
    run, other = folder / "run", folder / "other"
    score = ("vsig", "score", data, answers, "--no-media")
    yield cost_of("score", *score, "--out", run)
    yield cost_of("verify", "verify", run)
    yield cost_of("report", "report", run)
    yield cost_of("rescore", "rescore", run)
    yield cost_of("score again", *score, "--out", other)
    yield cost_of("compare", "compare", run, other, "--out", folder / "page.html")


def main() -> None:
    """Print what each command costs for each number of answers."""
    for _ in told(__doc__, COUNTS, costs):
        pass


if __name__ == "__main__":
    main()
