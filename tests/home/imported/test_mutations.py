"""A thousand damaged files of every form: each becomes findings or one clear sentence, and nothing is written outside the pool."""

import io
import json
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mindsight.errors import InputError
from mindsight.home.imported.readers.archives import unpack

from .benchmarks import blink, coco, write_clip
from .sets import own_set, picture, pool_of, write_lines
from .test_readers import croissant

TRIES = 1000


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    """Return data with some bytes changed, a piece cut out, doubled or zeroed, or the end missing."""
    found = bytearray(data)
    kind = int(rng.integers(5))
    at, length = int(rng.integers(len(found))), int(rng.integers(1, max(2, len(found) // 4)))
    if kind == 0:
        for place in rng.integers(len(found), size=int(rng.integers(1, 9))):
            found[int(place)] = int(rng.integers(256))
    elif kind == 1:
        del found[at : at + length]
    elif kind == 2:
        found[at:at] = found[at : at + length]
    elif kind == 3:
        found[at : at + length] = bytes(len(found[at : at + length]))
    else:
        del found[at:]
    return bytes(found)


def lines(folder: Path) -> Path:
    own_set(folder, 3)
    return folder / "questions.jsonl"


def parquet(folder: Path) -> Path:
    blink(folder)
    return next(folder.rglob("*.parquet"))


def marks(folder: Path) -> Path:
    coco(folder)
    return folder / "instances_val.json"


def description(folder: Path) -> Path:
    return croissant(folder) / "croissant.json"


FORMS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "jsonl": (lines, "own"),
    "parquet": (parquet, "blink"),
    "coco": (marks, "coco"),
    "croissant": (description, "own"),
}


def check(form: str, tmp_path: Path, tries: int) -> int:
    """Import so many mutations; return how many gave a pool."""
    (tmp_path / "set").mkdir()
    make, mapping = FORMS[form]
    file = make(tmp_path / "set")
    data, rng, usable = file.read_bytes(), np.random.default_rng(11), 0
    for _ in range(tries):
        file.write_bytes(mutated(data, rng))
        try:
            pool, found = pool_of(tmp_path / "set", tmp_path / "pool", mapping)
        except InputError:
            pass
        else:
            usable += 1
            assert sum(1 for _ in pool.questions()) + found.refused + found.left_out == found.rows
        shutil.rmtree(tmp_path / "pool", ignore_errors=True)
        assert {one.name for one in tmp_path.iterdir()} == {"set"}
    return usable


@pytest.mark.parametrize("form", FORMS)
def test_a_few_damaged_files(form: str, tmp_path: Path) -> None:
    check(form, tmp_path, 12)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_thousand_damaged_files(form: str, tmp_path: Path) -> None:
    # Some damage leaves a file usable, most does not: a test in which all or none are would test nothing.
    assert 0 < check(form, tmp_path, TRIES) < TRIES


def archived(folder: Path, form: str) -> bytes:
    file = io.BytesIO()
    if form == "zip":
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in folder.iterdir():
                archive.write(one, one.name)
    else:
        with tarfile.open(fileobj=file, mode="w:gz" if form == "tar.gz" else "w") as packed:
            for one in folder.iterdir():
                packed.add(one, one.name)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["zip", "tar", "tar.gz"])
def test_a_thousand_damaged_archives(form: str, tmp_path: Path) -> None:
    data, rng, whole = archived(own_set(tmp_path / "set", 3), form), np.random.default_rng(12), 0
    file, target = tmp_path / f"a.{form}", tmp_path / "unpacked"
    for _ in range(TRIES):
        file.write_bytes(mutated(data, rng))
        target.mkdir()
        try:
            unpack(file, target)
            whole += 1
        except InputError:
            pass
        assert all(one.resolve().is_relative_to(target.resolve()) for one in target.rglob("*"))
        shutil.rmtree(target)
        assert {one.name for one in tmp_path.iterdir()} == {"set", file.name}
    assert whole < TRIES


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".mp4"])
def test_a_thousand_damaged_pictures_and_clips(suffix: str, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    shown = folder / f"shown{suffix}"
    if suffix == ".mp4":
        write_clip(shown)
    else:
        shown.write_bytes(picture(3, {".jpg": "JPEG"}.get(suffix, suffix[1:].upper())))
    data, rng = shown.read_bytes(), np.random.default_rng(13)
    names = [f"{number}{suffix}" for number in range(TRIES)]
    for name in names:
        (folder / name).write_bytes(mutated(data, rng))
    rows = [{"question": "?", "pictures": name, "answer": "yes", "kind": "yes_no"} for name in (shown.name, *names)]
    write_lines(folder / "rows.jsonl", rows)
    pool, found = pool_of(folder, tmp_path / "pool")
    assert sum(1 for _ in pool.questions()) + found.refused == found.rows == TRIES + 1
    assert json.loads((folder / "rows.jsonl").read_text("utf-8").splitlines()[0])["pictures"] == shown.name
    assert 0 < found.refused < TRIES
