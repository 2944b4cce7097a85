"""Where the finger rested: read from ``truth.json``, never refusing a sample, and computed from a drawn picture."""

import base64
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.discovery import MADE
from mindsight.vsig.dataset.rests import rests_of
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.dataset.targets.masks import full
from vsig.grounding import sample_of, with_rests
from vsig.making import Made
from vsig.running import prepared

SIZE = (64, 36)


def mask_page(box: tuple[int, int, int, int] = (10, 12, 20, 18)) -> dict[str, Any]:
    left, top, right, bottom = box
    bits = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    bits[top:bottom, left:right] = 255
    held = io.BytesIO()
    Image.fromarray(bits).save(held, "PNG")
    return {"mask_base64": base64.b64encode(held.getvalue()).decode(), "bbox": [left, top, right - 1, bottom - 1]}


def rest(**more: Any) -> dict[str, Any]:
    return {
        "time_ms": 900,
        "tip": [32.0, 18.0],
        "thing": "mug.1",
        "name": "mug",
        "is_meant": False,
        "mask": mask_page(),
        **more,
    }


def read(page: Any, count: int = 1) -> tuple[tuple[Any, ...], list[str]]:
    """Return the rests of a clip and the fields with warnings; nothing is ever refused."""
    findings = Findings("truth.json", "s")
    found = rests_of(page, "a.mp4", count, SIZE, findings)
    assert not findings.refused()
    return found, [one.field for one in findings.found]


def test_a_rest_is_read_with_the_pixels_of_what_was_nearest() -> None:
    (one, other), warned = read({"a.mp4": {"rests": [rest(), None]}}, 2)
    assert not warned
    assert other is None
    assert (one.time_ms, one.tip, one.name, one.is_meant) == (900, (0.5, 0.5), "mug", False)
    on = full(one.mask)
    assert np.argwhere(on).min(axis=0).tolist() == [12, 10]
    assert on.sum() == 60


@pytest.mark.parametrize(
    "page", [None, [], {}, {"b.mp4": {"rests": [rest()]}}, {"a.mp4": {}}, {"a.mp4": None}, {"a.mp4": {"rests": [None]}}]
)
def test_without_data_nothing_is_known_and_no_warning_is_given(page: Any) -> None:
    assert read(page) == ((), [])


@pytest.mark.parametrize(
    ("rests", "field"),
    [
        ([], "a.mp4.rests"),
        ([rest(), rest()], "a.mp4.rests"),
        ({"0": rest()}, "a.mp4.rests"),
        ([rest(tip=[1.0])], "a.mp4.rests"),
        ([rest(time_ms="900")], "a.mp4.rests"),
        ([rest(is_meant=1)], "a.mp4.rests"),
        ([rest(mask={"mask_base64": "AAAA", "bbox": None})], "a.mp4.rests"),
        ([rest(mask={**mask_page(), "mask_base64": "not base64"})], "a.mp4.rests"),
        ([rest(tip=[math.nan, 1.0])], "a.mp4.rests[0].tip[0]"),
        ([rest(name="\ud800")], "a.mp4.rests[0].name"),
    ],
)
def test_what_cannot_be_used_is_warned_of_and_left_out(rests: Any, field: str) -> None:
    assert read({"a.mp4": {"rests": rests}}) == ((), [field])


def test_samples_without_rests_keep_their_hash() -> None:
    """Earlier records hold samples without the field, and the hash of each sample in its item."""
    plain, facts = sample_of(4), with_rests(sample_of(4))
    assert "rests" not in plain.model_dump(mode="json")
    assert "rests" not in json.loads(plain.model_dump_json())
    assert plain.fingerprint != facts.fingerprint
    assert Sample.model_validate_json(facts.model_dump_json()) == facts


@pytest.fixture
def folder(made: list[Made], tmp_path: Path) -> tuple[Path, Made]:
    """A data set of one clip with a ``truth.json`` to be written."""
    import shutil

    clip = next(one for one in made if one.template == 2)
    own = clip.video.parent
    root = tmp_path / "data"
    (root / own.parent.name).mkdir(parents=True)
    shutil.copytree(own, root / own.parent.name / own.name)
    return root, clip


@pytest.mark.parametrize(
    ("page", "rests", "files"),
    [
        ("{}", 0, set()),
        ("[1, 2]", 0, {MADE}),
        ("null", 0, {MADE}),
        ("{", 0, {MADE}),
        (None, 1, set()),
        ("broken", 0, {MADE}),
        ("twice", 0, {MADE}),
    ],
)
def test_a_data_set_is_prepared_with_it_and_loses_no_sample_by_it(
    folder: tuple[Path, Made], tmp_path: Path, page: str | None, rests: int, files: set[str]
) -> None:
    root, clip = folder
    place = next(root.rglob(clip.video.name)).parent
    whole = [[0, 0, *(side - 1 for side in clip.size)]]
    bits = io.BytesIO()
    Image.new("L", clip.size, 255).save(bits, "PNG")
    mask = {"mask_base64": base64.b64encode(bits.getvalue()).decode(), "bbox": whole[0]}
    own = json.dumps({clip.video.name: {"rests": [rest(mask=mask)]}})
    twice = f"{own[:-1]}, {own[1:]}"
    words = {None: own, "broken": own.replace("time_ms", "time_s"), "twice": twice}.get(page, page)
    (place / MADE).write_text(str(words), "utf-8")
    ready = prepared(root, tmp_path / "samples.json")
    sample = ready.samples[clip.id]
    assert len(sample.rests) == rests
    held = json.loads((tmp_path / "samples.json").read_bytes())
    facts = {Path(one["file"]).name for one in held["findings"]}
    assert {one["severity"] for one in held["findings"]} <= {"warning"}
    assert facts == files


def test_the_nearest_thing_is_that_of_the_nearest_pixel_wherever_the_finger_points() -> None:
    pytest.importorskip("mujoco")
    from mindsight.vsig.synthesis.reading import nearest_to_tip
    from mindsight.vsig.synthesis.staging import Pointing

    owners = np.full((9, 16), -1, np.int16)
    owners[1, 2:5] = 0  # the finger points up, at this
    owners[7, 6] = 1  # and this lies beneath its tip
    tip = (5.5 / 16, 5.5 / 9)
    finger = Pointing(np.zeros(3), np.zeros(3), tip, (tip[0], 0.95))
    assert nearest_to_tip(owners, finger, ("far", "near")) == "near"
    owners[7, 6] = -1
    assert nearest_to_tip(owners, finger, ("far", "near")) == "far"
    owners[1] = -1
    assert nearest_to_tip(owners, finger, ("far", "near")) == ""
    owners[0, 0] = 0
    gone = Pointing(np.zeros(3), np.zeros(3), (1.0, 0.5), (0.5, 0.5))
    assert nearest_to_tip(owners, gone, ("far", "near")) == ""
