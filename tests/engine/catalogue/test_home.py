"""Food, toys, tableware, household things, rubbish and stains: sizes, readable text, wiping."""

import numpy as np
import pytest

from engine import sheets
from mindsight.engine.kinds import KINDS, Wish

STAINS = sorted(key for key, kind in KINDS.items() if kind.flat)
SEEDS = range(5)

SIZES_M = {
    "book": (0.15, 0.21, 0.062), "cushion": (0.41, 0.41, 0.128), "picture_frame": (0.24, 0.11, 0.17), "keys": (0.10, 0.14, 0.008),
    "remote_control": (0.044, 0.18, 0.023), "basket": (0.24, 0.24, 0.26), "vase": (0.12, 0.12, 0.33), "apple": (0.075, 0.075, 0.075),
    "orange": (0.085, 0.085, 0.047), "banana": (0.19, 0.10, 0.033), "carrot": (0.21, 0.09, 0.037),
    "watermelon_slice": (0.22, 0.11, 0.022), "bread": (0.12, 0.19, 0.108), "cake": (0.20, 0.20, 0.124),
    "milk_carton": (0.072, 0.072, 0.194), "cereal_box": (0.19, 0.06, 0.281), "egg_box": (0.156, 0.14, 0.121),
    "food_can": (0.077, 0.077, 0.11), "noodle_cup": (0.097, 0.112, 0.154), "jam_jar": (0.097, 0.097, 0.095),
    "alarm_clock": (0.104, 0.045, 0.15), "tissue_box": (0.22, 0.116, 0.14), "candle": (0.155, 0.124, 0.18),
    "potted_plant": (0.15, 0.15, 0.19), "paper_ball": (0.081, 0.081, 0.081), "crushed_can": (0.10, 0.066, 0.062),
    "banana_peel": (0.205, 0.205, 0.097), "crisps_bag": (0.165, 0.226, 0.029), "empty_bottle": (0.216, 0.063, 0.063),
    "apple_core": (0.09, 0.06, 0.06), "torn_cardboard": (0.31, 0.185, 0.068), "mug": (0.118, 0.082, 0.093),
    "bowl": (0.16, 0.16, 0.058), "plate": (0.235, 0.235, 0.023), "wine_glass": (0.077, 0.077, 0.20), "spoon": (0.18, 0.041, 0.016),
    "fork": (0.19, 0.025, 0.008), "chopsticks": (0.236, 0.05, 0.015), "teapot": (0.23, 0.136, 0.122),
    "frying_pan": (0.394, 0.22, 0.07), "block": (0.05, 0.05, 0.05), "teddy_bear": (0.24, 0.176, 0.27), "ball": (0.18, 0.18, 0.18),
    "rubber_duck": (0.15, 0.09, 0.11), "doll": (0.21, 0.13, 0.27), "spinning_top": (0.068, 0.074, 0.064),
    "toy_robot": (0.154, 0.068, 0.215), "ring_stack": (0.12, 0.12, 0.154), "toy_car": (0.136, 0.064, 0.058),
    "brick_block": (0.10, 0.05, 0.05), "plank_block": (0.15, 0.05, 0.02), "roof_block": (0.10, 0.05, 0.05),
    "pillar_block": (0.05, 0.05, 0.10), "arch_block": (0.15, 0.05, 0.08),
    "toy_train": (0.186, 0.074, 0.116), "toy_plane": (0.182, 0.18, 0.09), "toy_boat": (0.164, 0.072, 0.186),
}  # fmt: skip
"""Width, depth and height of household things."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "size"), SIZES_M.items())
def test_it_has_its_real_size(key: str, size: tuple[float, float, float]) -> None:
    for seed in SEEDS:
        low, high = sheets.stage(key, seed).bounds()
        assert high - low == pytest.approx(size, rel=0.16, abs=0.004)


@pytest.mark.parametrize("key", STAINS)
def test_a_stain_is_visible_and_not_solid(key: str) -> None:
    for seed in SEEDS:
        staged = sheets.stage(key, seed)
        low, high = staged.bounds()
        assert not len(staged.geoms(sheets.SOLID))
        assert 0.08 < (high - low)[:2].max() < 0.26
        assert 0.0 < low[2] < high[2] < 0.001
        assert staged.look.state in {"stained", "dusty"}


@pytest.mark.parametrize("key", STAINS)
@pytest.mark.parametrize("ground", [(0.86, 0.82, 0.76), (0.30, 0.22, 0.16)], ids=["light", "dark"])
def test_a_stain_stands_out(key: str, ground: tuple[float, float, float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "GROUND", ground)
    for seed in SEEDS[:2]:
        staged = sheets.stage(key, seed)
        picture, mask = sheets.portrait(staged, "above", 160)
        bare = np.median(picture[~mask], axis=0)
        contrast = np.abs(picture[mask].astype(float) - bare).max(axis=1)
        assert mask.mean() > 0.02
        assert (contrast > 25).mean() > 0.35


@pytest.mark.parametrize("key", STAINS)
def test_equal_seeds_give_equal_stains(key: str) -> None:
    first, again, other = (sheets.portrait(sheets.stage(key, seed), "above", 80)[0] for seed in (4, 4, 5))
    assert (first == again).all()
    assert (first != other).any()


def test_a_clock_states_its_time() -> None:
    times = {sheets.stage("alarm_clock", seed).look.text[0] for seed in range(12)}
    assert len(times) > 6
    for time in times:
        hour, minute = map(int, time.split(":"))
        assert 1 <= hour <= 12
        assert minute in range(0, 60, 5)


@pytest.mark.parametrize(
    "key", ["milk_carton", "cereal_box", "food_can", "noodle_cup", "jam_jar", "book", "tissue_box"]
)
def test_a_packet_is_lettered_in_both_scripts(key: str) -> None:
    zh, en = sheets.stage(key).look.text
    assert all("\u4e00" <= sign <= "\u9fff" for sign in zh)
    assert en.isascii()


@pytest.mark.parametrize("key", ["mug", "bowl", "plate", "frying_pan"])
def test_used_ware_looks_used(key: str) -> None:
    clean, used = (
        sheets.portrait(sheets.stage(key, 2, Wish(state=state)), "above", 120)[0] for state in ("clean", "stained")
    )
    assert (np.abs(clean.astype(int) - used).max(axis=2) > 25).mean() > 0.004
