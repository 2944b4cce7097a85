"""Where boxes fit into a box: the fast search finds what trying every cell and every turn finds."""

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mindsight.home.oracle import boxes
from mindsight.home.oracle.boxes import CELL_M, RIM_M, WALL_M, best_spot, cells, order

Array = NDArray[np.float64]
lengths = st.integers(2, 16).map(lambda count: count / 100)
sizes = st.tuples(lengths, lengths, lengths).map(np.array)
hollows = st.tuples(*[st.integers(12, 24).map(lambda count: count / 100)] * 3).map(np.array)


def window(ground: Array, half: Array, size: Array, middle: Array) -> Array:
    """Return the heights under a box, using only one function under test: which cells it covers."""
    (i, j), (wide, deep) = boxes._window(ground, half, size, middle[None])
    return ground[int(i[0]) : int(i[0]) + wide, int(j[0]) : int(j[0]) + deep]


def cost(under: Array, half: Array, size: Array, middle: Array) -> float:
    """Return the cost of a box over these heights, let go at the bottom."""
    below = float(under.max())
    borne = under > below - 0.012
    wide, deep = under.shape
    steady = (
        borne[: (wide + 1) // 2].any()
        and borne[wide // 2 :].any()
        and borne[:, : (deep + 1) // 2].any()
        and borne[:, deep // 2 :].any()
    )
    corner = np.abs(middle) @ (1 / (half[:2] + CELL_M))
    top = below + size[2]
    said = np.round(top, 2) + 0.05 * (1 - borne.mean()) + (0.0 if steady else 0.04) - 0.008 * corner
    return float("inf") if top > 2 * half[2] - RIM_M else float(said)


@settings(max_examples=25)
@given(hollows, sizes, st.integers(0, 2**31))
def test_the_best_spot_is_the_cheapest_of_all_places_one_by_one(hollow: Array, size: Array, seed: int) -> None:
    rng, half = np.random.default_rng(seed), hollow / 2
    ground = np.round(rng.uniform(0, 0.08, cells(half)), 3) * rng.integers(0, 2, cells(half))
    places = rng.uniform(-half[:2], half[:2], (12, 2))
    found = best_spot(ground, half, size, places, np.zeros(len(places)))
    room = half[:2] - WALL_M - size[:2] / 2
    if (room < 0).any():
        assert found is None
        return
    middles = np.clip(places, -room, room)
    costs = [cost(window(ground, half, size, middle), half, size, middle) for middle in middles]
    if found is None:
        assert min(costs) == np.inf
    else:
        assert np.isclose(found.cost, min(costs), rtol=0, atol=1e-12)
        assert np.isclose(costs[found.place], min(costs), rtol=0, atol=1e-12)


@settings(max_examples=25)
@given(st.lists(sizes, min_size=1, max_size=5), hollows)
def test_no_turn_of_a_box_that_was_not_tried_would_have_been_better(piled: list[Array], hollow: Array) -> None:
    half = hollow / 2
    ground = np.zeros(cells(half))
    for box in piled:
        before, all_of_it = ground.copy(), np.indices(ground.shape).reshape(2, -1).T + 0.5
        places = (all_of_it / ground.shape * 2 - 1) * half[:2]
        tried = [
            best_spot(before, half, np.add(turned, (0.004, 0.004, 0.0)), places, np.zeros(len(places)))
            for turned in permutations(box.tolist())
        ]
        best = min((spot for spot in tried if spot is not None), key=lambda spot: spot.cost, default=None)
        put = boxes._put(ground, box.tolist(), half)
        assert put == (best is not None)
        if best is None:
            return
        cheapest = [spot.top_m for spot in tried if spot is not None and np.isclose(spot.cost, best.cost, atol=1e-9)]
        raised = ground[ground != before]
        assert not raised.size or any(np.allclose(raised, top) for top in cheapest)


def test_an_order_is_found_in_which_a_full_box_can_be_packed_and_none_for_one_box_too_many() -> None:
    hollow = np.array([0.20, 0.20, 0.128])
    quarter = np.array([0.09, 0.09, 0.06])
    assert sorted(order([quarter] * 8, hollow) or ()) == list(range(8))
    assert order([quarter] * 9, hollow) is None
