"""Fates of points: every scored target has exactly one."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from mindsight.record.blocks import Note
from mindsight.vsig.audits.misses import FATES, Fate, Misses, fate_of
from mindsight.vsig.scoring.terms import score
from vsig.grounding import (
    ASTRAY,
    ECOG,
    VSIG,
    box_mask,
    centre_of,
    changed,
    many,
    right,
    sample_of,
    target_of,
    with_rests,
)

REFERENCE = centre_of((120, 315, 136, 333))
AT_TIP = centre_of(ASTRAY)


@pytest.mark.parametrize(
    ("point", "fate"),
    [
        (None, "no_point"),
        ((0.5, 0.99), "nothing"),
        ((1.2, 0.5), "outside"),
        ((-0.001, 0.5), "outside"),
        (REFERENCE, "reference"),
        (right(sample_of(4)).predictions[0].point, "other"),
        (right(sample_of(4)).predictions[1].point, "hit"),
    ],
)
def test_what_became_of_the_point_of_a_space(point: Any, fate: Fate) -> None:
    sample = sample_of(4)
    terms = score(sample, changed(right(sample), 1, point=point), "scored", VSIG)
    assert fate_of(terms["targets"][1]) == fate


def test_an_answer_that_could_not_be_read_has_no_points() -> None:
    terms = score(sample_of(6), None, "parse_error", VSIG)
    assert Misses(terms["targets"]).fates() == {**dict.fromkeys(FATES, 0), "no_point": 4}


@pytest.mark.parametrize("profile", [VSIG, ECOG])
def test_every_target_that_was_scored_has_one_fate(profile: Any) -> None:
    targets = [t for sample, answer, status in many(60) for t in score(sample, answer, status, profile)["targets"]]
    found = Misses(targets).fates()
    assert sum(found.values()) == sum(target["where"] is not None for target in targets)
    assert found["hit"] == sum(target["where"] is True for target in targets)
    # The fingertip is unknown: the class is not listed.
    offered = len(FATES) - 1
    counts = np.array([row[1:4] for row in Misses(targets).table().rows[:offered]])
    assert (counts[:, 0] == counts[:, 1] + counts[:, 2]).all()
    assert counts.sum(axis=0).tolist() == list(Misses(targets).table().rows[offered][1:4])


def test_a_point_on_the_reference_object_that_is_near_enough_is_a_hit_of_its_own_kind() -> None:
    """Within 100 px a point on the object beside the space hits the space too."""
    reference = target_of(1, "space").reference
    assert reference is not None
    near = (REFERENCE[0] + 0.05, REFERENCE[1])
    space = target_of(1, "space").model_copy(update={"points": (near,)})
    sample = sample_of(4, targets=(target_of(0, "object"), space))
    terms = score(sample, changed(right(sample), 1, point=REFERENCE), "scored", ECOG)
    assert fate_of(terms["targets"][1]) == "hit"
    assert Misses(terms["targets"]).table().rows[-1][1:4] == (1, 0, 1)


def test_a_table_without_answers_has_no_shares() -> None:
    assert {row[-1] for row in Misses([]).table().rows} == {None}


# What was nearest to the fingertip


def at_tip(template: int, place: int, point: Any, **more: Any) -> list[Any]:
    """Return the terms of a sample with fingertip data, with one point elsewhere."""
    sample = with_rests(sample_of(template)).model_copy(update=more)
    return list(score(sample, changed(right(sample), place, point=point), "scored", VSIG)["targets"])


@pytest.mark.parametrize(
    ("place", "point", "fate"),
    [
        (0, AT_TIP, "fingertip"),
        (0, right(sample_of(4)).predictions[0].point, "hit"),
        (0, (0.5, 0.99), "nothing"),
        (0, None, "no_point"),
        (0, (1.2, 0.5), "outside"),
        # At the second stroke the finger is at the reference object, and that fate comes first.
        (1, REFERENCE, "reference"),
        (1, AT_TIP, "nothing"),
    ],
)
def test_a_point_that_followed_the_finger_is_reported(place: int, point: Any, fate: Fate) -> None:
    assert fate_of(at_tip(4, place, point)[place]) == fate


def test_another_target_that_is_nearest_to_the_fingertip_stays_wrong_order() -> None:
    sample = with_rests(sample_of(6))
    third = sample.targets[2]
    rests = (sample.rests[0].model_copy(update={"mask": third.mask}), *sample.rests[1:])  # type: ignore[union-attr]
    targets = at_tip(6, 0, right(sample).predictions[2].point, rests=rests)
    assert (fate_of(targets[0]), targets[0]["tip_hit"]) == ("other", True)
    both = Misses(targets).table().rows[-1]
    assert both[1:] == (1, 1, 0, 1.0)


def test_if_the_finger_is_known_the_table_has_its_row_and_the_number_of_targets() -> None:
    targets = at_tip(6, 0, AT_TIP)
    shown, note = Misses(targets).blocks()
    assert isinstance(note, Note)
    assert [row[1] for row in shown.rows] == [3, 0, 0, 1, 0, 0, 0, 4, 0, 0]  # type: ignore[union-attr]
    # The third target's tip was out of sight; at the first and the fourth something else was nearest.
    assert note.body.args == {"known": 3, "all": 4, "astray": 2}


def test_if_it_is_not_known_the_report_says_why_the_row_is_missing() -> None:
    terms = score(sample_of(6), right(sample_of(6)), "scored", VSIG)["targets"]
    shown, note = Misses(terms).blocks()
    assert not any("fingertip" in str(row[0]) for row in shown.rows)  # type: ignore[union-attr]
    assert "do not contain the position of the finger" in str(note.body)  # type: ignore[union-attr]
    # Earlier records do not hold it.
    old = [{name: value for name, value in one.items() if not name.startswith("tip_")} for one in terms]
    assert list(Misses(old).blocks()) == [shown, note]


@pytest.mark.parametrize("profile", [VSIG, ECOG])
def test_knowing_the_finger_changes_no_other_fate(profile: Any) -> None:
    """It splits only "nothing that is annotated"."""
    moved: Counter[tuple[Fate, Fate]] = Counter()
    for sample, answer, status in many(60):
        pair = [score(one, answer, status, profile)["targets"] for one in (sample, with_rests(sample))]
        for before, after in zip(*pair, strict=True):
            if before["where"] is not None:
                moved[fate_of(before), fate_of(after)] += 1
    sample = with_rests(sample_of(4)).model_copy(update={"rests": (None, None)})
    assert score(sample, right(sample), "scored", profile) == score(sample_of(4), right(sample), "scored", profile)
    assert {(one, other) for one, other in moved if one != other} <= {("nothing", "fingertip")}


def test_a_thing_that_is_hidden_on_the_last_frame_is_hit_by_nothing() -> None:
    sample = with_rests(sample_of(6))
    targets = score(sample, changed(right(sample), 3, point=AT_TIP), "scored", VSIG)["targets"]
    assert (targets[3]["tip_hit"], targets[3]["tip_astray"], fate_of(targets[3])) == (False, True, "nothing")


def test_a_point_hits_it_by_its_pixels_and_not_by_its_box() -> None:
    ring = box_mask((500, 300, 530, 304))
    sample = with_rests(sample_of(2))
    rest = sample.rests[0].model_copy(update={"mask": ring})  # type: ignore[union-attr]
    for y, fate in ((302.5, "fingertip"), (315.5, "nothing")):
        targets = at_tip(2, 0, (515.5 / 640, y / 360), rests=(rest,))
        assert fate_of(targets[0]) == fate
