"""Programs about papers, labels, clocks and sides, on facts made by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.engine.drawing.prints.sheets import PX_PER_M, Text, area_of, drawn
from mindsight.home.questions import classes
from mindsight.home.questions.facts.answer import Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.scenes.papers import pages, words
from mindsight.home.questions.scenes.papers.pages import Page

POOL = classes.load()
EYE = {
    "eye": (0.0, -1.0, 1.5),
    "axes": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)),
    "fovy_deg": 46.0,
    "aspect": 4 / 3,
}
RECEIPT = pages.receipt(
    "bakery",
    words.SHOPS["bakery"][0],
    [(item, words.SHOPS["bakery"][1][item], price) for item, price in (("cake", 25), ("toast", 8), ("pie", 12))],
    "white",
)


def paper(page: Page, number: int = 0, **hidden: str) -> dict[str, Any]:
    """Return a sheet as facts, all in view but the columns that are named with another state."""
    cells = [{**cell, "state": hidden.get(cell["col"], "legible")} for cell in page.cells]
    return {"name": f"sheet_{number}", "form": page.form, "cells": cells}


def scene(*objects: Object, **more: Any) -> Scene:
    return Scene(pictures=(Facts(objects=objects, **EYE, more=more),))


def value(key: str, asked: dict[str, Any], where: Scene) -> Any:
    found = POOL[f"language.{key}"].answer(asked, where)
    return found.value if isinstance(found, Found) else found


def test_a_receipt_is_read_added_up_and_compared() -> None:
    seen = scene(papers=[paper(RECEIPT)])
    assert value("receipt", {"shop": "bakery", "item": "toast"}, seen) == 8
    assert value("receipt_total", {"shop": "bakery"}, seen) == 45
    assert value("receipt_dearest", {"shop": "bakery"}, seen) == "cake"
    assert value("receipt", {"shop": "bakery", "item": "tart"}, seen) == Cannot("absent")
    assert value("receipt_total", {"shop": "cafe"}, seen) == Cannot("absent")


def test_what_is_hidden_is_missing_and_what_is_half_hidden_is_not_asked() -> None:
    assert value("receipt_total", {"shop": "bakery"}, scene(papers=[paper(RECEIPT, price="hidden")])) == Cannot(
        "missing_information"
    )
    assert isinstance(
        value("receipt_total", {"shop": "bakery"}, scene(papers=[paper(RECEIPT, price="doubtful")])), Unclear
    )
    face_down = {"name": "sheet_1", "form": "receipt", "cells": []}
    assert value("receipt_total", {"shop": "bakery"}, scene(papers=[face_down])) == Cannot("missing_information")


def test_two_sheets_are_ambiguous_only_if_they_differ() -> None:
    other = pages.receipt("bakery", words.SHOPS["bakery"][0], [("cake", ("蛋糕", "cake"), 30)], "white")
    both = scene(papers=[paper(RECEIPT), paper(other, 1)])
    assert value("receipt", {"shop": "bakery", "item": "cake"}, both) == Cannot("ambiguous")
    assert isinstance(value("receipt", {"shop": "bakery", "item": "pie"}, both), Unclear)


def test_a_week_a_month_and_instructions() -> None:
    week = pages.planner("mum", ("妈妈的一周", "Mum's week"), {"wed": "dentist", "fri": "yoga"}, "white")
    # 1 March 2027 is a Monday, so the 17th is a Wednesday.
    month = pages.month(words.MONTHS[2], 0, 31, [17], "white")
    steps = words.DEVICES["washer"][1]
    sheet = pages.instructions(
        "washer", words.DEVICES["washer"][0], [(one, steps[one]) for one in ("tap", "soap", "door")], "white"
    )
    seen = scene(papers=[paper(week), paper(month, 1), paper(sheet, 2)])
    assert value("calendar", {"who": "mum", "event": "dentist"}, seen) == "wed"
    assert value("calendar_count", {"who": "mum"}, seen) == 2
    assert value("calendar_event", {"who": "mum", "day": "mon"}, seen) == Cannot("false_premise")
    assert (value("date", {}, seen), value("date_weekday", {}, seen)) == (17, "wed")
    assert value("instructions", {"device": "washer", "number": 3}, seen) == "door"
    assert value("instructions_next", {"device": "washer", "step": "door"}, seen) == Cannot("false_premise")
    assert value("instructions_order", {"device": "washer", "steps": ["soap", "door", "tap"]}, seen) == [
        "tap",
        "soap",
        "door",
    ]


def test_a_table_is_looked_up_added_and_compared() -> None:
    table = pages.table(
        "pages",
        words.LISTS["pages"][0],
        ["mon", "tue"],
        [("mum", ("妈妈", "Mum"), [3, 9]), ("ben", ("小本", "Ben"), [7, 4])],
        "white",
    )
    seen = scene(papers=[paper(table)])
    assert value("table", {"table": "pages", "who": "ben", "day": "tue"}, seen) == 4
    assert value("table_sum", {"table": "pages", "who": "mum", "days": ["mon", "tue"]}, seen) == 12
    assert value("table_most", {"table": "pages", "day": "mon"}, seen) == "ben"


def clock(number: int, owner: str, time: str, x: float) -> Object:
    read = (time, " ".join(words.printed(words.PERSONS[owner]))) if time else ()
    return Object(
        name=f"c{number}",
        kind="desk_clock",
        zh="座钟",
        en="desk clock",
        category="fixture",
        read=read,
        at=(x, 0, 1),
        pixels=900,
    )


@pytest.mark.parametrize(("time", "past", "left"), [("12:05", 5, 55), ("11:40", 700, 20), ("1:55", 115, 5)])
def test_clocks(time: str, past: int, left: int) -> None:
    seen = scene(clock(0, "mum", time, 0.0), clock(1, "dad", "12:00", 0.3))
    assert value("clock", {"who": "mum"}, seen) == str(past)
    assert value("clock_minutes", {"who": "mum"}, seen) == left
    assert value("clock_ahead", {"one": "mum", "other": "dad"}, seen) == past
    assert time in value("clock_text", {"who": "mum"}, seen)
    assert value("clock", {"who": "ben"}, seen) == Cannot("absent")
    assert value("clock", {"who": "ben"}, scene(clock(0, "mum", "", 0.0))) == Cannot("missing_information")


def test_labels_and_neighbours() -> None:
    def box(number: int, label: str, colour: str) -> Object:
        read = (" ".join(words.printed(words.CONTENTS[label])),) if label else ()
        return Object(
            name=f"b{number}", kind="label_box", zh="盒", en="box", category="fixture", read=read, colour=colour, at=(0.2 * number, 0, 1),
            pixels=900,
        )  # fmt: skip

    seen = scene(box(0, "tea", "red"), box(1, "rice", "blue"), box(2, "", "green"))
    assert value("label", {"colour": "blue"}, seen) == "rice"
    assert value("label", {"colour": "green"}, seen) == Cannot("missing_information")
    assert value("label_colour", {"label": "tea"}, seen) == "red"
    assert value("label_next", {"label": "tea", "side": "right"}, seen) == "rice"
    assert value("label_next", {"label": "tea", "side": "left"}, seen) == Cannot("false_premise")
    assert value("label_next", {"label": "rice", "side": "right"}, seen) == Cannot("missing_information")


@given(st.lists(st.sampled_from([Found("a"), Found("b"), Cannot("absent"), Unclear("?")]), min_size=2, max_size=4))
def test_readings_that_differ_are_ambiguous(answers: list[Any]) -> None:
    values = {one.value for one in answers if isinstance(one, Found)}
    said = agreed(answers)
    assert (said == Cannot("ambiguous")) == (len(values) == 2)
    assert not isinstance(said, Found)


@given(st.sampled_from(["left", "middle", "right"]), st.floats(0.05, 0.2), st.floats(0.03, 0.1))
def test_print_stays_within_the_area_that_it_is_said_to_cover(align: Any, x: float, y: float) -> None:
    text = Text("牛奶 Milk", x, y, 0.016, align)
    left, top, right, bottom = (side * PX_PER_M for side in area_of(text))
    picture = drawn((0.3, 0.13), (1.0, 1.0, 1.0), [text]).convert("L").point(lambda tone: 255 if tone < 128 else 0)
    box = picture.getbbox()
    assert box is not None
    assert left - 3 <= box[0]
    assert box[2] <= right + 3
    assert top - 4 <= box[1]
    assert box[3] <= bottom + 4
