"""Shared by the tests with mutated material: a kit of each kind with outputs, ways to change bytes, and invariants."""

import json
import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from album.classes import class_kit, truth, write_answers
from album.making import encoded, soft_picture, trial_kit
from album.masked import SIZE, mask_kit, mask_of
from mindsight import checker
from mindsight.album.plan import AlbumPlan
from mindsight.album.suite import open_kit, open_test
from mindsight.errors import MindsightError
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import parse_subject
from mindsight.text import LANGUAGES, say

KINDS = ("classification", "enhancement", "segmentation")
# Subjects that read every input of a kit.
READERS = {
    "classification": "baseline:colour-centroids",
    "enhancement": "baseline:identity",
    "segmentation": "baseline:centre",
}
LONGEST_SENTENCE = 1200


def several(quick: int, slow: int) -> list[Any]:
    """Return the seeds of mutations of one sort: a few always, many marked as slow."""
    return [pytest.param(1, quick, id="few"), pytest.param(2, slow, id="many", marks=pytest.mark.slow)]


class Bench(NamedTuple):
    """A kit and a product's outputs before any change."""

    kind: str
    kit: Path
    outputs: Path
    clean: dict[str, Item]
    identity: Mapping[str, Any]

    @property
    def subject(self) -> str:
        return f"folder:{self.outputs}"


def run(kit: Path, folder: Path, subject: str, **options: Any) -> RunFolder:
    spec = parse_subject(subject)
    test = open_test(open_kit(kit), spec, Subject(spec=spec.public, name="product"), AlbumPlan(**options))
    made = run_test(test, folder)
    write_report(made)
    return made


def attempt(kit: Path, folder: Path, subject: str, **options: Any) -> RunFolder | None:
    """Run, check the record and return it; None if a clear message refused the input."""
    try:
        made = run(kit, folder, subject, **options)
    except MindsightError as error:
        is_clear(error)
        return None
    listed = [entry["id"] for entry in json.loads((kit / "kit.json").read_bytes())["items"]]
    items = {item.id: item for item in made.items}
    assert sorted(items) == sorted(listed)
    assert all((item.status == "failed") == (item.error is not None) for item in items.values())
    assert [finding.say() for finding in checker.check(str(made.path))[0]] == []
    return made


def is_clear(error: MindsightError) -> None:
    for language in LANGUAGES:
        sentence = say(error.text, language)
        assert 10 < len(sentence) < LONGEST_SENTENCE
        assert "\n" not in sentence
        assert "Traceback" not in sentence
    assert {*re.findall(r"{(\w+)}", error.text.message)} <= error.text.args.keys()


def make_bench(kind: str, base: Path, count: int = 3) -> Bench:
    kit, outputs = base / "kit", base / "outputs"
    if kind == "classification":
        class_kit(kit, {"hat": count, "shirt": 2})
        outputs = write_answers(base / "answers.csv", truth(kit))
    elif kind == "enhancement":
        trial_kit(kit, count)
        shutil.copytree(kit / "inputs", outputs)
    else:
        mask_kit(kit, count)
        outputs.mkdir()
        for number in range(1, count + 1):
            (outputs / f"{number:04}.png").write_bytes(cut_out(number))
    made = run(kit, base / "clean", f"folder:{outputs}")
    assert checker.check(str(made.path))[0] == []
    return Bench(kind, kit, outputs, {item.id: item for item in made.items}, made.manifest.identity)


def cut_out(number: int, kind: str = "PNG") -> bytes:
    return encoded(np.dstack([soft_picture(*SIZE, seed=number), mask_of(number)]), kind, **LOSSLESS.get(kind, {}))


LOSSLESS: dict[str, dict[str, Any]] = {"WEBP": {"lossless": True}, "JPEG": {"quality": 95}}


# ------------------------------------------------------------------------------------------------------------- bytes


def flip(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def drop(data: bytes, rng: random.Random) -> bytes:
    first = rng.randrange(len(data))
    return data[:first] + data[first + rng.randint(1, 40) :]


def double(data: bytes, rng: random.Random) -> bytes:
    first = rng.randrange(len(data))
    last = first + rng.randint(1, 80)
    return data[:last] + data[first:]


def noise(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    return data[:place] + rng.randbytes(rng.randint(1, 8)) + data[place:]


BYTES = (flip, cut, drop, double, noise)


def of_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif way == 1:
        del lines[one]
    else:
        lines.insert(other, lines[one])
    return b"".join(lines)
