"""The original's six examples, one of each template: their targets, and the meaning of their numbers.

``data/original_examples.json`` holds them as printed in its README. There the masks are truncated; here each is a filled box.
"""

import base64
import copy
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mindsight.vsig.dataset.annotations import Annotation
from mindsight.vsig.dataset.preparation import Prepared
from mindsight.vsig.dataset.samples import Point, Sample
from mindsight.vsig.dataset.targets.masks import contains
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.language.templates import is_in_order, template, wanted
from vsig.sheets import KnownClip, Sheet

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "original_examples.json").read_text("utf-8")
)
SIZE = (1920, 1080)
# What an answer is compared with, by the README: the second and fourth objects are skipped, their names merged with the space's.
TARGETS = {
    1: ["白色蜂窝状的长方体"],
    2: ["透明外壳的盒子"],
    3: ["绿色圆形柱体", "绿色圆形柱体和橙色外壳的万用表的中间空闲区域"],
    4: ["白色蜂窝状的长方体", "银色圆形中间镂空柱体的左面"],
    5: ["白色长条形的打印件", "银色圆形中间镂空柱体的右面", "白色圆形中间镂空柱体"],
    6: ["红色手柄的螺丝刀", "白色圆形中间镂空柱体的前面", "蓝色圆形柱体", "黑色长方体打印件的后面"],
}
KINDS = {
    1: ["object"],
    2: ["object"],
    3: ["object", "space"],
    4: ["object", "space"],
    5: ["object", "space", "object"],
    6: ["object", "space", "object", "space"],
}


def filled(box: list[int]) -> str:
    x1, y1, x2, y2 = box
    pixels = np.zeros(SIZE[::-1], np.uint8)
    pixels[y1 : y2 + 1, x1 : x2 + 1] = 255
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()


def objects() -> list[dict[str, Any]]:
    return [entry for example in EXAMPLES for entry in example["object_space"] if entry["type"] == "object"]


def written(root: Path, examples: list[dict[str, Any]]) -> Sheet:
    """Write examples of one template, with a box for each mask, and an empty clip."""
    (example,) = copy.deepcopy(examples)
    folder = f"四楼实训区_场景1_康昱灵_张潇杨_拍摄/{example['task_template']}"
    (root / folder).mkdir(parents=True)
    (root / folder / example["video_name"]).touch()
    for entry in example["object_space"]:
        if entry.get("mask"):
            entry["mask"]["mask_base64"] = filled(entry["mask"]["bbox"])
    return Sheet(root, folder, [example], facts=KnownClip(size=SIZE))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Prepared]:
    root = tmp_path_factory.mktemp("examples")
    return {number: written(root / f"{number}", [EXAMPLES[number - 1]]).checked() for number in TARGETS}


@pytest.fixture(scope="module")
def samples(prepared: dict[int, Prepared]) -> dict[int, Sample]:
    return {number: found.samples[0] for number, found in prepared.items()}


def test_the_examples_have_no_fault(prepared: dict[int, Prepared]) -> None:
    assert all(found.findings == () for found in prepared.values())
    assert [len(found.samples) for found in prepared.values()] == [1] * 6


@pytest.mark.parametrize("number", TARGETS)
def test_what_is_asked_for(samples: dict[int, Sample], number: int) -> None:
    sample = samples[number]
    assert [target.name for target in sample.targets] == TARGETS[number]
    assert [target.kind for target in sample.targets] == KINDS[number] == list(template(number).targets)
    assert [target.mask is not None for target in sample.targets] == [kind == "object" for kind in KINDS[number]]
    assert (sample.template, sample.language, sample.scene) == (number, "zh", "四楼实训区")
    assert sample.id == EXAMPLES[number - 1]["id"]


def test_the_skipped_objects_are_kept_as_what_a_space_is_beside(samples: dict[int, Sample]) -> None:
    beside = {
        number: [(target.reference.name, target.side) for target in sample.targets if target.reference]
        for number, sample in samples.items()
    }
    assert beside == {
        1: [],
        2: [],
        3: [],
        4: [("银色圆形中间镂空柱体", "左面")],
        5: [("银色圆形中间镂空柱体", "右面")],
        6: [("白色圆形中间镂空柱体", "前面"), ("黑色长方体打印件", "后面")],
    }


def test_the_points_of_a_space_are_its_own_and_not_those_of_what_it_is_beside(samples: dict[int, Sample]) -> None:
    """Template 4, 左面: [706, 389] is y = 0.706, x = 0.389."""
    assert samples[4].targets[1].points == ((0.389, 0.706), (0.404, 0.680), (0.414, 0.712))


def test_points_are_y_x_and_boxes_x1_y1_x2_y2() -> None:
    """On the original's numbers every point of all 12 objects lies in its box this way, and none the other way."""
    right = wrong = 0
    for entry in objects():
        x1, y1, x2, y2 = entry["mask"]["bbox"]
        inside = [x1 <= x * 1.92 <= x2 and y1 <= y * 1.08 <= y2 for y, x in entry["points"]]
        swapped = [x1 <= x * 1.92 <= x2 and y1 <= y * 1.08 <= y2 for x, y in entry["points"]]
        right += all(inside)
        wrong += any(swapped)
    assert (len(objects()), right, wrong) == (12, 12, 0)


def test_a_point_of_the_first_example_in_pixels() -> None:
    """[906, 394] is (756, 978), inside of [707, 932, 855, 1044]."""
    (y, x), box = objects()[0]["points"][0], objects()[0]["mask"]["bbox"]
    assert (round(x * 1.92), round(y * 1.08), box) == (756, 978, [707, 932, 855, 1044])


@pytest.mark.parametrize("number", TARGETS)
def test_annotated_points_hit_the_masks(samples: dict[int, Sample], number: int) -> None:
    def turned(point: Point) -> Point:
        return point[1], point[0]

    for target in samples[number].targets:
        for mask, points in ((target.mask, target.points), *_beside(target)):
            if mask is not None:
                assert all(contains(mask, point) for point in points)
                assert not any(contains(mask, turned(point)) for point in points)


@pytest.mark.parametrize("number", TARGETS)
@pytest.mark.parametrize("what", ["points", "box", "both"])
def test_a_swap_is_named_and_refused(tmp_path: Path, number: int, what: str) -> None:
    example = copy.deepcopy(EXAMPLES[number - 1])
    for entry in example["object_space"]:
        if what in {"points", "both"}:
            entry["points"] = [[x, y] for y, x in entry["points"]]
    sheet = written(tmp_path, [example])
    for entry in sheet.entries:
        if what in {"box", "both"} and entry.get("mask"):
            x1, y1, x2, y2 = entry["mask"]["bbox"]
            entry["mask"]["bbox"] = [y1, x1, y2, x2]
    found = sheet.checked()
    count = KINDS[number].count("object") + len(template(number).references)
    assert found.samples == ()
    assert found.refused == 1
    refused = [one for one in found.findings if one.severity == "refused"]
    assert len(refused) == count
    named = "[x, y]" if what == "points" else "[y1, x1, y2, x2]"
    assert all(named in str(one.text) for one in refused)
    assert {one.sample for one in found.findings} == {example["id"]}


def test_the_words_of_the_sixth_example(samples: dict[int, Sample]) -> None:
    """Spans determined by hand; the other examples have no speech (``asr_result`` is null)."""
    assert [sample.speech is None for sample in samples.values()] == [True] * 5 + [False]
    found = spans_of(6, samples[6].speech)
    assert found.status == "ok"
    assert [(one.begin_ms, one.end_ms) for one in found.spans] == [
        (3710, 4670),
        (5230, 6630),
        (7310, 8710),
        (9230, 10110),
    ]


@pytest.mark.parametrize("number", TARGETS)
def test_the_order_of_annotation_is_always_the_same(number: int) -> None:
    annotation = Annotation.model_validate(EXAMPLES[number - 1])
    kinds = [entry.type for entry in annotation.object_space]
    assert is_in_order(number, kinds)
    assert sum(is_in_order(other, kinds) for other in TARGETS) == (2 if number in {1, 2} else 1)
    assert len(wanted(number, kinds)) == len(KINDS[number])


def _beside(target: Any) -> list[tuple[Any, tuple[Point, ...]]]:
    return [] if target.reference is None else [(target.reference.mask, target.reference.points)]
