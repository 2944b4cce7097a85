"""Every mapping that is shipped makes the right questions of a set of its form."""

import io
from pathlib import Path

import av
import pytest
from PIL import Image

from mindsight.errors import InputError
from mindsight.home.imported.clips import frames_of
from mindsight.home.imported.mapping import read_mapping, shipped
from mindsight.home.questions.question import Question

from .benchmarks import BENCHMARKS, write_clip
from .sets import pool_of


def imported(name: str, tmp_path: Path) -> tuple[list[Question], list[str], Path]:
    """Return the questions of a small set of a form, why rows were refused, and the folder of the pictures."""
    (tmp_path / "set").mkdir()
    BENCHMARKS[name](tmp_path / "set")
    pool, found = pool_of(tmp_path / "set", tmp_path / "pool", name)
    return list(pool.questions()), [str(problem) for _, problem in found.first], pool.media


def test_there_is_a_small_set_for_every_mapping() -> None:
    assert set(shipped()) == {*BENCHMARKS, "own"}
    assert all(about and len(about) < 140 for about in shipped().values())


def test_blink(tmp_path: Path) -> None:
    (count, puzzle), refused, _ = imported("blink", tmp_path)
    assert (count.kind, count.truth.value, len(count.pictures)) == ("object.blink_counting", "C", 1)
    assert [one.en for one in count.options] == ["0", "1", "2", "3"]
    assert (puzzle.kind, puzzle.truth.value, len(puzzle.pictures)) == ("commonsense.blink_iq_test", "D", 2)
    assert puzzle.truth.chance == 0.25
    assert refused == ["its truth cannot be read: 'hidden'"]


def test_vsi_bench(tmp_path: Path) -> None:
    (chairs, far, nearest), refused, _ = imported("vsi-bench", tmp_path)
    assert not refused
    assert (chairs.form, chairs.truth.value, chairs.truth.tolerance) == ("number", 4, 0)
    assert (far.truth.value, far.truth.tolerance, far.unit) == (2, 0.5, "m")
    assert chairs.pictures == far.pictures
    assert len(set(chairs.pictures)) == 16
    assert chairs.group == far.group == "scannet/scene0"
    assert ([one.en for one in nearest.options], nearest.truth.value) == (["sofa", "stove", "table", "bed"], "B")


def test_erqa(tmp_path: Path) -> None:
    (door, arm), refused, _ = imported("erqa", tmp_path)
    assert not refused
    assert (door.kind, door.words["en"]) == ("state.erqa_state_estimation", "Is the door open?")
    assert [one.en for one in door.options] == ["Yes.", "No.", "It has none."]
    assert (door.truth.value, arm.truth.value, len(arm.pictures)) == ("B", "A", 2)
    assert [one.en for one in arm.options] == ["Left arm.", "Right arm."]


def test_mmsi_bench(tmp_path: Path) -> None:
    (one,), refused, _ = imported("mmsi-bench", tmp_path)
    assert not refused
    assert (one.words["en"], one.truth.value, len(one.pictures)) == ("Where are you?", "C", 2)
    assert [option.en for option in one.options] == ["North of it", "South of it", "East, near the door", "West"]


def test_physbench(tmp_path: Path) -> None:
    (made, end), refused, _ = imported("physbench", tmp_path)
    assert (made.kind, made.words["en"]) == ("object.physbench_property", "[1]\nWhat is it made of?")
    assert [one.en for one in made.options] == ["wood", "steel", "glass", "wool"]
    assert (end.words["en"], end.truth.value) == ("[1–8]\nDoes it end as in [9]?", "D")
    assert len(end.pictures) == 9
    assert refused == ["its truth cannot be read: None"]


def test_mvbench(tmp_path: Path) -> None:
    (first, why), refused, media = imported("mvbench", tmp_path)
    assert not refused
    assert (first.kind, first.truth.value) == ("event.mvbench_action_sequence", "B")
    shades = []
    for name in first.pictures:
        with Image.open(media / f"{name}.jpg") as image:
            shades.append(image.convert("L").getpixel((30, 20)))
    # From second 1 to 2 at 8 frames a second: frames 8 to 16 of shades 80 to 160.
    assert shades == sorted(shades)
    assert (75 < shades[0] < 95, 145 < shades[-1] < 170) == (True, True)
    assert (why.kind, why.truth.value, len(why.pictures)) == ("event.mvbench_episodic_reasoning", "B", 7)


def test_coco(tmp_path: Path) -> None:
    found, refused, _ = imported("coco", tmp_path)
    assert not refused
    by_words = {(one.words["en"], one.group): one for one in found}
    assert by_words["In the picture, how many of these are there: cup?", "1"].truth.value == 2
    box = by_words["Draw the box around the only one of these: cup.", "0"]
    assert box.truth.box == (250, 250, 750, 750)
    assert by_words["Draw the box around the only one of these: cup.", "1"].truth.reason == "ambiguous"
    absent = [one for one in found if one.truth.reason == "absent"]
    assert {one.group for one in absent} == {"0", "1"}
    # A crowd is neither counted nor said to be absent.
    assert not any("person" in one.words["en"] and one.group == "1" for one in found)
    assert box.words["zh"] == "框出唯一的这种物体：cup。"


def test_a_mapping_that_does_not_exist_or_has_a_wrong_field_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a file nor one of blink, coco"):
        read_mapping("blinc")
    file = tmp_path / "mapping.toml"
    file.write_text(
        'name = "x"\n[fields]\nquestion = "q"\npictures = ["p"]\n[classes.a]\ndimension = "sight"\n', "utf-8"
    )
    with pytest.raises(InputError, match=r"field classes\.a\.dimension"):
        read_mapping(str(file))


def test_a_clip_that_lies_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    write_clip(tmp_path / "lying.mp4")
    with av.open(str(tmp_path / "lying.mp4")) as old, av.open(str(tmp_path / "upright.mov"), "w") as new:
        stream = new.add_stream_from_template(old.streams.video[0])
        stream.set_display_rotation(90)
        for packet in old.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                new.mux(packet)
    ((frame, _), *_) = frames_of(tmp_path / "upright.mov", "upright.mov", 3, None, None)
    with Image.open(io.BytesIO(frame)) as image:
        assert image.size == (48, 64)
