"""Every kind of movable thing: it builds, rests, has its weight, is as solid as it looks, and differs from all others."""

import itertools
import re

import mujoco
import numpy as np
import pytest

from engine import sheets
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS, Wish

MOVABLE = sorted(key for key, kind in KINDS.items() if not kind.flat)
SOME = [pytest.param(key, marks=[pytest.mark.slow] if number % 4 else []) for number, key in enumerate(MOVABLE)]
SEEDS = range(5)
FIT_M, SOFT_FIT_M = 0.005, 0.008
"""Greatest distance between the solid and the visible form; soft things yield."""

SIZES_M = {
    "t_shirt": (0.31, 0.25, 0.04), "sweater": (0.33, 0.28, 0.08), "jeans": (0.24, 0.36, 0.06), "pyjamas": (0.24, 0.27, 0.06),
    "swimsuit": (0.19, 0.29, 0.022), "down_jacket": (0.37, 0.32, 0.09), "socks": (0.18, 0.24, 0.04), "sun_hat": (0.34, 0.34, 0.11),
    "wool_hat": (0.21, 0.21, 0.20), "scarf": (0.24, 0.36, 0.05), "gloves": (0.25, 0.20, 0.03), "trainers": (0.19, 0.27, 0.11),
    "flip_flops": (0.20, 0.26, 0.055), "toothbrush": (0.20, 0.015, 0.02), "toothpaste": (0.17, 0.06, 0.04),
    "shampoo": (0.08, 0.05, 0.18), "towel": (0.085, 0.26, 0.09), "soap": (0.14, 0.10, 0.033), "comb": (0.21, 0.05, 0.006),
    "sunscreen": (0.07, 0.05, 0.155), "razor": (0.047, 0.15, 0.02), "first_aid_kit": (0.18, 0.15, 0.07), "passport": (0.09, 0.16, 0.007),
    "umbrella": (0.41, 0.09, 0.065), "sunglasses": (0.145, 0.14, 0.05), "water_bottle": (0.073, 0.073, 0.235),
    "camera": (0.125, 0.07, 0.086), "guide_book": (0.18, 0.205, 0.025), "neck_pillow": (0.286, 0.285, 0.088),
    "wallet": (0.115, 0.12, 0.027), "phone": (0.077, 0.156, 0.01), "charger": (0.153, 0.12, 0.034), "laptop": (0.31, 0.22, 0.027),
    "headphones": (0.184, 0.072, 0.183), "torch": (0.155, 0.053, 0.053), "power_bank": (0.09, 0.153, 0.025),
    "notebook": (0.16, 0.20, 0.019), "pen": (0.15, 0.014, 0.017), "pencil_case": (0.246, 0.068, 0.082),
    "calculator": (0.116, 0.148, 0.034), "scissors": (0.089, 0.188, 0.012), "sticky_notes": (0.108, 0.077, 0.025),
}  # fmt: skip
"""Width, depth and height of the things one packs, as sold."""
FOR_QUESTIONS = (
    "biscuits",
    "carriers",
    "customs",
    "fillings",
    "furnishings",
    "grippers",
    "motion",
    "openables",
    "traces",
    "trials",
    "wares",
    "weathered",
)
TOLD_APART = {key for key, kind in KINDS.items() if kind.build.__module__.rpartition(".")[2] in FOR_QUESTIONS}
"""Kinds for questions, whose sets never show two that only their outline could tell apart."""


@pytest.mark.slow
@pytest.mark.parametrize("key", MOVABLE)
def test_it_rests(key: str) -> None:
    for seed in SEEDS:
        staged = sheets.stage(key, seed)
        staged.run(1.0)
        rested, low = staged.data.qpos.copy(), staged.bounds(sheets.SOLID)[0, 2]
        staged.run(1.0)
        moved, turned = np.abs(staged.data.qpos[:3] - rested[:3]).max(), np.abs(staged.data.qpos[3:] - rested[3:]).max()
        assert moved < 0.001, f"seed {seed}: still moving, {1000 * moved:.1f} mm in the second second"
        assert turned < 0.003, f"seed {seed}: still turning"
        assert abs(staged.data.qpos[:2]).max() < 0.02, f"seed {seed}: it slid away"
        assert -0.0025 < low < 0.0025, f"seed {seed}: sinks or floats by {1000 * low:.1f} mm"
        assert staged.model.body_subtreemass[staged.model.body("thing").id] == pytest.approx(
            KINDS[key].mass_kg, rel=1e-6
        )


@pytest.mark.slow
@pytest.mark.parametrize("key", SIZES_M)
def test_solids_match_what_is_seen(key: str) -> None:
    for seed in SEEDS:
        staged = sheets.stage(key, seed)
        apart = 1000 * (staged.bounds(sheets.SOLID) - staged.bounds())
        fit = SOFT_FIT_M if KINDS[key].soft else FIT_M
        assert np.abs(apart).max() < 1000 * fit, f"seed {seed}: felt and seen differ by {apart.round(1)} mm"


@pytest.mark.parametrize("key", SOME)
def test_its_look_is_consistent(key: str) -> None:
    kind = KINDS[key]
    for colour, state in itertools.zip_longest(kind.colours, kind.states, fillvalue=""):
        look = sheets.stage(key, 3, Wish(colour, state)).look
        assert look.colour in COLOURS
        assert look.shape
        assert look.material
        assert not colour or look.colour == colour
        assert not state or look.state == state
    assert sheets.stage(key, 3).look.state in {"", *kind.states} or not kind.states


@pytest.mark.parametrize("key", SOME)
def test_equal_seeds_give_equal_things(key: str) -> None:
    first, again = (sheets.stage(key, 11).model for _ in range(2))
    saved = []
    for model in (first, again):
        content = np.zeros(mujoco.mj_sizeModel(model), np.uint8)
        mujoco.mj_saveModel(model, None, content)
        saved.append(content.tobytes())
    assert saved[0] == saved[1]


@pytest.mark.parametrize(("key", "size"), SIZES_M.items())
def test_it_has_its_real_size(key: str, size: tuple[float, float, float]) -> None:
    for seed in SEEDS[:2]:
        low, high = sheets.stage(key, seed).bounds()
        assert high - low == pytest.approx(size, rel=0.12, abs=0.003)


def test_names_are_unique() -> None:
    for language in ("zh", "en"):
        names = [kind.name(language).lower() for kind in KINDS.values()]
        assert len(names) == len(set(names))


@pytest.mark.slow
def test_plural_names_are_known_as_such() -> None:
    """A pair, a bunch or a box of many is singular, and "glass" is no plural."""
    many = re.compile(r"(?!.* of ).*[^s]s")
    assert {key for key, kind in KINDS.items() if kind.plural} == {
        key for key, kind in KINDS.items() if many.fullmatch(kind.en)
    }


@pytest.mark.slow
def test_no_two_kinds_share_a_silhouette() -> None:
    """Silhouettes are compared without scale, which a crop does not show; two kinds must differ in some view."""
    masks = {}
    for key in MOVABLE:
        staged = sheets.stage(key)
        staged.run(0.6)
        masks[key] = [sheets.silhouette(sheets.portrait(staged, view, 128)[1]) for view in sheets.VIEWS]
    shared = {
        (first, second): least
        for first, second in itertools.combinations(masks, 2)
        if not {first, second} & TOLD_APART
        and (least := min(sheets.overlap(a, b) for a, b in zip(masks[first], masks[second], strict=True))) > 0.85
    }
    assert not shared
