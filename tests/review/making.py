"""Small data sets that nothing is wrong with, each of pictures that resemble no other."""

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import av
import numpy as np
from PIL import Image

from mindsight.review.declarations import Signed, read_declarations
from mindsight.review.findings import Review
from mindsight.review.reviewing import review

ON = date(2026, 11, 20)
DECLARATIONS = """
allowed_licences = ["CC0-1.0"]
oldest_years = 5
[by]
name = "Li Hua"
on = 2026-11-01
[[sources]]
licence = "CC0-1.0"
source = "a laboratory"
origin = "self-made"
collected_by = "Wang Fang"
collected = 2026-05-01
[people]
shown = false
[upkeep]
version = "1"
owner = "Li Hua"
next_review = 2027-05-01
delete_after = 2030-01-01
[annotation]
labellers = ["A", "B"]
inspector = "C"
inspection = {inspected = 200, errors = 0, most_errors = 0.02}
twice = "twice.csv"
"""


def picture(seed: int, size: tuple[int, int] = (96, 64)) -> Image.Image:
    """Return a smooth random picture, as unlike others as photographs are."""
    rng = np.random.default_rng(seed)
    coarse = Image.fromarray(rng.integers(0, 256, (6, 9, 3), dtype=np.uint8))
    return coarse.resize(size, Image.Resampling.BICUBIC)


def jpeg(seed: int, **options: Any) -> bytes:
    data = io.BytesIO()
    picture(seed).save(data, "JPEG", quality=92, **options)
    return data.getvalue()


def photographs(folder: Path, count: int = 24, classes: tuple[str, ...] = ("cup", "shoe")) -> Path:
    """Make a folder of photographs by class, all of it as it should be."""
    for number in range(count * len(classes)):
        place = folder / classes[number % len(classes)]
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:04d}.jpg").write_bytes(jpeg(number))
    return folder


def declarations(folder: Path, words: str = DECLARATIONS) -> Signed:
    rows = "\n".join(f"{number},{'ab'[number % 2]},{'ab'[number % 2]}" for number in range(20))
    (folder / "twice.csv").write_text(f"item,first,second\n{rows}\n", "utf-8")
    (folder / "declarations.toml").write_text(words, "utf-8")
    return read_declarations(folder / "declarations.toml")


def clip(path: Path, *, metadata: dict[str, str] | None = None, seed: int = 0, has_sound: bool = False) -> Path:
    """Write a clip of ten frames of 64 × 48 pixels, optionally with a second of sound."""
    with av.open(str(path), "w") as container:
        container.metadata.update(metadata or {})
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        sound = container.add_stream("aac", rate=16_000, layout="mono") if has_sound else None
        for number in range(10):
            frame = av.VideoFrame.from_image(picture(seed + number, (64, 48)))
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        if sound is not None:
            wave = np.sin(np.arange(16_000, dtype=np.float32) / 10)[None]
            heard = av.AudioFrame.from_ndarray(wave, format="fltp", layout="mono")
            heard.sample_rate = 16_000
            container.mux(sound.encode(heard))
            container.mux(sound.encode())
    return path


def sample(**changes: Any) -> dict[str, Any]:
    target = {"name": "笔", "type": "object", "points": [[500, 500]], "mask": {"bbox": [10, 10, 20, 20]}}
    said = {"text": "把这个拿起来", "words": [{"text": "把这个", "begin_time": 0, "end_time": 400}]}
    return {
        "id": "one",
        "folder": "kitchen",
        "video_name": "one.mp4",
        "task_template": "指令2",
        "is_invalid": False,
        "asr_result": said,
        "object_space": [target],
        **changes,
    }


def clips(folder: Path, *samples: dict[str, Any]) -> Path:
    """Make a folder with one clip and its annotations."""
    place = folder / "kitchen" / "指令2"
    place.mkdir(parents=True)
    clip(place / "one.mp4")
    (place / "annotations.json").write_text(json.dumps(samples or (sample(),), ensure_ascii=False), "utf-8")
    return folder


def states(data: Path, out: Path, declared: Signed | None = None) -> dict[str, str]:
    """Return the state of each check of a review."""
    return by_check(review(data, out, on=ON, declared=declared))


def by_check(found: Review) -> dict[str, str]:
    return {one.id: one.state for one in found.checks}
