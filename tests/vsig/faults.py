"""One fault of each kind that a data set can have, with the finding that it must cause."""

import base64
import io
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from PIL import Image

from mindsight.vsig.dataset.checks import Severity
from vsig.sheets import LENGTH_MS, Sheet

Layout = Literal["vsig", "ecog"]


class Fault(NamedTuple):
    """A change of a folder, and the finding: severity, field, and the template of its sentence or of its reason."""

    name: str
    change: Callable[[Sheet], None]
    severity: Severity
    field: str
    message: str
    template: int
    layout: Layout


FAULTS: list[Fault] = []
Changer = Callable[[Sheet], None]


def fault(
    severity: Severity, field: str, message: str, *, template: int = 4, layout: Layout = "vsig"
) -> Callable[[Changer], Changer]:
    """Register a change; ``{video}`` in the field stands for the clip's name."""

    def register(change: Changer) -> Changer:
        FAULTS.append(Fault(change.__name__, change, severity, field, message, template, layout))
        return change

    return register


def refused(field: str, message: str, **rest: Any) -> Callable[[Changer], Changer]:
    return fault("refused", field, message, **rest)


def warned(field: str, message: str, **rest: Any) -> Callable[[Changer], Changer]:
    return fault("warning", field, message, **rest)


def png(pixels: Any, mode: str | None = None) -> str:
    held = io.BytesIO()
    picture = Image.fromarray(np.asarray(pixels))
    (picture if mode is None else picture.convert(mode)).save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()


def pixels_of(entry: dict[str, Any]) -> Any:
    return np.array(Image.open(io.BytesIO(base64.b64decode(entry["mask"]["mask_base64"]))))


def words(sheet: Sheet) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = sheet.sample["asr_result"]["words"]
    return held


def swapped(points: list[list[int]]) -> list[list[int]]:
    return [[x, y] for y, x in points]


# --- points and boxes ---

ONLY_XY = "the points lie in the box only if they are [x, y]; they must be [y, x] in 0–1000"
BOX_ORDER = "if the box is {order}, {then}; it must be [x1, y1, x2, y2] in pixels"


@refused("object_space[0].points", ONLY_XY)
def points_swapped(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = swapped(sheet.entries[0]["points"])


@refused("object_space[1].points", ONLY_XY)
def points_of_the_reference_swapped(sheet: Sheet) -> None:
    sheet.entries[1]["points"] = swapped(sheet.entries[1]["points"])


@refused("object_space[0].mask.bbox", BOX_ORDER)
def box_swapped(sheet: Sheet) -> None:
    x1, y1, x2, y2 = sheet.entries[0]["mask"]["bbox"]
    sheet.entries[0]["mask"]["bbox"] = [y1, x1, y2, x2]


@refused("object_space[0].mask.bbox", BOX_ORDER)
def box_with_width_and_height(sheet: Sheet) -> None:
    x1, y1, x2, y2 = sheet.entries[0]["mask"]["bbox"]
    sheet.entries[0]["mask"]["bbox"] = [x1, y1, x2 - x1, y2 - y1]


@refused("object_space[0].mask.bbox", BOX_ORDER)
def box_swapped_without_pixels(sheet: Sheet) -> None:
    box_swapped(sheet)
    sheet.entries[0]["mask"]["mask_base64"] = None


@refused(
    "object_space[0].mask.bbox",
    "the points lie in the box only if they are [x, y] and it is {order}; they must be [y, x], and it [x1, y1, x2, y2]",
)
def box_and_points_swapped_without_pixels(sheet: Sheet) -> None:
    points_swapped(sheet)
    box_swapped_without_pixels(sheet)


@refused("object_space[0].points", "the points lie at the mask only if they are [x, y]; they must be [y, x] in 0–1000")
def points_swapped_without_a_box(sheet: Sheet) -> None:
    points_swapped(sheet)
    del sheet.entries[0]["mask"]["bbox"]


@refused("object_space[0].points", "no point lies at the mask, whatever the order of its numbers")
def points_elsewhere_without_a_box(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[900, 950]]
    sheet.entries[0]["mask"]["bbox"] = None


@refused("object_space[0].points", "no point lies in the box, whatever the order of its numbers")
def points_elsewhere(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[900, 950]]


@warned("object_space[0].points", "{count} of {all} points lie outside of the box")
def a_point_elsewhere(sheet: Sheet) -> None:
    sheet.entries[0]["points"].append([900, 950])


@refused(
    "object_space[0].mask.bbox", "the box is empty or lies outside of the frame; it must be [x1, y1, x2, y2] in pixels"
)
def box_outside_of_the_frame(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] |= {"mask_base64": None, "bbox": [900, 800, 950, 860]}


@warned("object_space[0].mask.bbox", "the box is {found}, that of the mask {expected}")
def box_a_little_off(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["bbox"][2] += 5


@refused("object_space[0].mask.bbox", "the box is {found}, the mask lies elsewhere: {expected}")
def box_of_another_object(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["bbox"] = [200, 120, 240, 160]


@warned("object_space[0].points", "no point lies on the mask")
def points_in_the_box_beside_the_mask(sheet: Sheet) -> None:
    entry = sheet.entries[0]
    x1, y1, x2, y2 = entry["mask"]["bbox"]
    ring = np.zeros((180, 320), np.uint8)
    ring[y1 : y2 + 1, x1 : x2 + 1] = 255
    ring[y1 + 2 : y2 - 1, x1 + 2 : x2 - 1] = 0
    entry["mask"]["mask_base64"] = png(ring)


@refused("object_space[0].points[0][0]", "Input should be less than or equal to {limit}")
def points_in_pixels(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[1040, 700]]


@refused("object_space[0].points", "List should have at least {least} item after validation, not {found}")
def no_points(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = []


@refused("object_space[0].points[0][0]", "Input should be a valid number")
def a_string_for_a_number(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [["240", 160]]


@refused("object_space[0].points[0][0]", "Input should be a valid number")
def a_boolean_for_a_number(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[True, 160]]


@refused("object_space[0].points[0][0]", "{value} is not a number that can be used")
def not_a_number(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[float("nan"), 160]]


@refused("object_space[0].mask.bbox[0]", "{value} is not a number that can be used")
def infinity(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["bbox"][0] = float("-inf")


@refused("object_space[0].points[0]", "List should have at most {most} items after validation, not {found}")
def three_numbers_for_a_point(sheet: Sheet) -> None:
    sheet.entries[0]["points"] = [[240, 160, 0]]


# --- masks ---


@warned("object_space[0].mask", "the object has no mask: it is scored like a space, by distance")
def mask_null(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] = None


@refused(
    "object_space[0].mask",
    "the mask is in a form that is not read ({names}); give a PNG in {png}, or run lengths in {rle}",
)
def mask_of_polygons(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] = {"segmentation": [[10, 10, 40, 10, 40, 30]], "bbox": sheet.entries[0]["mask"]["bbox"]}


@refused("object_space[0].mask", "the run lengths (size {size}) do not make a mask of the frame, [{height}, {width}]")
def mask_of_run_lengths_of_another_frame(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] = {"size": [1080, 1920], "counts": [0, 1080 * 1920]}


@warned("object_space[2].mask", "the space has a mask; it is not used")
def mask_of_a_space(sheet: Sheet) -> None:
    sheet.entries[2]["mask"] = sheet.entries[0]["mask"]


@refused(
    "object_space[0].mask",
    "the mask has {width}×{height} pixels; it must be as large as the frame, {frame_width}×{frame_height}, or as its box",
)
def mask_of_another_size(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = png(pixels_of(sheet.entries[0])[:120, :200])


@refused(
    "object_space[0].mask", "the mask is of the frame rotated by 90°; it must show the frame upright, as displayed"
)
def mask_turned(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = png(np.rot90(pixels_of(sheet.entries[0])))


@refused(
    "object_space[0].mask",
    "the mask fits the box only if that is [y1, x1, y2, x2]; it must be [x1, y1, x2, y2] in pixels",
)
def crop_of_a_swapped_box(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] |= {"bbox": [10, 20, 49, 39], "mask_base64": png(np.full((40, 20), 255, np.uint8))}


@refused("object_space[0].mask", "the mask's box lies outside of the frame")
def crop_outside_of_the_frame(sheet: Sheet) -> None:
    sheet.entries[0]["mask"] |= {"bbox": [310, 20, 329, 39], "mask_base64": png(np.full((20, 20), 255, np.uint8))}


@refused("object_space[0].mask", "the mask is empty: no pixel is on")
def mask_black(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = png(np.zeros((180, 320), np.uint8))


@refused("object_space[0].mask", "the mask is empty: a pixel is on above {on}, and the brightest is {brightest}")
def mask_of_ones(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = png(pixels_of(sheet.entries[0]) // 255)


@refused("object_space[0].mask", "the mask has 16 bits per pixel; it must be a grey PNG of 8 bits")
def mask_of_16_bits(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = png(pixels_of(sheet.entries[0]).astype(np.uint16) * 257)


@refused("object_space[0].mask", "the mask is transparent in places; it must be a grey PNG of 8 bits")
def mask_in_the_alpha(sheet: Sheet) -> None:
    on = pixels_of(sheet.entries[0])
    sheet.entries[0]["mask"]["mask_base64"] = png(np.dstack([np.full_like(on, 255)] * 3 + [on]))


@refused("object_space[0].mask", "the mask is not base64")
def mask_no_base64(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = "iVBORw0KGgo…"


@refused("object_space[0].mask", "the mask is not a PNG")
def mask_no_png(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = base64.b64encode(b"GIF89a" * 20).decode()


@refused("object_space[0].mask", "the mask cannot be decoded ({reason})")
def mask_cut_off(sheet: Sheet) -> None:
    encoded = base64.b64decode(sheet.entries[0]["mask"]["mask_base64"])
    sheet.entries[0]["mask"]["mask_base64"] = base64.b64encode(encoded[: len(encoded) * 2 // 3]).decode()


@refused("object_space[0].mask", "the mask has more than {limit} pixels")
def mask_bomb(sheet: Sheet) -> None:
    """A picture whose header claims billions of pixels."""
    encoded = bytearray(base64.b64decode(sheet.entries[0]["mask"]["mask_base64"]))
    encoded[16:24] = (65_000).to_bytes(4, "big") * 2
    sheet.entries[0]["mask"]["mask_base64"] = base64.b64encode(encoded).decode()


@refused("object_space[0].mask", "the mask is larger than {limit} MiB")
def mask_of_100_megabytes(sheet: Sheet) -> None:
    sheet.entries[0]["mask"]["mask_base64"] = "A" * 100_000_000


# --- targets and names ---

OTHER_KINDS = "holds {found}; template {number} is annotated as {expected}"


@refused("object_space", OTHER_KINDS)
def reference_missing(sheet: Sheet) -> None:
    del sheet.entries[1]


@refused("object_space", OTHER_KINDS)
def entries_in_another_order(sheet: Sheet) -> None:
    sheet.entries.reverse()


@refused("object_space", OTHER_KINDS, template=6)
def two_targets_of_four(sheet: Sheet) -> None:
    del sheet.entries[3:]


@warned("object_space", OTHER_KINDS, layout="ecog")
def entries_of_ecog_in_another_order(sheet: Sheet) -> None:
    sheet.entries.reverse()


@refused("object_space[0].type", "Input should be '{expected}'")
def another_kind(sheet: Sheet) -> None:
    sheet.entries[0]["type"] = "person"


@refused("object_space[0].name", "the name is empty")
def a_name_of_spaces(sheet: Sheet) -> None:
    sheet.entries[0]["name"] = "  "


@warned("object_space[0].name", "the name holds characters that cannot be printed")
def a_name_that_turns_the_text(sheet: Sheet) -> None:
    sheet.entries[0]["name"] = "\u202e杯子"


@refused("object_space[0].name", "holds half a character (a lone surrogate)")
def half_a_character(sheet: Sheet) -> None:
    sheet.annotations = json.dumps(sheet.annotations).replace(json.dumps(sheet.entries[0]["name"]), '"\\ud83d"', 1)


@refused("task_template", "“{name}” is not a template")
def no_template(sheet: Sheet) -> None:
    sheet.path.rename(sheet.root / "everything")
    sheet.folder = "everything"
    sheet.sample["task_template"] = "指令7"


@warned("task_template", "is “{name}”, but the folder holds template {number}, which counts")
def the_folder_of_another_template(sheet: Sheet) -> None:
    sheet.sample["task_template"] = "指令1"


@refused("object_space", "Field required")
def a_field_missing(sheet: Sheet) -> None:
    del sheet.sample["object_space"]


@refused("is_invalid", "Input should be a valid boolean")
def a_word_for_yes(sheet: Sheet) -> None:
    sheet.sample["is_invalid"] = "true"


@refused("id", "the id is empty or holds characters that cannot be printed")
def an_id_of_control_characters(sheet: Sheet) -> None:
    sheet.sample["id"] = "\x1b[2J"


@refused("id", "the id occurs before, in {file}; only the first counts")
def an_id_twice(sheet: Sheet) -> None:
    sheet.annotations[1]["id"] = sheet.sample["id"]


@refused("is_invalid", "the name occurs twice; keep one of them")
def a_name_twice(sheet: Sheet) -> None:
    page = json.dumps(sheet.annotations)
    sheet.annotations = page.replace('"is_invalid": false', '"is_invalid": false, "is_invalid": true', 1)


# --- speech ---


@warned("asr_result.words", "the words are “{heard}”, the text “{said}”")
def words_against_the_text(sheet: Sheet) -> None:
    sheet.sample["asr_result"]["text"] = "把这个放到它的左边。" if sheet.sample["id"][-1] == "0" else "then this"


@warned("asr_result.words", "the text has no words with times")
def a_text_without_words(sheet: Sheet) -> None:
    sheet.sample["asr_result"]["words"] = None


@warned("asr_result", "nothing was recognised: the time of the targets is not scored")
def nothing_recognised(sheet: Sheet) -> None:
    sheet.sample["asr_result"] = {"text": "", "words": []}


@warned("asr_result.words[1]", "{reason}: the words are left out, no time is scored")
def a_word_that_begins_late(sheet: Sheet) -> None:
    words(sheet)[1]["begin_time"] = words(sheet)[1]["end_time"] + 1


@warned("asr_result.words[1]", "the word ends before it begins")
def a_word_that_runs_backwards(sheet: Sheet) -> None:
    word = words(sheet)[1]
    word["begin_time"], word["end_time"] = word["end_time"], word["begin_time"]


@warned("asr_result.words[1]", "the word begins before the one before it ends")
def words_that_overlap(sheet: Sheet) -> None:
    words(sheet)[1]["begin_time"] = words(sheet)[0]["begin_time"]


@warned("asr_result.words[0]", "the word has no time: it begins and ends at 0 ms")
def a_word_without_time(sheet: Sheet) -> None:
    words(sheet)[0] |= {"begin_time": 0, "end_time": 0}


@warned("asr_result.words[3]", "the word begins at {begin} ms, the clip ends at {length} ms")
def a_word_after_the_clip(sheet: Sheet) -> None:
    words(sheet)[3] |= {"begin_time": LENGTH_MS + 1, "end_time": LENGTH_MS + 400}


@warned("asr_result.words[3]", "the word ends at {end} ms, the clip at {length} ms: it is cut to the clip's end")
def a_word_that_outlasts_the_clip(sheet: Sheet) -> None:
    words(sheet)[3]["end_time"] = LENGTH_MS + 1


@warned("asr_result.words[3]", "the word ends at {end} ms, the clip at {length} ms")
def a_word_that_ends_long_after_the_clip(sheet: Sheet) -> None:
    words(sheet)[3]["end_time"] = 99999


@warned("asr_result.words[0]", "the word begins at {begin} ms, before the clip")
def a_word_before_the_clip(sheet: Sheet) -> None:
    words(sheet)[0]["begin_time"] = -1


@warned("asr_result", "the words are not those of template {number}: no time is scored")
def words_of_another_template(sheet: Sheet) -> None:
    sheet.sample["asr_result"] = {"text": "今天天气很好", "words": [heard("今天", 100), heard("天气很好", 600)]}


@warned("asr_result", "it is not certain which words mean which target: no time is scored; a person should check")
def words_taken_back(sheet: Sheet) -> None:
    said = ("把这个", "不对", "把这个", "放到", "它的", "右边")
    sheet.sample["asr_result"] = {
        "text": "".join(said),
        "words": [heard(word, 100 + 500 * place) for place, word in enumerate(said)],
    }


@warned("asr_result", "holds words, but the clip has no sound")
def a_clip_without_sound(sheet: Sheet) -> None:
    sheet.facts = replace(sheet.facts, has_sound=False)


def heard(word: str, begin: int) -> dict[str, Any]:
    return {"text": word, "begin_time": begin, "end_time": begin + 300, "punctuation": ""}


# --- files ---


@refused("video_name", "{name} is not a file name but a path; paths are not followed")
def a_path_for_a_clip(sheet: Sheet) -> None:
    sheet.sample["video_name"] = f"../{sheet.path.name}/{sheet.sample['video_name']}"


@refused("video_name", "{name} is not a video; use .mp4 or .mov")
def a_clip_in_another_format(sheet: Sheet) -> None:
    sheet.sample["video_name"] = "clip.avi"


@refused("video_name", "there is no {name} in the folder")
def a_clip_missing(sheet: Sheet) -> None:
    (sheet.path / sheet.sample["video_name"]).unlink()


@refused("video_name", "there is no {name} in the folder")
def a_folder_for_a_clip(sheet: Sheet) -> None:
    clip = sheet.path / sheet.sample["video_name"]
    clip.unlink()
    clip.mkdir()


@warned("video_name", "the file is called {real}, not {name}")
def a_clip_in_other_letters(sheet: Sheet) -> None:
    (sheet.path / sheet.sample["video_name"]).rename(sheet.path / sheet.sample["video_name"].upper())


@refused("video_name", "{name} is a link that leads out of the data set; it is not followed")
def a_clip_that_leads_out(sheet: Sheet) -> None:
    clip = sheet.path / sheet.sample["video_name"]
    clip.unlink()
    outside = sheet.root.parent / "outside.mp4"
    outside.touch()
    clip.symlink_to(outside)


@refused("video_name", "{name} is not a file")
def a_clip_that_leads_nowhere(sheet: Sheet) -> None:
    clip = sheet.path / sheet.sample["video_name"]
    clip.unlink()
    clip.symlink_to(sheet.path / "nothing.mp4")


# --- EcoG-Bench ---

ecog: dict[str, Any] = {"layout": "ecog"}


@refused("", "does not mention {name}", **ecog)
def a_clip_without_truth(sheet: Sheet) -> None:
    del sheet.truths[sheet.sample["video_name"]]


@refused("{video}", "the name occurs twice; keep one of them", **ecog)
def a_clip_with_two_truths(sheet: Sheet) -> None:
    name = json.dumps(sheet.sample["video_name"])
    page = json.dumps(sheet.truths)
    sheet.truths = page[:-1] + f", {name}: {json.dumps(sheet.truth)}}}"


@refused("{video}.answer", "means {found}; template {number} asks for {expected}", **ecog)
def one_answer_of_two(sheet: Sheet) -> None:
    del sheet.truth["answer"][1]


@refused("{video}.answer[0].choice", "there is no option {letter}", **ecog)
def an_option_that_is_none(sheet: Sheet) -> None:
    sheet.truth["answer"][0]["choice"] = "Z"


@refused("{video}.answer[0].choice", "String should match pattern '{pattern}'", **ecog)
def no_letter(sheet: Sheet) -> None:
    sheet.truth["answer"][0]["choice"] = "1"


@refused("{video}.object_choices[0]", "“{option}” has no letter of its own", **ecog)
def an_option_without_a_letter(sheet: Sheet) -> None:
    sheet.truth["object_choices"][0] = "积木"


@refused("{video}.space_choices[1]", "there are two options {letter}", **ecog)
def an_option_twice(sheet: Sheet) -> None:
    sheet.truth["space_choices"][1] = sheet.truth["space_choices"][0]


@refused("{video}.answer[1].points", "there are no points", **ecog)
def a_truth_without_points(sheet: Sheet) -> None:
    sheet.entries.reverse()
    sheet.truth["answer"][1]["points"] = []


@warned("{video}.answer[1].points", "the points are others than in {file}; these are used", **ecog)
def a_truth_with_other_points(sheet: Sheet) -> None:
    sheet.truth["answer"][1]["points"] = [[500, 400]]


@refused(
    "{video}.answer[1].points", "the points are those of {file} only if they are [x, y]; they must be [y, x]", **ecog
)
def a_truth_with_swapped_points(sheet: Sheet) -> None:
    sheet.truth["answer"][1]["points"] = swapped(sheet.truth["answer"][1]["points"])


@refused("{video}.answer[0].points", ONLY_XY, **ecog)
def a_truth_with_swapped_points_of_an_object(sheet: Sheet) -> None:
    sheet.truth["answer"][0]["points"] = swapped(sheet.truth["answer"][0]["points"])


@warned("{video}.answer[1].mask", "the space has a mask; it is not used", **ecog)
def a_truth_with_the_mask_of_a_space(sheet: Sheet) -> None:
    sheet.truth["answer"][1]["mask"] = sheet.truth["answer"][0]["mask"]


@warned("{video}.answer[0].stroke_begin_time", "the stroke has no time: the target's time is not scored", **ecog)
def a_stroke_without_time(sheet: Sheet) -> None:
    del sheet.truth["answer"][0]["stroke_begin_time"]


@refused("{video}.answer[0].stroke_end_time", "the stroke ends before it begins", **ecog)
def a_stroke_that_runs_backwards(sheet: Sheet) -> None:
    sheet.truth["answer"][0] |= {"stroke_begin_time": 900, "stroke_end_time": 300}


@refused("{video}.answer[0].stroke_begin_time", "the stroke begins at {begin} ms, the clip ends at {length} ms", **ecog)
def a_stroke_after_the_clip(sheet: Sheet) -> None:
    sheet.truth["answer"][0] |= {"stroke_begin_time": LENGTH_MS + 1, "stroke_end_time": LENGTH_MS + 2}


@warned("{video}.answer[0].stroke_end_time", "the stroke ends at {end} ms, the clip at {length} ms", **ecog)
def a_stroke_that_outlasts_the_clip(sheet: Sheet) -> None:
    sheet.truth["answer"][0]["stroke_end_time"] = LENGTH_MS + 1


@warned("{video}.answer[0].stroke_end_time", "the stroke is at 0 ms alone: its time is probably missing", **ecog)
def a_stroke_at_zero(sheet: Sheet) -> None:
    sheet.truth["answer"][0] |= {"stroke_begin_time": 0, "stroke_end_time": 0}


@warned("stranger.mp4", "no sample has this clip: it is left out", **ecog)
def the_truth_of_another_clip(sheet: Sheet) -> None:
    sheet.truths["stranger.mp4"] = sheet.truth


@refused("", "names no clips", **ecog)
def truths_in_a_list(sheet: Sheet) -> None:
    sheet.truths = list(sheet.truths.values())


# --- whole files ---


@refused("", "is not a list of samples")
def a_string_for_a_file(sheet: Sheet) -> None:
    sheet.annotations = '"samples"'


@refused("", "is not a list of samples")
def null_for_a_file(sheet: Sheet) -> None:
    sheet.annotations = "null"


@warned("", "holds no samples")
def an_empty_list(sheet: Sheet) -> None:
    sheet.annotations = []


@refused("", "{file}: is not valid {form} ({reason}); correct or restore the file")
def half_a_file(sheet: Sheet) -> None:
    page = json.dumps(sheet.annotations)
    sheet.annotations = page[: len(page) // 2]


@refused("", "nested too deeply")
def brackets(sheet: Sheet) -> None:
    sheet.annotations = "[" * 200_000
