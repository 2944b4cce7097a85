"""The tables that EcoG-Bench publishes beside its scores, compared with an independent computation."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.record.blocks import Curve, Table
from mindsight.vsig.reporting.ecog_blocks import DELTAS_PX, EcogTables, bottleneck, share_at
from mindsight.vsig.scoring.shares import ecog_scores
from mindsight.vsig.scoring.terms import score
from vsig.grounded import grounded
from vsig.grounding import ECOG, SIZE, changed, item_of, many, right, sample_of


def targets_of(count: int = 60) -> list[Any]:
    return [
        score(sample, answer, status, ECOG)["targets"] for sample, answer, status in many(count) if status == "scored"
    ]


def acc_s_at(samples: list[Any], delta_px: float) -> float:
    return float(np.mean([share_at(targets, delta_px) for targets in samples]))


def test_the_benchmarks_own_threshold_gives_its_own_score() -> None:
    samples = targets_of()
    own = np.mean([ecog_scores({"targets": targets})["ecog.acc_s"] for targets in samples])
    assert acc_s_at(samples, 100) == pytest.approx(float(own))


def test_the_curve_never_falls_and_masks_have_no_threshold() -> None:
    samples = targets_of()
    shares = [acc_s_at(samples, delta) for delta in DELTAS_PX]
    assert shares == sorted(shares)
    # Three of the four published models do not change from 100 to 150 px, as if all referents had masks.
    masked = [[target for target in targets if target["in_mask"] is not None] for targets in samples]
    assert len({acc_s_at([one for one in masked if one], delta) for delta in DELTAS_PX}) == 1


def test_a_point_between_two_thresholds_counts_under_the_wider_one() -> None:
    sample = sample_of(3)
    space = sample.targets[1].points
    x, y = (sum(point[axis] for point in space) / len(space) for axis in (0, 1))
    answer = changed(right(sample), 1, point=(x + 115 / SIZE[0], y))
    targets = score(sample, answer, "scored", ECOG)["targets"]
    assert [acc_s_at([targets], delta) for delta in (100, 110, 120)] == [0.5, 0.5, 1.0]


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "none"),
        ({"choice": "Z"}, "what"),
        ({"point": (0.99, 0.01)}, "where"),
        ({"time_ms": 4900.0}, "when"),
        ({"choice": "Z", "time_ms": None}, "joint"),
        ({"choice": "Z", "point": None, "time_ms": None}, "joint"),
    ],
)
def test_one_metric_alone_or_several(changes: dict[str, Any], name: str) -> None:
    sample = sample_of(2)
    answer = changed(right(sample), 0, **{"time_ms": 800.0, **changes})
    assert bottleneck(score(sample, answer, "scored", ECOG)["targets"]) == name


def test_different_metrics_wrong_of_different_referents_are_joint() -> None:
    """Of two referents one has the wrong option and the other the wrong place: the sample fails in two metrics."""
    sample = sample_of(3)
    answer = changed(changed(right(sample), 0, time_ms=800.0, choice="Z"), 1, time_ms=1500.0, point=(0.99, 0.01))
    assert bottleneck(score(sample, answer, "scored", ECOG)["targets"]) == "joint"


def test_a_report_under_the_benchmarks_rule_has_them_and_another_has_not(tmp_path: Path) -> None:
    made = many(24)
    found = {block.id: block for block in grounded(made, tmp_path / "ecog", profile=ECOG, report=False).results.blocks}
    assert isinstance(found["ecog-thresholds"], Curve)
    table = found["ecog-bottleneck"]
    assert isinstance(table, Table)
    counted = [item_of(*one[:2], ECOG, one[2]) for one in made if one[2] != "infrastructure_error"]
    right_ones = sum(ecog_scores(item.terms)["ecog.acc_seq"] for item in counted)
    failing = [row[1] for row in table.rows]
    assert np.sum(np.array(failing, np.int64)) == len(counted) - right_ones
    assert "ecog-calibration" in found
    other = grounded(made, tmp_path / "vsig", report=False).results.blocks
    assert not any(block.id.startswith("ecog-") for block in other)


def test_times_are_compared_with_the_middle_of_the_stroke() -> None:
    """The stroke is 600 to 1000 ms: 300 ms early, 700 ms late."""
    sample = sample_of(2)
    items = [item_of(sample, changed(right(sample), 0, time_ms=time), ECOG) for time in (500.0, 1500.0)]
    table = next(block for block in EcogTables(items).blocks() if block.id == "ecog-calibration")
    assert isinstance(table, Table)
    assert [row[1] for row in table.rows] == [200.0, 0.5, 1.0, 2]


def test_nothing_counted_gives_nothing() -> None:
    assert list(EcogTables().blocks()) == []
