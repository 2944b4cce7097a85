"""Questions in a real browser: by keyboard or by clicks, in both languages, on every width, without barriers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mindsight.home.questions.people.answers import read_answers
from mindsight.rating.events import final_ratings, read_ratings
from mindsight.rating.exchange.said import write_said
from mindsight.text import Language
from mindsight.web.store import closing
from web.catalogues import QUESTIONS, RIGHT, catalogue_in
from web.test_browser import (  # noqa: F401  (fixtures)
    OVERHANG,
    SIZES,
    Open,
    Served,
    browser,
    check_language,
    pytestmark,
    serving_folder,
    visit,
)

NAMES = {words: one.id for one in QUESTIONS for words in one.words.values()}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    yield from serving_folder(catalogue_in(tmp_path / "people", least_viewing_s=0.2))


def loaded(page: object) -> str:
    """Wait until a question can be answered, and return which it is."""
    page.wait_for_function("() => [...document.images].every(one => one.complete && one.naturalWidth)")  # type: ignore[attr-defined]
    page.wait_for_timeout(300)  # type: ignore[attr-defined]
    return NAMES[page.locator("#question").inner_text()]  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_form_is_answered(served: Served, language: Language, visit: Open, tmp_path: Path) -> None:  # noqa: F811
    opened = visit(served, language)
    page = opened.page
    seen = []
    while page.locator("#question").count():
        name = loaded(page)
        seen.append(name)
        check_language(page, language)
        page.keyboard.press("Enter")
        # Nothing is preset: without an answer nothing is sent, and the page says what is missing.
        assert page.locator("#hint").inner_text()
        typed, clicked = page.locator("#typed"), page.locator(".clicked .marked img")
        if name in {"choice-1", "yes-1"}:
            page.keyboard.press({"choice-1": "b", "yes-1": "1"}[name])
        elif name == "sequence-1":
            for words in ("B", "A"):
                page.locator(f"[data-value='{words}']").click()
        elif name in {"point-1", "box-1"}:
            box = clicked.bounding_box()
            places = [(0.15, 0.15)] if name == "point-1" else [(0.3, 0.4), (0.1, 0.2)]
            for x, y in places:
                clicked.click(position={"x": x * box["width"], "y": y * box["height"]})
            assert page.locator(".mark").count() == len(places)
        elif name == "absent-1":
            page.keyboard.press("a")
            page.locator("#cannot").click()
            assert page.locator("[data-value][aria-pressed='true']").count() == 0
        else:
            typed.fill(RIGHT[name])
        with page.expect_navigation():
            page.keyboard.press("Enter") if name != "absent-1" else page.locator("#save").click()
    assert sorted(seen) == sorted(RIGHT)
    assert (opened.faults, opened.outside) == ([], [])
    ratings = final_ratings(read_ratings(closing.close(served.store)))
    person = read_answers(write_said(tmp_path / "answers", ratings)[0], QUESTIONS)
    assert {name: judged.outcome for name, (_, judged) in person.judged.items()} == {
        name: "TN" if name == "absent-1" else "TP" for name in RIGHT
    }
    assert all(one.time_s and one.viewing and one.viewing.zoom for one in ratings)


@pytest.mark.parametrize("size", SIZES)
def test_questions_fit_every_screen_and_have_no_barrier(served: Served, size: str, visit: Open) -> None:  # noqa: F811
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    opened = visit(served, "zh", size)
    page = opened.page
    for _ in RIGHT:
        loaded(page)
        assert page.evaluate(OVERHANG) == 0
        found = [one for one in axe.run(page).response["violations"] if one["impact"] in {"serious", "critical"}]
        assert [(one["id"], [node["html"][:90] for node in one["nodes"]]) for one in found] == []
        page.locator("#cannot").click()
        with page.expect_navigation():
            page.locator("#save").click()
    assert (opened.faults, opened.outside) == ([], [])


def test_a_box_is_drawn_and_pictures_enlarge(served: Served, visit: Open) -> None:  # noqa: F811
    opened = visit(served, "en")
    page = opened.page
    while loaded(page) != "box-1":
        page.locator("#cannot").click()
        with page.expect_navigation():
            page.locator("#save").click()
    picture = page.locator(".clicked .marked img")
    for times in (1.0, 1.5, 2.25):
        box = picture.bounding_box()
        page.mouse.move(box["x"] + 0.35 * box["width"] / times, box["y"] + 0.4 * box["height"] / times)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.1 * box["width"] / times, box["y"] + 0.2 * box["height"] / times, steps=4)
        page.mouse.up()
        # What is drawn lies at the same place of the picture, however large that is shown.
        frame = page.locator(".clicked .frame").bounding_box()
        typed = [int(one) for one in page.locator("#typed").input_value().strip("[]").split(",")]
        assert typed == pytest.approx([100 / times, 200 / times, 350 / times, 400 / times], abs=4)
        assert frame["width"] == pytest.approx(0.25 * box["width"] / times, abs=4)
        page.locator("#question").click()
        page.keyboard.press("+")
        assert picture.bounding_box()["width"] == pytest.approx(box["width"] * 1.5, rel=0.01)
        page.evaluate("document.querySelector('.clicked .scrolled').scrollTo(0, 0)")
    page.keyboard.press("z")
    assert (
        page.evaluate("(one => one.scrollWidth - one.clientWidth)(document.querySelector('.clicked .scrolled'))") == 0
    )
    assert (opened.faults, opened.outside) == ([], [])


def test_the_door_says_what_is_asked(served: Served, visit: Open) -> None:  # noqa: F811
    for language, words in (("en", "questions about pictures"), ("zh", "回答")):
        page = visit(served, language, enter=False).page  # type: ignore[arg-type]
        assert words in page.locator("h1").inner_text()
