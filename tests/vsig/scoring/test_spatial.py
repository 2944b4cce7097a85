"""Spatial score: hits compared with another decoder's pixels, distances with published numbers and other libraries."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.spatial import distance
from sklearn.metrics import precision_recall_curve

from mindsight.vsig.scoring import ecog, spatial

FRAME = (1920, 1080)
# The README's six examples: bbox [x1, y1, x2, y2] in pixels and points [y, x] of a thousand, object by object.
README_OBJECTS = (
    ((707, 932, 855, 1044), ((906, 394), (880, 405), (905, 421))),
    ((662, 766, 879, 911), ((770, 376), (751, 410), (779, 404))),
    ((754, 862, 830, 983), ((848, 400), (813, 414), (863, 418))),
    ((1005, 722, 1112, 811), ((703, 530), (684, 557), (712, 554))),
    ((848, 624, 914, 710), ((621, 449), (589, 455), (621, 466))),
    ((952, 700, 1069, 787), ((666, 506), (672, 525), (690, 542))),
    ((770, 678, 840, 767), ((640, 417), (680, 411), (678, 425))),
    ((834, 886, 907, 960), ((826, 452), (860, 446), (855, 462))),
)
# Its template 5: the space 右面 of 银色圆形中间镂空柱体, whose middle lies 97.5 px away (published: research on the data).
RIGHT_SIDE = ((601, 448), (612, 474), (630, 457))
REFERENCE_BOX = (770, 678, 840, 767)

shares = st.floats(-0.2, 1.2, allow_nan=False)
sizes = st.tuples(st.integers(1, 60), st.integers(1, 60))


def shares_of(point: tuple[int, int]) -> tuple[float, float]:
    return point[1] / 1000, point[0] / 1000


# Golden: numbers of others


def test_the_digests_point_lies_in_the_pixel_and_the_box_that_it_names() -> None:
    assert spatial.pixel_of(shares_of((906, 394)), FRAME) == (756, 978)


@pytest.mark.parametrize(("box", "points"), README_OBJECTS)
def test_points_of_the_readme_hit_their_boxes_and_miss_them_when_swapped(box: tuple[int, ...], points: object) -> None:
    left, top, right, bottom = box
    crop = np.ones((bottom - top + 1, right - left + 1), np.bool_)
    for y, x in points:  # type: ignore[attr-defined]
        assert spatial.hits_object(crop, (left, top), FRAME, (x / 1000, y / 1000))
        assert not spatial.hits_object(crop, (left, top), FRAME, (y / 1000, x / 1000))


def test_the_reference_object_is_97_5_px_from_the_space_beside_it() -> None:
    middle = ((REFERENCE_BOX[0] + REFERENCE_BOX[2]) / 2 / 1920, (REFERENCE_BOX[1] + REFERENCE_BOX[3]) / 2 / 1080)
    points = [shares_of(point) for point in RIGHT_SIDE]
    assert round(spatial.distance_px(middle, points, FRAME), 1) == 97.5
    # Right within the successor's 100 px, but not within this benchmark's 50 units.
    assert ecog.distance_px(middle, points, FRAME) < ecog.WITHIN_PX
    assert not spatial.hits_space(spatial.distance_units(middle, points))


def test_fifty_units_are_an_ellipse_of_96_by_54_px_and_chance_hits_it_in_0_79_percent() -> None:
    middle = (0.5, 0.5)
    for right, down, hit in ((95.9, 0, True), (96.0, 0, False), (0, 53.9, True), (0, 54.0, False), (68, 39, False)):
        point = (0.5 + right / 1920, 0.5 + down / 1080)
        assert spatial.hits_space(spatial.distance_units(point, [middle])) is hit
    rows = (np.arange(1000) + 0.5) / 1000
    found = np.hypot(*np.meshgrid((rows - 0.5) * 1000, (rows - 0.5) * 1000)) < spatial.WITHIN_UNITS
    assert round(100 * float(found.mean()), 2) == 0.79
    assert round(100 * math.pi * ecog.WITHIN_PX**2 / (1920 * 1080), 1) == 1.5


# Against other libraries


@given(sizes, st.tuples(shares, shares))
@settings(max_examples=50, deadline=None)
def test_a_points_pixel_is_the_bin_of_numpys_histogram(size: tuple[int, int], point: tuple[float, float]) -> None:
    found = spatial.pixel_of(point, size)
    counts, *_ = np.histogram2d([point[0]], [point[1]], bins=size, range=((0, 1), (0, 1)))
    expected = [(int(column), int(row)) for column, row in np.argwhere(counts)]
    # The product of a share and a length may round across a pixel's edge; by a billionth of a pixel, no more.
    close = any(abs(share * side - round(share * side)) < 1e-9 for share, side in zip(point, size, strict=True))
    assert [found] * (found is not None) == expected or close


@given(st.tuples(shares, shares), st.lists(st.tuples(shares, shares), min_size=1, max_size=4), sizes)
@settings(max_examples=50, deadline=None)
def test_distances_are_scipys(
    point: tuple[float, float], points: list[tuple[float, float]], size: tuple[int, int]
) -> None:
    middle = np.mean(points, axis=0)
    assert spatial.distance_px(point, points, size) == pytest.approx(
        distance.euclidean(np.multiply(point, size), middle * size), abs=1e-6
    )
    assert spatial.distance_units(point, points) == pytest.approx(
        distance.euclidean(point, middle, w=np.full(2, 1e6)), abs=1e-6
    )


@given(st.lists(st.none() | st.floats(0, 400), min_size=1, max_size=30))
@example([None, 0.0, 50.0, 49.999])
@settings(max_examples=50, deadline=None)
def test_the_curve_is_scikit_learns_recall_at_each_distance(distances: list[float | None]) -> None:
    found = spatial.hit_curve(distances)
    assert found == sorted(found)
    # All targets are positives; one is found at a threshold when its nearness, -distance, is above minus that.
    scores = [-math.inf if one is None else -one for one in distances]
    _, recall, steps = precision_recall_curve([1] * len(scores), np.nan_to_num(scores, neginf=-1e9))
    for within, share in zip(spatial.THRESHOLDS_UNITS, found, strict=True):
        reached = [r for r, step in zip(recall, steps, strict=False) if step > -within]
        assert share == pytest.approx(max(reached, default=0.0))


# The edges


def test_the_last_pixel_owns_the_far_edge_unless_it_is_outside() -> None:
    crop = np.ones((4, 4), np.bool_)
    assert spatial.hits_object(crop, (0, 0), (4, 4), (1.0, 1.0))
    assert not spatial.hits_object(crop, (0, 0), (4, 4), (1.0, 1.0), edge="outside")
    assert not spatial.hits_object(crop, (0, 0), (4, 4), (math.nextafter(1.0, 2), 0.5))
    assert not spatial.hits_object(crop, (0, 0), (4, 4), (-1e-12, 0.5))


@pytest.mark.parametrize("point", [None, (math.nan, 0.5), (0.5, math.inf), (-math.inf, 0.5), (1e300, 0.5)])
def test_an_unusable_point_hits_nothing(point: tuple[float, float] | None) -> None:
    crop = np.ones((4, 4), np.bool_)
    assert not spatial.hits_object(crop, (0, 0), (4, 4), point)
    assert not ecog.hits_mask(crop, (0, 0), (4, 4), point)


@given(sizes, st.data())
@settings(max_examples=50, deadline=None)
def test_a_single_pixel_is_hit_from_inside_itself_only(size: tuple[int, int], data: st.DataObject) -> None:
    column, row = data.draw(st.integers(0, size[0] - 1)), data.draw(st.integers(0, size[1] - 1))
    on = np.ones((1, 1), np.bool_)
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            point = (column + right + 0.5) / size[0], (row + down + 0.5) / size[1]
            assert spatial.hits_object(on, (column, row), size, point) is (right == down == 0)
            if min(point) > 0:
                assert ecog.hits_mask(on, (column, row), size, point) is (right == down == 0)


def test_the_successor_cuts_a_fraction_of_a_pixel_before_the_frame_to_its_first_pixel() -> None:
    on = np.ones((1, 1), np.bool_)
    assert ecog.hits_mask(on, (0, 0), (4, 4), (-0.5 / 4, 0.0))
    assert not ecog.hits_mask(on, (0, 0), (4, 4), (-1 / 4, 0.0))


def test_a_space_is_hit_strictly_within() -> None:
    assert spatial.hits_space(math.nextafter(50.0, 0))
    assert not spatial.hits_space(50.0)
    assert not spatial.hits_space(None)
    # 0.394 is 394 thousandths, despite binary rounding.
    assert spatial.distance_units((0.394 + 0.05, 0.906), [(0.394, 0.906)]) == 50.0


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.0049999, "small"), (0.005, "medium"), (0.02, "medium"), (0.0200001, "large"), (1.0, "large")],
)
def test_sizes_part_at_half_a_percent_and_at_two(share: float, expected: str) -> None:
    assert spatial.stratum(share) == expected


def test_an_empty_mean_is_refused() -> None:
    with pytest.raises(ValueError, match="no annotated point"):
        spatial.mean_point([])
    with pytest.raises(ValueError, match="no distance"):
        spatial.hit_curve([])
    with pytest.raises(ValueError, match="no annotated point"):
        ecog.distance_px((0.5, 0.5), [], (4, 4))


def test_half_of_the_frame_is_half_of_it() -> None:
    assert spatial.area_share(320 * 360, (640, 360)) == 0.5
    assert spatial.diagonal_px((3, 4)) == 5
