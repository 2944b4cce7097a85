"""Data sets of every suite: kits, annotated clips, generated tasks, photographs; each with defects of its own kind."""

import base64
import hashlib
import io
import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import mindsight
from mindsight.errors import InputError
from mindsight.review.reviewing import review
from record import trial
from review import making

BAD = {"failure", "warning"}
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "records"


def bad(found: dict[str, str]) -> dict[str, str]:
    return {id_: state for id_, state in found.items() if state in BAD}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("review") / "kit")


def test_a_kit_is_as_it_says(kit: Path, tmp_path: Path) -> None:
    found = making.states(kit, tmp_path / "review")
    # Five pictures are a trial, and say so.
    assert (found["d5"], found["d3"], found["d1"], found["b1"]) == ("good", "good", "good", "warning")
    assert "failure" not in found.values()


def test_a_data_set_is_reviewed_by_a_function_call(kit: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    done = mindsight.review.run(
        kit, out=tmp_path / "review", on=making.ON, progress=lambda finished, every: seen.append((finished, every))
    )
    assert done.review.failed == 0
    assert {check.id: check.state for check in done.review.checks} == making.states(kit, tmp_path / "other")
    assert done.page.is_file()
    assert seen
    with pytest.raises(InputError, match="still to come"):
        mindsight.review.run(kit, out=tmp_path / "next", on=date(9999, 1, 1))


def test_a_kit_that_was_changed_is_found(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    file = next((tmp_path / "kit" / "inputs").iterdir())
    with Image.open(file) as image:
        image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(file)
    found = review(tmp_path / "kit", tmp_path / "review", on=making.ON)
    check = next(one for one in found.checks if one.id == "d5")
    assert check.state == "failure"
    assert check.findings[0].files == (f"inputs/{file.name}",)
    assert check.findings[0].evidence == (found_hash(file),)


def found_hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_kit_without_one_of_its_files_is_found(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    next((tmp_path / "kit" / "inputs").iterdir()).unlink()
    assert making.states(tmp_path / "kit", tmp_path / "review")["d3"] == "failure"


def test_a_kit_that_is_no_trial_needs_its_numbers(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    page = json.loads((kit / "kit.json").read_text("utf-8"))
    (tmp_path / "kit" / "kit.json").write_text(json.dumps({**page, "trial": False}), "utf-8")
    assert making.states(tmp_path / "kit", tmp_path / "review")["b1"] == "failure"


def test_a_damaged_kit_is_refused(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit, tmp_path / "kit")
    page = json.loads((kit / "kit.json").read_text("utf-8"))
    (tmp_path / "kit" / "kit.json").write_text(json.dumps({**page, "items": 3}), "utf-8")
    with pytest.raises(InputError, match="is damaged"):
        making.states(tmp_path / "kit", tmp_path / "review")


def encoded(size: tuple[int, int]) -> str:
    data = io.BytesIO()
    Image.new("L", size).save(data, "PNG")
    return base64.b64encode(data.getvalue()).decode()


def target(**changes: Any) -> dict[str, Any]:
    return {"name": "笔", "type": "object", "points": [[500, 500]], "mask": None, **changes}


CLIPS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("b3", "no_targets", {"object_space": []}, "failure"),
    ("b3", "point_outside", {"object_space": [target(points=[[500, 1001]])]}, "failure"),
    ("b3", "no_points", {"object_space": [target(points=[])]}, "failure"),
    ("b3", "neither_kind", {"object_space": [target(type="thing")]}, "failure"),
    ("b3", "box_turned", {"object_space": [target(mask={"bbox": [20, 10, 10, 20]})]}, "failure"),
    ("d3", "no_such_clip", {"video_name": "other.mp4"}, "failure"),
    ("d8", "box_outside", {"object_space": [target(mask={"bbox": [10, 10, 65, 20]})]}, "failure"),
    (
        "d8",
        "mask_of_another_size",
        {"object_space": [target(mask={"bbox": [10, 10, 20, 20], "mask_base64": encoded((30, 30))})]},
        "failure",
    ),
    ("a6", "user_folder", {"folder": "C:\\Users\\lihua\\指令2"}, "failure"),
    ("d2n", "absolute_path", {"folder": "C:\\data\\指令2"}, "warning"),
)


@pytest.mark.parametrize(("id_", "name", "changes", "state"), CLIPS, ids=[f"{one[0]}-{one[1]}" for one in CLIPS])
def test_a_defect_of_annotations_is_found(
    id_: str, name: str, changes: dict[str, Any], state: str, tmp_path: Path
) -> None:
    clean = making.states(making.clips(tmp_path / "clean"), tmp_path / "before")
    assert clean[id_] not in BAD
    found = making.states(making.clips(tmp_path / "data", making.sample(**changes)), tmp_path / "after")
    assert found[id_] == state


def test_a_clip_of_no_sample_is_found(tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data")
    assert making.states(data, tmp_path / "before")["b4"] == "good"
    making.clip(data / "kitchen" / "指令2" / "two.mp4", seed=50)
    assert making.states(data, tmp_path / "after")["b4"] == "warning"


def test_voices_are_declared_where_there_is_sound(tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data")
    assert making.states(data, tmp_path / "silent")["a7"] == "good"
    making.clip(data / "kitchen" / "指令2" / "one.mp4", has_sound=True)
    assert making.states(data, tmp_path / "sound")["a7"] == "waiting"
    words = making.DECLARATIONS.replace("shown = false", 'shown = false\nvoices = "consented"')
    found = making.states(data, tmp_path / "declared", making.declarations(tmp_path, words))
    assert (found["a7"], found["a11"]) == ("declared", "waiting")


def test_a_kit_whose_files_state_their_class_is_found(tmp_path: Path) -> None:
    """A subject that reads file names would know the answer."""
    (tmp_path / "kit").mkdir()
    items = []
    for number, name in enumerate(("0000.jpg", "0001.jpg")):
        (tmp_path / "kit" / name).write_bytes(making.jpeg(number))
        items.append(
            {"id": str(number), "actual": "cup", "input": {"path": name, "sha256": found_hash(tmp_path / "kit" / name)}}
        )
    page = {"format": "mindsight.kit", "kind": "classification", "trial": True, "items": items}
    (tmp_path / "kit" / "kit.json").write_text(json.dumps(page), "utf-8")
    assert making.states(tmp_path / "kit", tmp_path / "before")["e6n"] == "good"
    (tmp_path / "kit" / "0001.jpg").rename(tmp_path / "kit" / "cup-1.jpg")
    items[1]["input"]["path"] = "cup-1.jpg"
    (tmp_path / "kit" / "kit.json").write_text(json.dumps(page), "utf-8")
    assert making.states(tmp_path / "kit", tmp_path / "after")["e6n"] == "failure"


@pytest.mark.parametrize("size", [(64, 48), (10, 10)])
def test_a_mask_of_the_frame_or_of_its_box_fits(size: tuple[int, int], tmp_path: Path) -> None:
    mask = {"bbox": [10, 10, 20, 20], "mask_base64": encoded(size)}
    data = making.clips(tmp_path / "data", making.sample(object_space=[target(mask=mask)]))
    assert making.states(data, tmp_path / "review")["d8"] == "good"


def test_a_sample_that_occurs_twice_and_one_that_is_no_object_are_found(tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data", making.sample(), making.sample())
    assert making.states(data, tmp_path / "review")["d3"] == "failure"
    broken = making.clips(tmp_path / "broken", making.sample(), 3)  # type: ignore[arg-type]
    assert making.states(broken, tmp_path / "second")["d3"] == "failure"


def test_a_clip_without_its_end_is_found(tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data")
    file = data / "kitchen" / "指令2" / "one.mp4"
    file.write_bytes(file.read_bytes()[:2000])
    assert making.states(data, tmp_path / "review")["d1"] == "failure"


@pytest.mark.parametrize(
    ("metadata", "state"),
    [
        ({"location": "+31.2304+121.4737/"}, "failure"),
        ({"location": "+00.0000+000.0000/"}, "good"),
        ({"comment": "at home"}, "warning"),
        ({}, "good"),
    ],
)
def test_the_place_of_a_clip_is_found(metadata: dict[str, str], state: str, tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data")
    making.clip(data / "kitchen" / "指令2" / "one.mp4", metadata=metadata)
    assert making.states(data, tmp_path / "review")["a4"] == state


def test_declared_names_are_searched_for_in_folders_and_texts(tmp_path: Path) -> None:
    data = making.clips(tmp_path / "data")
    (data / "李华与王芳").mkdir()
    (data / "李华与王芳" / "notes.txt").write_text("nothing", "utf-8")
    words = making.DECLARATIONS.replace("shown = false", 'shown = false\nnames = ["李华"]')
    found = making.states(data, tmp_path / "review", making.declarations(tmp_path, words))
    assert found["a6"] == "failure"
    assert making.states(data, tmp_path / "other")["a6p"] == "waiting"


def test_generated_tasks_need_no_declarations(tmp_path: Path) -> None:
    found = making.states(GOLDEN / "home-model", tmp_path / "review")
    assert "failure" not in found.values()
    assert found["f0"] == found["a1"] == "good"
    assert found["b2"] == "warning"  # a handful of tasks


def test_clips_that_were_generated_need_no_declarations(tmp_path: Path) -> None:
    """The mark alone is not enough: every clip needs the truth that it was made from beside it."""
    data = making.clips(tmp_path / "clips")
    (data / ".synth").write_text("made by mindsight vsig synth\n", "utf-8")
    assert making.states(data, tmp_path / "marked")["a1"] == "waiting"
    truth = data / "kitchen" / "指令2" / "truth.json"
    truth.write_text(json.dumps({"one.mp4": {"version": 1}}), "utf-8")
    found = making.states(data, tmp_path / "made")
    assert (found["a1"], found["f0"], found["c2"]) == ("good", "good", "good")
    making.clip(truth.with_name("two.mp4"), seed=50)
    assert making.states(data, tmp_path / "mixed")["a1"] == "waiting"


def test_rooms_of_an_autonomous_run_are_counted(tmp_path: Path) -> None:
    """Nobody is told anything in them, so they need no words."""
    rooms = [
        {"id": f"blocks-{n}", "task": "blocks", "rule": 1, "reason": "", "instruction": {"zh": "", "en": ""}}
        for n in range(3)
    ]
    (tmp_path / "run").mkdir()
    page = {"format": "mindsight.home-instances", "version": 1, "items": rooms}
    (tmp_path / "run" / "rooms.json").write_text(json.dumps(page), "utf-8")
    found = review(tmp_path / "run", tmp_path / "review", on=making.ON)
    assert found.data.layout == "rooms"
    assert not found.failed
    rooms[1]["id"] = "blocks-0"
    (tmp_path / "run" / "rooms.json").write_text(json.dumps(page), "utf-8")
    assert making.states(tmp_path / "run", tmp_path / "twice")["d3"] == "failure"


def test_questions_and_their_pictures_are_as_they_say(tmp_path: Path) -> None:
    media = tmp_path / "run" / "media"
    media.mkdir(parents=True)
    data = making.jpeg(1)
    name = f"{hashlib.sha256(data).hexdigest()}.jpg"
    (media / name).write_bytes(data)
    words = {"zh": "杯子是什么颜色？", "en": "Which colour has the cup?"}
    items = [
        {"id": f"colour-{number}", "kind": "object.colour", "rule": 1, "words": words, "truth": {"reason": reason}}
        for number, reason in enumerate(("", "absent"))
    ]
    page = {"format": "mindsight.home-questions", "version": 1, "items": items}
    (tmp_path / "run" / "questions.json").write_text(json.dumps(page), "utf-8")
    before = making.states(tmp_path / "run", tmp_path / "before")
    assert (before["b1"], before["d3"], before["d5"]) == ("good", "good", "good")
    (media / name).write_bytes(making.jpeg(2))
    del items[1]["words"]
    (tmp_path / "run" / "questions.json").write_text(json.dumps(page), "utf-8")
    after = making.states(tmp_path / "run", tmp_path / "after")
    assert (after["d3"], after["d5"]) == ("failure", "failure")


def test_a_class_without_irrelevant_tasks_is_too_little(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "home-model", tmp_path / "run")
    page = json.loads((tmp_path / "run" / "instances.json").read_text("utf-8"))
    page["items"] = [one for one in page["items"] if not one["reason"]]
    (tmp_path / "run" / "instances.json").write_text(json.dumps(page), "utf-8")
    assert making.states(tmp_path / "run", tmp_path / "review")["b1"] == "failure"


def test_a_run_on_other_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="review the data that it was made on"):
        making.states(GOLDEN / "enhancement-command", tmp_path / "review")


def test_clips_without_annotations_are_no_empty_set_of_photographs(tmp_path: Path) -> None:
    (tmp_path / "clips").mkdir()
    making.clip(tmp_path / "clips" / "one.mp4")
    assert bad(making.states(tmp_path / "clips", tmp_path / "review")) == {}


SETS = {
    # Photographs → the only checks that fail or warn, each looked at by hand: all are as said.
    "cbsd68": {},
    "kodak24": {"a4": "warning"},
    "clothing10": {"a4": "warning"},
    "segmentation": {"a4": "warning"},
    "cutouts_rembg": {"b5": "warning", "e3": "warning"},
    "published_psnr": {"b5": "warning", "e3": "warning"},
    "photoprism_examples": {"a4": "failure"},
    "immich_nature": {},
}


@pytest.mark.parametrize("name", SETS)
def test_real_photographs_raise_no_wrong_alarm(name: str, real_data: Path, tmp_path: Path) -> None:
    assert bad(making.states(real_data / "album" / name, tmp_path / "review")) == SETS[name]


def test_the_real_clip_is_too_little_and_names_folders_of_a_machine(real_data: Path, tmp_path: Path) -> None:
    if not (real_data / "vsig_real").is_dir():
        pytest.skip("no real clip; MINDSIGHT_TEST_DATA names the folder that holds vsig_real")
    found = making.states(real_data / "vsig_real", tmp_path / "review")
    assert bad(found) == {"b1": "failure", "b2": "warning", "d2n": "warning"}
    assert found["a7"] == "waiting"
    assert found["d8"] == found["b3"] == found["d1"] == "good"
