"""Questions on real photographs and a real clip, from a folder to a verified record."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from mindsight.record.folder import RunFolder
from record import trial

from .sets import write_lines

DATA = Path(os.environ.get("MINDSIGHT_TEST_DATA", "/nowhere"))
GARMENTS, NATURE, CLIP = DATA / "album" / "clothing10", DATA / "album" / "immich_nature", DATA / "vsig_real"
pytestmark = pytest.mark.skipif(not GARMENTS.is_dir(), reason="needs real photographs: MINDSIGHT_TEST_DATA")


def test_photographs_and_a_clip_with_twins_from_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    kinds = sorted(one.name for one in GARMENTS.iterdir() if one.is_dir())
    rows: list[dict[str, object]] = []
    for kind in kinds:
        for number, photo in enumerate(sorted((GARMENTS / kind).iterdir())[:2]):
            name = f"{kind}-{number}{photo.suffix}"
            (folder / name).write_bytes(photo.read_bytes())
            rows.append(
                {
                    "question": "Which garment is this?",
                    "pictures": name,
                    "choices": kinds,
                    "answer": kind,
                    "kind": "choice",
                }
            )
    clip = next(CLIP.rglob("*.MOV"))
    (folder / clip.name).write_bytes(clip.read_bytes())
    rows.append(
        {
            "question": "Does somebody point?",
            "clip": clip.name,
            "begin": 0.5,
            "end": 2.5,
            "answer": "yes",
            "kind": "yes_no",
        }
    )
    write_lines(folder / "questions.jsonl", rows)
    pool, run = tmp_path / "pool", tmp_path / "run"
    done = trial.mindsight("--lang", "en", "home", "import", folder, "--irrelevant-from", NATURE, "--out", pool)
    assert done.returncode == 0, done.stderr
    for photo in (pool / "media").iterdir():
        with Image.open(photo) as image:
            image.load()
            # Neither place nor device of a photograph goes along.
            assert not image.getexif()
    assert trial.mindsight("home", "run", "--pool", pool, "--subject", "baseline:random", "--out", run).returncode == 0
    items = list(RunFolder.open(run).items)
    assert len(items) == 2 * len(rows) == 42
    (shown,) = [item.media for item in items if item.id == "object.own_yes_no-0001-1"]
    assert len(set(shown.values())) == 8
    assert trial.mindsight("verify", run).returncode == 0
    assert subprocess.run([sys.executable, "-I", run / "check_run.py", run], check=False).returncode == 0
    found = {one.name: one for one in RunFolder.open(run).results.measures}
    assert found["home.accuracy.object.own_choice"].n == 20
    assert found["home.f_above_chance"].value is not None
