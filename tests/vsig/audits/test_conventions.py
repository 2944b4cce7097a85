"""The convention audit detects a subject that writes its numbers in another way, and does not warn about a correct one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.answers.conventions import ModelProfile, model_profile
from mindsight.answers.habits.audit import Row
from mindsight.record.blocks import Note, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.text import say
from mindsight.vsig.audits.convention_blocks import audit_of, table, warnings
from mindsight.vsig.audits.conventions import Audit, audit
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.profile import Profile
from mindsight.vsig.totals import rescore
from vsig.grounded import grounded
from vsig.grounding import ECOG, SIZE, VSIG, box_mask, right, sample_of, target_of
from vsig.running import Prepared

DEFAULT = model_profile("default")
SENT = (320, 180)
Written = Callable[[float, float], tuple[float | str, float | str]]
"""Maps the place in [0, 1] to the two numbers that a subject writes."""

WAYS: dict[str, tuple[Written, str]] = {
    "swapped": (lambda x, y: (1000 * y, 1000 * x), "points as [y, x], 0 to 1000"),
    "shares": (lambda x, y: (x, y), "points as [x, y], 0 to 1"),
    "percent": (lambda x, y: (100 * x, 100 * y), "points as [x, y], 0 to 100"),
    "swapped percent": (lambda x, y: (100 * y, 100 * x), "points as [y, x], 0 to 100"),
    "pixels": (lambda x, y: (SENT[0] * x, SENT[1] * y), "points as [x, y], pixels of the picture sent"),
    "pixels of the clip": (lambda x, y: (SIZE[0] * x, SIZE[1] * y), "points as [x, y], pixels of the clip"),
}


def spread(number: int, template: int = 3) -> Sample:
    """Return a sample whose targets lie elsewhere than those of the others."""
    rng = np.random.default_rng((number, template))
    targets = []
    for place, kind in enumerate({1: ("object",), 3: ("object", "space")}[template]):
        left, top = int(rng.integers(20, SIZE[0] - 70)), int(rng.integers(20, SIZE[1] - 60))
        box = (left, top, left + 40, top + 30)
        centre = ((left + 20.5) / SIZE[0], (top + 15.5) / SIZE[1])
        own = target_of(place, kind)
        targets.append(
            own.model_copy(update={"points": (centre,), "mask": box_mask(box) if kind == "object" else None})
        )
    return sample_of(template, f"{number:03d}", targets=tuple(targets))


def items_of(
    samples: list[Sample], written: Written, *, profile: Profile = VSIG, form: ModelProfile = DEFAULT, time: float = 1.0
) -> list[Item]:
    """Return the items of a subject that sees everything and writes it in its own way."""
    from mindsight.vsig.models.said import Said
    from mindsight.vsig.recording import Recorder

    recorder = Recorder(Path(), None, profile, form)
    items = []
    for sample in samples:
        page = {
            "explicit_command": "",
            "point_list": [
                {
                    "description": said.description,
                    "point": written(*(said.point or (0.0, 0.0))),
                    "timestamp": None if said.time_ms is None else said.time_ms * time,
                }
                for said in right(sample).predictions
            ],
        }
        frames = [500.0 * number for number in range(11)]
        said = Said(text=json.dumps(page), size=SENT, sent={"size": list(SENT), "frames_ms": frames})
        items.append(Item(**recorder((sample, said)).model_dump(), previous=""))
    return items


def audited(samples: list[Sample], items: list[Item], profile: Profile = VSIG, form: ModelProfile = DEFAULT) -> Audit:
    return audit(items, {sample.id: sample for sample in samples}.get, profile, form)


def samples_of(run: RunFolder) -> SampleList:
    return SampleList(run.path / run.manifest.data.file)


def titles(rows: tuple[Row, ...]) -> list[str]:
    return [say(row.title, "en") for row in rows]


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return [spread(number) for number in range(24)]


def test_a_scale_that_is_written_with_a_point_is_not_doubted_but_its_order_is(samples: list[Sample]) -> None:
    found = audited(samples, items_of(samples, lambda x, y: (f"{100 * x}%", f"{100 * y}%")))
    assert (found.points_asked, found.winners) == (found.points_of, ())
    turned = audited(samples, items_of(samples, lambda x, y: (f"{100 * y}%", f"{100 * x}%")))
    assert turned.points_asked < turned.points_of / 2
    assert "points as [y, x], 0 to 1000" in titles(turned.winners)


@pytest.mark.parametrize(("written", "title"), WAYS.values(), ids=WAYS)
def test_a_subject_that_writes_points_in_another_way_is_detected(
    samples: list[Sample], written: Written, title: str
) -> None:
    found = audited(samples, items_of(samples, written))
    # 3 pixels of 1000 decide nothing: several conventions that hardly differ may win, and the right one is first.
    assert titles(found.winners)[0] == title
    best = found.winners[0]
    assert (best.right, best.lost) == (found.points_of, 0)
    assert found.points_asked < found.points_of / 2


def test_a_subject_that_writes_as_it_was_asked_gets_no_warning(samples: list[Sample]) -> None:
    found = audited(samples, items_of(samples, lambda x, y: (1000 * x, 1000 * y)))
    assert (found.points_asked, found.times_asked) == (found.points_of, found.times_of) == (48, 48)
    assert found.winners == ()
    assert all(row.gained == 0 for row in (*found.points, *found.times))


def test_what_was_asked_for_is_not_among_the_other_ways(samples: list[Sample]) -> None:
    gemini = model_profile("gemini")
    found = audited(samples, items_of(samples, lambda x, y: (1000 * x, 1000 * y), form=gemini), form=gemini)
    assert "points as [y, x], 0 to 1000" not in titles(found.points)
    assert titles(found.winners)[0] == "points as [x, y], 0 to 1000"


@pytest.mark.parametrize("place", [(0.5, 0.5), (0.2, 0.7), (0.7, 0.2)])
def test_a_subject_that_always_answers_the_same_is_not_called_another_convention(place: tuple[float, float]) -> None:
    """Most things lie at the lower left: with swapped axes a constant answer hits more, which proves nothing."""
    there = []
    for number in range(40):
        centre = (0.2, 0.7) if number % 8 else (0.7, 0.2)
        left, top = round(centre[0] * SIZE[0]) - 20, round(centre[1] * SIZE[1]) - 15
        target = target_of(0, "object").model_copy(
            update={"points": (centre,), "mask": box_mask((left, top, left + 40, top + 30))}
        )
        there.append(sample_of(1, f"{number:03d}", targets=(target,)))
    found = audited(there, items_of(there, lambda _x, _y: (1000 * place[0], 1000 * place[1])))
    swapped = next(row for row in found.points if say(row.title, "en") == "points as [y, x], 0 to 1000")
    assert swapped.right == (35 if place == (0.7, 0.2) else 5 if place == (0.2, 0.7) else 0)
    if place == (0.7, 0.2):
        assert swapped.p is not None
        assert swapped.p < 0.01
    assert found.winners == ()


def test_a_subject_that_names_its_axes_is_not_said_to_swap_them(samples: list[Sample]) -> None:
    from mindsight.vsig.models.said import Said
    from mindsight.vsig.recording import Recorder

    recorder = Recorder(Path(), None, VSIG, DEFAULT)
    items = []
    for sample in samples:
        points = [said.point or (0.0, 0.0) for said in right(sample).predictions]
        page = {"point_list": [{"point": {"x": 1000 * y, "y": 1000 * x}} for x, y in points]}
        items.append(Item(**recorder((sample, Said(text=json.dumps(page)))).model_dump(), previous=""))
    assert audited(samples, items).winners == ()


@pytest.mark.parametrize(
    ("factor", "profile", "title"),
    [(0.001, ECOG, "times in seconds"), (1.0, VSIG, None), (1.0, ECOG, None), (0.001, VSIG, None)],
)
def test_times_in_seconds_are_found_where_they_were_not_understood(
    samples: list[Sample], factor: float, profile: Profile, title: str | None
) -> None:
    """The default profile infers seconds by itself; the other benchmark's rule knows milliseconds only."""
    items = items_of(samples, lambda x, y: (1000 * x, 1000 * y), profile=profile, time=factor)
    found = audited(samples, items, profile)
    assert titles(found.winners) == ([] if title is None else [title])


def test_numbers_of_frames_are_found(samples: list[Sample]) -> None:
    """Frames are shown every half second; frame 3 is shown at 1000 ms."""
    there = [sample.model_copy(update={"speech": None}) for sample in samples]
    strokes = [(900.0, 1100.0), (1900.0, 2100.0)]
    there = [
        sample.model_copy(
            update={
                "targets": tuple(
                    t.model_copy(update={"stroke": s}) for t, s in zip(sample.targets, strokes, strict=True)
                )
            }
        )
        for sample in there
    ]
    from mindsight.vsig.models.said import Said
    from mindsight.vsig.recording import Recorder

    recorder, items = Recorder(Path(), None, ECOG, DEFAULT), []
    for sample in there:
        page = {"point_list": [{"point": [1, 1], "timestamp": 3}, {"point": [1, 1], "timestamp": 5}]}
        said = Said(text=json.dumps(page), sent={"frames_ms": [500.0 * number for number in range(11)]})
        items.append(Item(**recorder((sample, said)).model_dump(), previous=""))
    assert titles(audited(there, items, ECOG).winners) == ["times as numbers of the frames shown, from 1"]


def test_one_recording_is_no_evidence(samples: list[Sample]) -> None:
    alone = [sample.model_copy(update={"recording": "r"}) for sample in samples]
    found = audited(alone, items_of(alone, WAYS["swapped"][0]))
    assert {row.p for row in found.points} == {None}
    assert found.winners == ()
    shown = next(table(found))
    assert {str(row[-1]) for row in shown.rows} == {"as asked for", "not_estimable"}


def test_a_random_subject_gets_a_warning_no_more_often_than_the_level_says() -> None:
    """Random points hit by chance under every convention; one run in a hundred may get a warning."""
    warned = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        there = [spread(1000 * seed + number, template=1) for number in range(16)]
        items = items_of(there, lambda _x, _y, rng=rng: (1000 * rng.random(), 1000 * rng.random()))  # type: ignore[misc]
        warned += bool(audited(there, items).winners)
    assert warned == 0


@pytest.mark.parametrize(
    "sent", [None, 3, {"size": "big"}, {"size": [0, 0]}, {"size": [320, True]}, {"frames_ms": [None]}]
)
def test_what_a_program_of_others_recorded_of_the_picture_may_be_anything(samples: list[Sample], sent: Any) -> None:
    items = [
        item.model_copy(update={"answer": {**item.answer, "sent": sent}})
        for item in items_of(samples, lambda x, y: (1000 * x, 1000 * y))
    ]
    assert audited(samples, items).winners == ()


# In a run


def swapping(made: list[Sample]) -> list[tuple[Sample, Any, Any]]:
    answers = []
    for sample in made:
        answer = right(sample)
        points = [said.model_copy(update={"point": (said.point or (0, 0))[::-1]}) for said in answer.predictions]
        answers.append((sample, answer.model_copy(update={"predictions": tuple(points)}), "scored"))
    return answers


def test_a_report_warns_and_shows_every_reading_and_rescoring_finds_the_same(
    samples: list[Sample], tmp_path: Path
) -> None:
    run = grounded(swapping(samples), tmp_path / "run", report=False)
    blocks = {block.id: block for block in run.results.blocks}
    warning, shown = blocks["warning-convention-points"], blocks["conventions"]
    assert isinstance(warning, Note)
    assert isinstance(shown, Table)
    assert "[y, x], 0 to 1000, 48 of 48 points would hit" in say(warning.body, "en")
    assert 'order = "yx", scale = "thousand"' in say(warning.body, "en")
    assert "warning-convention-times" not in blocks
    assert len(shown.rows) == 1 + 9 + 1 + 3
    assert rescore(run)[1] == run.results


def test_a_sound_run_shows_the_table_and_no_warning(samples: list[Sample], tmp_path: Path) -> None:
    made: list[tuple[Sample, Any, Any]] = [(sample, right(sample), "scored") for sample in samples[:6]]
    run = grounded(made, tmp_path / "run", report=False)
    assert not any(block.id.startswith("warning-convention") for block in run.results.blocks)
    assert "conventions" in {block.id for block in run.results.blocks}


def test_silence_has_no_audit(ready: Prepared, tmp_path: Path) -> None:
    run = ready.run(tmp_path / "run", "baseline:silent")
    assert not any(block.id.startswith("conventions") for block in run.results.blocks)
    assert audit_of(run, samples_of(run)).points_of == 0


def test_the_centre_of_real_clips_is_no_convention(ready: Prepared, tmp_path: Path) -> None:
    run = ready.run(tmp_path / "run", "baseline:centre")
    assert audit_of(run, samples_of(run)).winners == ()


def test_stored_answers_in_another_order_are_detected(samples: list[Sample]) -> None:
    """As in foreign result files, nothing is known of what was sent."""
    items = [
        item.model_copy(update={"answer": {"text": item.answer["text"]}})
        for item in items_of(samples, WAYS["swapped"][0])
    ]
    assert titles(audited(samples, items).winners)[0] == "points as [y, x], 0 to 1000"


# Too little to decide


def notes_of(found: Audit) -> dict[str, str]:
    return {note.id.removeprefix("warning-convention-"): say(note.body, "en") for note in warnings(found)}


def test_few_recordings_are_said_to_be_too_few_and_not_that_nothing_is_better(samples: list[Sample]) -> None:
    """Six clips with 0 to 1: 13 of 13 points fit so, and no p below 0.01 can be reached."""
    found = audited(samples[:6], items_of(samples[:6], WAYS["shares"][0]))
    assert found.winners == ()
    notes = notes_of(found)
    assert notes["few-points"].endswith("as asked 0 of 12 right; points as [x, y], 0 to 1: 12 of 12.")
    assert notes["range"].startswith(
        "All 12 points have both numbers from 0 to 1, where [x, y], 0 to 1000 was asked for"
    )
    assert notes.keys() == {"few-points", "range"}


@pytest.mark.parametrize("way", ["swapped", "pixels", "percent"])
@pytest.mark.parametrize("count", [2, 5, 10])
def test_every_other_form_is_too_little_to_decide_as_well(samples: list[Sample], way: str, count: int) -> None:
    found = audited(samples[:count], items_of(samples[:count], WAYS[way][0]))
    row = found.few[0]
    assert row is not None
    assert say(row.title, "en") == WAYS[way][1]
    assert notes_of(found).keys() == {"few-points"}


def test_one_recording_is_too_few_too(samples: list[Sample]) -> None:
    alone = [sample.model_copy(update={"recording": "r"}) for sample in samples]
    assert "few-points" in notes_of(audited(alone, items_of(alone, WAYS["swapped"][0])))


@pytest.mark.parametrize("count", [2, 6, 24])
def test_who_writes_as_asked_gets_no_note(samples: list[Sample], count: int) -> None:
    there = samples[:count]
    assert notes_of(audited(there, items_of(there, lambda x, y: (1000 * x, 1000 * y)))) == {}


def test_with_enough_recordings_it_is_clearly_better_and_nothing_is_left_undecided(samples: list[Sample]) -> None:
    assert notes_of(audited(samples, items_of(samples, WAYS["shares"][0]))).keys() == {"points"}


def test_points_beyond_the_picture_are_named(samples: list[Sample]) -> None:
    """Pixels of a picture of 4000 by 3000, which was never sent: no reading fits, and most points lie outside."""
    found = audited(samples[:6], items_of(samples[:6], lambda x, y: (1500 + 2500 * x, 3000 * y)))
    assert notes_of(found)["range"].startswith("12 of 12 points lie outside the picture as [x, y], 0 to 1000")


@pytest.mark.parametrize("place", [(0.0, 0.0), (1.0, 1.0), (500.0, 500.0)])
def test_the_same_corner_each_time_is_not_called_shares(samples: list[Sample], place: tuple[float, float]) -> None:
    assert "range" not in notes_of(audited(samples[:6], items_of(samples[:6], lambda _x, _y: place)))


@pytest.mark.parametrize(("rule", "told"), [(2, False), (3, True)])
def test_reports_of_older_records_stay_as_they_are(
    samples: list[Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: int, told: bool
) -> None:
    monkeypatch.setattr("mindsight.vsig.suite.READING_RULE", rule)
    run = grounded(swapping(samples[:6]), tmp_path / "run", report=False)
    ids = {block.id for block in run.results.blocks}
    assert ("warning-convention-few-points" in ids) is told
    assert rescore(run)[1] == run.results
