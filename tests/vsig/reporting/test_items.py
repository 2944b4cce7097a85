"""A sample in a report: outlines, rows of a timeline, words; each compared with its sample."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from mindsight.record.blocks import Block, Overlay, Paragraphs, Table, Timeline
from mindsight.record.model import Item
from mindsight.report import render_page, write_report
from mindsight.text import say
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.dataset.targets.masks import full, mask_from
from mindsight.vsig.models.answers.predictions import Answer, Prediction
from mindsight.vsig.profile import Profile, load_profile
from mindsight.vsig.reporting import item_words
from mindsight.vsig.reporting.item_blocks import blocks_of
from mindsight.vsig.reporting.item_marks import MOST_CORNERS, given_of, lanes, meant_of, timely
from mindsight.vsig.scoring import spatial
from vsig.grounding import ECOG, SIZE, VSIG, changed, item_of, right, sample_of
from vsig.running import Prepared

DIAGONAL = load_profile("vsig/1").model_copy(update={"space_unit": "diagonal", "space_within": 0.1})
HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e" + "x" * 9000


def shown(sample: Sample, item: Item, profile: Profile = VSIG, size: tuple[int, int] | None = SIZE) -> dict[str, Block]:
    kept = item.model_copy(update={"media": {"last": "a.jpg"}})
    return {block.kind: block for block in blocks_of(sample, kept, profile, size)}


def answered(item: Item, said: str) -> Item:
    return item.model_copy(update={"answer": {"text": said, "said": {}, "sent": {}}})


def drawn(outline: tuple[tuple[float, float], ...], size: tuple[int, int]) -> np.ndarray:
    corners = np.array([[x * size[0] - 0.5, y * size[1] - 0.5] for x, y in outline])
    sheet = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(sheet, [np.rint(corners).astype(np.int32)], 1)
    return sheet.astype(bool)


def test_an_outline_encloses_its_mask() -> None:
    across, down = np.meshgrid(np.arange(400), np.arange(300))
    blob = ((across - 150) / 110) ** 2 + ((down - 160) / 60) ** 2 + 0.3 * np.sin(across / 9) < 1
    for pixels in (blob, np.ones((300, 400), bool), np.pad(np.ones((1, 1), bool), ((299, 0), (0, 399)))):
        sample = sample_of(2)
        mask = mask_from(pixels)
        target = sample.targets[0].model_copy(update={"mask": mask})
        (meant,) = meant_of(sample.model_copy(update={"targets": (target,), "size": (400, 300)}), VSIG)
        found = drawn(meant.outlines[0], (400, 300))
        assert (found & pixels).sum() / (found | pixels).sum() > (0.95 if pixels.sum() > 1 else 0.1)
        assert all(len(outline) <= MOST_CORNERS for outline in meant.outlines)
        assert np.array_equal(full(mask), pixels)


def test_specks_are_no_outlines_and_ragged_masks_stay_small() -> None:
    rng = np.random.default_rng(7)
    pixels = rng.random((SIZE[1], SIZE[0])) < 0.5
    pixels[100:200, 100:300] = True
    target = sample_of(2).targets[0].model_copy(update={"mask": mask_from(pixels)})
    (meant,) = meant_of(sample_of(2).model_copy(update={"targets": (target,)}), VSIG)
    assert 1 <= len(meant.outlines) <= 8
    assert all(3 <= len(outline) <= MOST_CORNERS for outline in meant.outlines)


@pytest.mark.parametrize("profile", [VSIG, ECOG, DIAGONAL])
def test_the_circle_of_a_space_is_where_it_is_just_hit(profile: Profile) -> None:
    sample = sample_of(3)
    space = sample.targets[1]
    (outline,) = meant_of(sample, profile)[1].outlines
    centre = spatial.mean_point(space.points)
    for x, y in outline:
        for stretch, hit in ((0.97, True), (1.03, False)):
            point = (centre[0] + stretch * (x - centre[0]), centre[1] + stretch * (y - centre[1]))
            answer = changed(right(sample), 1, point=point)
            assert item_of(sample, answer, profile).terms["targets"][1]["where"] is hit


def test_lanes_hold_what_overlaps_apart() -> None:
    assert lanes([]) == []
    assert lanes([(0, 1), (1, 2), (2, 3)]) == [0, 0, 0]
    assert lanes([(0, 5), (1, 2), (1.5, 3), (2, 9), (5, 6)]) == [0, 1, 2, 1, 0]


@pytest.mark.parametrize("template", range(1, 7))
def test_a_right_answer_reads_right(template: int) -> None:
    sample = sample_of(template)
    found = shown(sample, answered(item_of(sample, right(sample)), "the answer"))
    overlay, table, said = (found[kind] for kind in ("overlay", "table", "text"))
    assert isinstance(overlay, Overlay)
    assert isinstance(table, Table)
    assert isinstance(said, Paragraphs)
    assert say(overlay.picture.caption, "en").endswith(
        f"Hit: {', '.join(str(n + 1) for n in range(len(sample.targets)))}. Missed: –."
    )
    answers = [mark for mark in overlay.picture.marks if mark.role == "answer"]
    assert [mark.label for mark in answers] == [str(n + 1) for n in range(len(sample.targets))]
    for mark, one in zip(answers, right(sample).predictions, strict=True):
        assert one.point is not None
        assert (mark.x, mark.y) == pytest.approx((one.point[0] * SIZE[0], one.point[1] * SIZE[1]), abs=0.06)
    assert [row[0] for row in table.rows] == [str(n + 1) for n in range(len(sample.targets))]
    cells = [say(cell, "en") for row in table.rows for cell in row[3:] if not isinstance(cell, (str, int, float))]  # type: ignore[arg-type]
    assert not [cell for cell in cells if "✗" in cell]
    assert say(said.paragraphs[0], "en") == "the answer"
    windows = {(one.number, one.window) for one in given_of(item_of(sample, right(sample))) if one.window}
    timeline = found.get("timeline")
    assert isinstance(timeline, Timeline) or (timeline is None and template == 1)
    tracks = timeline.tracks if timeline else ()
    meant = [track for track in tracks if say(track.name, "en") == "when it was meant"]
    assert {(int(span.label), (span.begin_ms, span.end_ms)) for track in meant for span in track.spans} == windows
    ticks = {span.label for track in tracks if track.role == "answer" for span in track.spans}
    assert ticks == {f"{number} ✓" for number, _ in windows}


def test_mistakes_are_named() -> None:
    sample = sample_of(4)
    good = right(sample)
    first, second = good.predictions
    assert first.point
    assert second.point
    swapped = changed(changed(good, 0, point=second.point), 1, point=first.point)
    cases = {
        "on target 2": (swapped, 0, item_words.where),
        "on target 1": (swapped, 1, item_words.where),
        "on the object beside it": (changed(good, 1, point=(128.5 / 640, 320.5 / 360)), 1, item_words.where),
        "outside of the picture": (changed(good, 0, point=(1.2, 0.5)), 0, item_words.where),
        "no point": (changed(good, 0, point=None), 0, item_words.where),
    }
    for words, (answer, place, tell) in cases.items():
        given = given_of(item_of(sample, answer))[place]
        assert say(tell(given, VSIG), "en") == words
    for time, words in {
        500.0: "500 ms, in 500–800",
        800.0: "800 ms, in 500–800",
        499.0: "499 ms, 1 ms too early",
        801.0: "801 ms, 1 ms too late",
        800.25: "800 ms, 0.25 ms too late",
        4000.0: "4000 ms, 3200 ms too late",
        None: "no time, wanted 500–800 ms",
    }.items():
        given = given_of(item_of(sample, changed(good, 0, time_ms=time)))[0]
        assert say(item_words.when(given), "en") == words
    silent = sample_of(4, spoken=False)
    assert say(item_words.when(given_of(item_of(silent, good))[0]), "en") == "not scored: no words are known"
    silent_too = given_of(item_of(sample, changed(good, 0, description="")))[0]
    assert say(item_words.what(silent_too, VSIG), "en") == "nothing is said"
    assert say(item_words.what(silent_too, ECOG), "en") == "the right option"


def test_options_are_shown_where_they_count() -> None:
    options = tuple(f"{letter}. thing {letter}" for letter in "ABCD")
    sample = sample_of(2, object_choices=options)
    answer = changed(right(sample), 0, choice="C", description="a cup")
    for profile, words, came in ((ECOG, "C. thing C", "✗ another option"), (VSIG, "a cup", "✗")):
        table = shown(sample, item_of(sample, answer, profile), profile)["table"]
        assert isinstance(table, Table)
        assert table.rows[0][2] == words
        assert str(table.rows[0][3]).startswith(came)


def test_times_of_another_unit_leave_the_timeline_readable() -> None:
    sample = sample_of(2)
    assert timely(sample, 0)
    assert timely(sample, sample.length_ms + 100)
    for time in (None, 1e9, -1e9, float("nan"), float("inf")):
        assert not timely(sample, time)
    found = shown(sample, item_of(sample, changed(right(sample), 0, time_ms=1e9)))["timeline"]
    assert isinstance(found, Timeline)
    assert max(span.begin_ms for track in found.tracks for span in track.spans) <= sample.length_ms


@pytest.mark.parametrize(
    "answer",
    [
        None,
        Answer(),
        Answer(predictions=(Prediction(point=(1e300, -1e300), time_ms=-1e300, description=HOSTILE),) * 40),
        Answer(predictions=(Prediction(point=(0.5, 0.5), time_ms=1.0, description="\x00\u202e"),)),
    ],
)
def test_whatever_was_answered_makes_a_harmless_page(answer: Answer | None) -> None:
    for template in (1, 6):
        sample = sample_of(template)
        item = answered(item_of(sample, answer, status="scored" if answer else "refused"), HOSTILE)
        blocks = list(shown(sample, item).values())
        assert json.dumps([block.model_dump(mode="json") for block in blocks], allow_nan=False)
        page = render_page(item_words.title(sample), blocks, {})
        assert "<script>alert" not in page
        assert "\x1b" not in page
        assert "\u202e" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_answers_on_one_spot_share_a_mark_that_bears_all_their_numbers() -> None:
    sample = sample_of(5)
    answer = right(sample)
    first = answer.predictions[0].point
    assert first is not None
    near = (first[0] + 0.01, first[1])
    overlay = shown(sample, item_of(sample, changed(answer, 1, point=near)))["overlay"]
    assert isinstance(overlay, Overlay)
    marks = [mark for mark in overlay.picture.marks if mark.role == "answer"]
    assert [mark.label for mark in marks] == ["1, 2", "", "3"]
    assert marks[1].x == pytest.approx(near[0] * SIZE[0], abs=0.06)


def test_without_any_time_there_is_no_timeline() -> None:
    sample = sample_of(1)
    still = tuple(target.model_copy(update={"stroke": None}) for target in sample.targets)
    sample = sample.model_copy(update={"targets": still})
    assert sample.speech is None
    assert set(shown(sample, item_of(sample, changed(right(sample), 0, time_ms=None)))) == {"overlay", "table"}


def test_without_the_picture_all_else_is_shown() -> None:
    sample = sample_of(3)
    assert set(shown(sample, item_of(sample, right(sample)), size=None)) == {"timeline", "table"}


@pytest.mark.slow
def test_a_run_shows_its_samples_in_its_report(ready: Prepared, tmp_path: Path) -> None:
    run = ready.run(tmp_path / "run", "baseline:oracle")
    page = write_report(run).read_text("utf-8")
    assert "--ink:#009E73" in page, "what was meant has the colour that it has on the pictures"
    own = [block for block in run.results.blocks if block.item]
    assert {block.item for block in own} == {item.id for item in run.items}
    assert {block.kind for block in own} == {"overlay", "timeline", "table", "text"}
    assert page.count('<polygon class="line"') == sum(
        len([mark for mark in block.picture.marks if mark.outline]) for block in own if isinstance(block, Overlay)
    )
