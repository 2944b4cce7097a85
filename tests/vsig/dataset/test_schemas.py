"""The published JSON Schemas of annotations accept what mindsight accepts, and refuse what it refuses."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from mindsight.vsig.dataset.annotations import Annotations, Truths
from mindsight.vsig.dataset.preparation import prepare, write_samples
from vsig.making import Made
from vsig.sheets import KnownClip

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"
EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "original_examples.json").read_text("utf-8"))


def is_as_published(name: str, value: Any) -> bool:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator(schema).is_valid(value)


def is_taken(model: type[Annotations] | type[Truths], value: Any) -> bool:
    try:
        model.model_validate(value)
    except ValidationError:
        return False
    return True


def test_the_originals_examples_are_as_the_schema_says() -> None:
    assert is_as_published("vsig-annotations", EXAMPLES)


@pytest.mark.parametrize("layout", ["made", "made_ecog"])
def test_made_data_is_as_the_schemas_say(request: pytest.FixtureRequest, layout: str, tmp_path: Path) -> None:
    made: list[Made] = request.getfixturevalue(layout)
    for folder in {one.folder for one in made}:
        assert is_as_published("vsig-annotations", json.loads((folder / "annotations.json").read_text("utf-8")))
        if layout == "made_ecog":
            assert is_as_published("vsig-eval-gt", json.loads((folder / "eval_gt.json").read_text("utf-8")))
    write_samples(tmp_path / "samples.json", prepare(made[0].folder.parents[1], facts=KnownClip()))
    assert is_as_published("vsig-samples", json.loads((tmp_path / "samples.json").read_text("utf-8")))


def _point(point: Any) -> Callable[[dict[str, Any]], None]:
    return lambda sample: sample["object_space"][0].update(points=point)


@pytest.mark.parametrize(
    ("change", "taken"),
    [
        (lambda sample: sample.update(id=7), True),
        (lambda sample: sample.update(id=7.5), False),
        (lambda sample: sample.update(id=None), False),
        (lambda sample: sample.pop("video_name"), False),
        (lambda sample: sample.update(stranger=1), True),
        (lambda sample: sample.update(is_invalid="false"), False),
        (lambda sample: sample.update(object_space={}), False),
        (_point([500, 400]), True),
        (_point([[500, 400.5]]), True),
        (_point([]), False),
        (_point([[500]]), False),
        (_point([[500, 400, 300]]), False),
        (_point([["500", 400]]), False),
        (_point([[True, 400]]), False),
        (_point([[1000.5, 400]]), False),
        (_point([[-1, 400]]), False),
        (lambda sample: sample["object_space"][0].update(mask=None), True),
        (lambda sample: sample["object_space"][0].update(type="Object"), False),
        (lambda sample: sample["object_space"][0]["mask"].update(bbox=[1, 2, 3]), False),
        (lambda sample: sample["asr_result"]["words"][0].update(begin_time="0"), False),
        (lambda sample: sample["asr_result"]["words"][0].update(end_time=-1), True),
        (lambda sample: sample["asr_result"].update(words=None), True),
    ],
)
def test_the_schema_and_the_reader_agree(change: Callable[[dict[str, Any]], object], taken: bool) -> None:
    page = copy.deepcopy(EXAMPLES)
    change(page[-1])
    assert (is_as_published("vsig-annotations", page), is_taken(Annotations, page)) == (taken, taken)


@pytest.mark.parametrize(
    ("change", "taken"),
    [
        (lambda answer: answer.pop("mask"), True),
        (lambda answer: answer.update(points=[]), True),
        (lambda answer: answer.update(choice="a1"), False),
        (lambda answer: answer.update(choice=1), False),
        (lambda answer: answer.update(stroke_begin_time="300"), False),
        (lambda answer: answer.update(stroke_end_time=None), True),
    ],
)
def test_the_schema_of_truths_and_the_reader_agree(
    made_ecog: list[Made], change: Callable[[dict[str, Any]], object], taken: bool
) -> None:
    page = json.loads((made_ecog[0].folder / "eval_gt.json").read_text("utf-8"))
    change(next(iter(page.values()))["answer"][0])
    assert (is_as_published("vsig-eval-gt", page), is_taken(Truths, page)) == (taken, taken)
