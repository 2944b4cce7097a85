"""Presents: their size, the text printed on them, and the differences between their sorts."""

import numpy as np
import pytest

from engine import sheets
from mindsight.engine.catalogue.labels import Sort, letter_m, printed
from mindsight.engine.kinds import KINDS, Wish

SIZES_M = {
    "tea_tin": (0.10, 0.10, 0.13), "chocolates": (0.23, 0.208, 0.047), "gift_bottle": (0.087, 0.087, 0.298),
    "puzzle_box": (0.30, 0.20, 0.059), "cup_set": (0.28, 0.19, 0.074), "knife_set": (0.37, 0.16, 0.037),
    "money_envelope": (0.124, 0.23, 0.007), "bouquet": (0.304, 0.18, 0.15),
}  # fmt: skip
"""Width, depth and height as sold."""
PRINTED = ("tea_tin", "chocolates", "gift_bottle", "puzzle_box", "bouquet")


@pytest.mark.parametrize(("key", "size"), SIZES_M.items())
def test_it_has_its_real_size(key: str, size: tuple[float, float, float]) -> None:
    for seed in range(2):
        low, high = sheets.stage(key, seed).bounds()
        assert high - low == pytest.approx(size, rel=0.12, abs=0.003)


@pytest.mark.parametrize("key", [key for key in SIZES_M if key != "bouquet"])
def test_solids_match_what_is_seen(key: str) -> None:
    staged = sheets.stage(key, 3)
    assert np.abs(staged.bounds(sheets.SOLID) - staged.bounds()).max() < 0.005


def test_flowers_are_soft_and_paper_is_not() -> None:
    staged = sheets.stage("bouquet", 3)
    apart = np.abs(staged.bounds(sheets.SOLID) - staged.bounds())
    assert apart[0, 2] < 0.005
    assert apart.max() < 0.025


@pytest.mark.parametrize("key", PRINTED)
def test_every_sort_is_named_in_both_scripts(key: str) -> None:
    said = set()
    for colour in KINDS[key].colours:
        zh, en = sheets.stage(key, 0, Wish(colour)).look.text
        assert any("\u4e00" <= letter <= "\u9fff" for letter in zh)
        assert en.isascii()
        said.add((zh, en))
    assert len(said) == len(KINDS[key].colours)


@pytest.mark.parametrize(("state", "count"), [("four", 4), ("six", 6)])
def test_cups_can_be_counted(state: str, count: int) -> None:
    staged = sheets.stage("cup_set", 1, Wish("white", state))
    forms = [int(staged.model.geom_dataid[geom]) for geom in staged.geoms()]
    assert max(forms.count(form) for form in forms) == count
    assert staged.look.state == state


def test_an_envelope_is_for_joy_or_for_mourning() -> None:
    assert {sheets.stage("money_envelope", 0, Wish(colour)).look.text for colour in ("red", "white")} == {
        ("囍",),
        ("奠",),
    }


def test_a_long_word_is_set_narrower_and_not_smaller() -> None:
    """The dark pixels in the English line of a label span the same number of rows for every word."""
    rows = []
    for word in ("HE", "HEHEHEHEHEHEHE"):
        picture = np.asarray(printed(Sort("茶", word, "red"), (0.08, 0.08)).convert("L"))
        english = picture[round(0.62 * len(picture)) : round(0.95 * len(picture)), 12:-12]
        rows.append(int((english < 128).any(axis=1).sum()))
    assert abs(rows[0] - rows[1]) <= 2
    assert letter_m((0.08, 0.08)) == pytest.approx(0.08 * 0.25 * 20 / 14)
