# ruff: noqa: E501
"""Small valid files of every format that a command takes; each function writes one, with what lies beside it, and returns it."""

import bz2
import csv
import gzip
import io
import json
import lzma
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
from PIL import Image

from album.classes import class_kit
from album.making import trial_kit
from album.masked import coco, make_material, mask_kit
from home.imported import benchmarks
from home.imported.sets import own_set, picture, pool_of, write_lines, write_pictures
from home.imported.test_readers import croissant

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "tests" / "golden" / "records"
EXAMPLES = ROOT / "docs" / "examples"


def written(file: Path, content: str | bytes | Any) -> Path:
    """Write words, bytes, or what JSON can say."""
    file.parent.mkdir(parents=True, exist_ok=True)
    data = content if isinstance(content, str | bytes) else json.dumps(content)
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return file


def example(name: str, folder: Path) -> Path:
    return written(folder / name, (EXAMPLES / name).read_bytes())


def sheet(file: Path, rows: list[list[Any]]) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file


def table(file: Path, rows: list[list[Any]]) -> Path:
    words = io.StringIO()
    csv.writer(words).writerows(rows)
    return written(file, words.getvalue())


def record(name: str, file: str, folder: Path) -> Path:
    """Copy a run of the golden records and return one of its files."""
    shutil.copytree(RECORDS / name, folder / "run")
    return folder / "run" / file


def archive(folder: Path, ending: str) -> Path:
    """Pack a set of questions."""
    made, inside = folder / f"set.{ending}", own_set(folder / "inside", 2)
    if "zip" in ending:
        how = {"zip": zipfile.ZIP_DEFLATED, "bzip.zip": zipfile.ZIP_BZIP2, "lzma.zip": zipfile.ZIP_LZMA}[ending]
        with zipfile.ZipFile(made, "w", how) as packed:
            for one in sorted(inside.iterdir()):
                packed.write(one, one.name)
        return made
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as tape:
        tape.add(inside, "set")
    pack = {"tar": bytes, "tar.gz": gzip.compress, "tar.bz2": bz2.compress, "tar.xz": lzma.compress}[ending]
    return written(made, pack(held.getvalue()))


def still(folder: Path, form: str) -> Path:
    pixels = np.random.default_rng(3).integers(0, 255, (24, 32, 3), np.uint8)
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, form)
    return written(folder / f"photo.{form.lower()}", held.getvalue())


def clip(folder: Path) -> Path:
    benchmarks.write_clip(folder / "clip.mp4", 6)
    return folder / "clip.mp4"


def questions(folder: Path) -> Path:
    return own_set(folder, 3) / "questions.jsonl"


def question_list(folder: Path) -> Path:
    file = questions(folder)
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    file.unlink()
    return written(folder / "questions.json", rows)


def question_table(folder: Path) -> Path:
    write_pictures(folder, 2)
    heads = ["question", "pictures", "answer", "kind", "choices"]
    return table(
        folder / "questions.csv",
        [heads, ["Dark?", "0.png", "yes", "yes_no", ""], ["Dark?", "1.png", "no", "yes_no", ""]],
    )


def parquet(folder: Path) -> Path:
    benchmarks.blink(folder)
    return next(folder.rglob("*.parquet"))


def marks(folder: Path) -> Path:
    benchmarks.coco(folder)
    return folder / "instances_val.json"


def description(folder: Path) -> Path:
    return croissant(folder) / "croissant.json"


def mapping(folder: Path) -> Path:
    own_set(folder / "set", 2)
    return written(folder / "own.toml", (ROOT / "src/mindsight/home/imported/mappings/own.toml").read_bytes())


def pool(folder: Path, name: str) -> Path:
    pool_of(own_set(folder / "set", 3), folder / "pool")
    return folder / "pool" / name


def kit(folder: Path, kind: str) -> Path:
    make = {"classification": class_kit, "enhancement": trial_kit, "segmentation": mask_kit}[kind]
    made: Path = make(folder / "kit")  # type: ignore[operator]
    return made / "kit.json"


def outlines(folder: Path) -> Path:
    images, _ = make_material(folder, 2)
    shape = [[4, 4, 40, 4, 40, 30, 4, 30]]
    names = sorted(path.name for path in images.iterdir())
    return written(folder / "marks.json", coco(images, {name: [shape] for name in names}))


def labels(folder: Path) -> Path:
    images, _ = make_material(folder, 2)
    for image in sorted(images.iterdir()):
        written(folder / "labels" / f"{image.stem}.txt", "0 0.1 0.1 0.9 0.1 0.9 0.9\n0 0.2 0.2 0.4 0.2 0.4 0.4\n")
    return folder / "labels" / "photo-01.txt"


def mask(folder: Path) -> Path:
    make_material(folder, 2)
    return folder / "masks" / "photo-01.png"


def photoprism(folder: Path) -> Path:
    label = {"LabelID": 1, "LabelSrc": "image", "Uncertainty": 12, "Label": {"Name": "Cat", "Slug": "cat"}}
    photo = {
        "UID": "p1",
        "OriginalName": "0001",
        "Name": "2025/a",
        "Files": [{"Name": "a", "Primary": True}],
        "Labels": [label],
    }
    return written(folder / "answers.json", [photo, {**photo, "UID": "p2", "OriginalName": "0002"}])


def classes(folder: Path) -> list[list[Any]]:
    return [["number", "actual", "predicted"], *([f"{n:04}", "cat" if n % 2 else "dog", "cat"] for n in range(1, 7))]


def profile(folder: Path, suite: str, name: str) -> Path:
    words = (ROOT / "src/mindsight" / suite / "profiles" / name).read_text("utf-8")
    fields = tomllib.loads(words)
    return written(folder / "ours.toml", words.replace(fields["name"], "ours/1") if "name" in fields else words)


def policy(folder: Path) -> Path:
    record("enhancement-python", "manifest.json", folder)
    rules = "".join(
        f'[[measures]]\nname = "{name}"\nmost_drop = 0.5\ntier = "critical"\n' for name in ("album.psnr", "album.ssim")
    )
    return written(folder / "policy.toml", f"alpha = 0.05\n{rules}")


def bias_lines(folder: Path) -> Path:
    rows = [
        {"id": f"q{n}", "question": "Which?", "answer": "A", "options": ["a", "b"], "group": f"g{n}"} for n in range(6)
    ]
    write_lines(folder / "questions.jsonl", rows)
    return folder / "questions.jsonl"


def photographs(folder: Path) -> Path:
    """Return the picture of a folder to review."""
    for number in range(3):
        written(folder / "data" / f"{number}.png", picture(number))
    return folder / "data" / "0.png"


def ratings(folder: Path, rows: list[list[Any]] | None = None) -> list[list[Any]]:
    record("enhancement-python", "manifest.json", folder)
    heads = [["item", "rater", "value", "time"]]
    return heads + [[f"{n:04}", rater, 40 + n, 3.5] for n in (1, 2) for rater in ("Ann", "Bo")]


def label_studio(folder: Path) -> Path:
    rows = ratings(folder)[1:]
    tasks = [
        {"id": n, "data": {"item": item}, "annotations": [{"completed_by": rater, "lead_time": 2.5, "result": [{"type": "number", "value": {"number": value}}]}]}
        for n, (item, rater, value, _) in enumerate(rows)
    ]  # fmt: skip
    return written(folder / "export.json", tasks)
