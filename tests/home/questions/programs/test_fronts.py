"""The place of the part that opens in a way."""

from tests.home.questions.programs.by_hand import facts, scene, thing

from mindsight.home.questions.classes.object.fronts.opens_by import OPENS_BY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear


def opening(way: str, *ways: str, box: tuple[float, float, float, float] = (400.0, 400.0, 600.0, 600.0)) -> Answer:
    parts = [thing("door", (float(x), 0.0), f"part_{x}", category="part", box=box) for x in range(len(ways))]
    opens = {one.name: way for one, way in zip(parts, ways, strict=True)}
    return OPENS_BY.answer({"way": way}, scene(facts(*parts, opens=opens)))


def test_the_part_that_opens_in_a_way() -> None:
    found = opening("left", "right", "left", "out")
    assert isinstance(found, Found)
    assert found.target == (0, "part_1")
    assert opening("up", "right", "left") == Cannot("absent")
    assert opening("out", "out", "out") == Cannot("ambiguous")


def test_a_part_that_the_picture_cuts_off_is_not_asked_about() -> None:
    assert isinstance(opening("left", "left", box=(900.0, 400.0, 1000.0, 600.0)), Unclear)
