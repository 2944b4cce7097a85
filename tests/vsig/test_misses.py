"""What became of each point: every target has one fate, and none is lost."""

from typing import Any

import numpy as np
import pytest

from mindsight.vsig.misses import FATES, Fate, fate_of, fates_of, table
from mindsight.vsig.scoring import score
from vsig.grounding import ECOG, VSIG, centre_of, changed, many, right, sample_of, target_of

REFERENCE = centre_of((120, 315, 136, 333))


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
    assert fates_of(terms["targets"]) == {**dict.fromkeys(FATES, 0), "no_point": 4}


@pytest.mark.parametrize("profile", [VSIG, ECOG])
def test_every_target_that_was_scored_has_one_fate(profile: Any) -> None:
    targets = [t for sample, answer, status in many(60) for t in score(sample, answer, status, profile)["targets"]]
    found = fates_of(targets)
    assert sum(found.values()) == sum(target["where"] is not None for target in targets)
    assert found["hit"] == sum(target["where"] is True for target in targets)
    counts = np.array([row[1:4] for row in table(targets).rows[: len(FATES)]])
    assert (counts[:, 0] == counts[:, 1] + counts[:, 2]).all()
    assert counts.sum(axis=0).tolist() == list(table(targets).rows[len(FATES)][1:4])


def test_a_point_on_the_reference_object_that_is_near_enough_is_a_hit_and_told_apart() -> None:
    """Under a rule of 100 px one may point at the object beside the space and hit it."""
    reference = target_of(1, "space").reference
    assert reference is not None
    near = (REFERENCE[0] + 0.05, REFERENCE[1])
    space = target_of(1, "space").model_copy(update={"points": (near,)})
    sample = sample_of(4, targets=(target_of(0, "object"), space))
    terms = score(sample, changed(right(sample), 1, point=REFERENCE), "scored", ECOG)
    assert fate_of(terms["targets"][1]) == "hit"
    assert table(terms["targets"]).rows[-1][1:4] == (1, 0, 1)


def test_nobody_answered_makes_a_table_without_shares() -> None:
    assert {row[-1] for row in table([]).rows} == {None}
