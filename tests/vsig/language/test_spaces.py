"""Free places whose side, or whose other end, has a clause of its own."""

import time

import pytest

from mindsight.vsig.language.reader.spaces import read_place

BESIDE = {
    "桌上有一把绿柄的钳子,右边那块空地": ("right", "pliers"),
    "水槽左侧的黄盆,它前面": ("front", "basin"),
    "那把锤子,它的背后空着的地方": ("back", "hammer"),
    "架子上的锤子,左起第一把,左边就是": ("left", "hammer"),
    "台面上不是有个红盒子嘛,它后面": ("back", "box"),
    "红盒子左手边,就是桌上离人近的那个": ("left", "box"),
    "There's a blue box on the table; the free spot just to its left": ("left", "box"),
    "the mug with the broken handle: space in front of it": ("front", "mug"),
    "the blue box, right behind it": ("back", "box"),
}
BETWEEN = [
    "白盒子和红色的锤子,它俩当间儿",
    "在白盒子(左数第二个)和红锤子中间,那块空桌面",
    "左边是白盒子,右边是红锤子,中间那块空地",
    "空着的那块,左右分别是白盒子和红锤子",
    "Empty region in the middle, white box on one side, red hammer on the other",
]


@pytest.mark.parametrize("said", BESIDE)
def test_a_side_in_a_clause_of_its_own_is_that_of_what_was_named(said: str) -> None:
    side, thing = BESIDE[said]
    (place,) = read_place(said).places
    assert place.sides == {side}
    assert [one.head for one in place.references] == [thing]


@pytest.mark.parametrize("said", BETWEEN)
def test_both_ends_of_a_gap_are_found_wherever_they_are_said(said: str) -> None:
    (place,) = read_place(said).places
    assert place.sides == {"middle"}
    assert {one.head for one in place.references} == {"box", "hammer"}


@pytest.mark.parametrize("said", ["左边的盒子", "the box on the left", "右边有个盒子,红色的"])
def test_a_thing_on_a_side_is_not_a_place_beside_it(said: str) -> None:
    assert not any(place.references and not place.holds for place in read_place(said).places)


@pytest.mark.parametrize("text", ["左边,", "和", "的空", "a, ", "the empty "])
def test_repeated_words_are_read_in_time_that_grows_with_their_number(text: str) -> None:
    def seconds(count: int) -> float:
        begin = time.perf_counter()
        read_place(text * count)
        return time.perf_counter() - begin

    read_place("杯子")
    assert seconds(190 // len(text)) < 50 * seconds(19 // len(text) + 1) + 0.2
