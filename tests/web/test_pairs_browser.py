"""Comparisons in pairs in a real browser: by keyboard alone, on a phone, in both languages, without barriers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from mindsight.rating.events import read_ratings
from mindsight.text import Language
from mindsight.web.database.tables import Answer
from mindsight.web.store import closing
from web import test_browser
from web.test_browser import (  # noqa: F401  (fixtures)
    OVERHANG,
    SIZES,
    Open,
    Served,
    answer,
    browser,
    check_language,
    pytestmark,
    ready,
    right,
    serving,
    visit,
)

PLACES = test_browser.PLACES


@pytest.fixture(params=["enhancement", "segmentation"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    yield from serving(
        tmp_path,
        request.param,
        pairs={"against": ("products", "reference")},
        qualification={"showings": 0, "least_right": 0},
        training=0,
        rates={"repeats": 0, "references": 0, "anchors": 0, "gold": 0.1, "traps": 0},
    )


def to_pairs(found: test_browser.Visit, served: Served) -> None:
    """Answer everything on the scale."""
    while not found.page.locator("[data-choice]").count():
        answer(
            found.page, right(served.store, "R01", int(found.page.locator("#item").get_attribute("data-place") or 0))
        )
        found.page.wait_for_selector("#item")
    ready(found.page)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_pairs_by_keyboard_alone(served: Served, language: Language, visit: Open) -> None:  # noqa: F811
    opened = visit(served, language)
    page = opened.page
    to_pairs(opened, served)
    seen = 0
    while page.locator("#item").count():
        ready(page)
        check_language(page, language)
        page.keyboard.press("Enter")
        assert page.locator("#hint").inner_text()
        page.wait_for_timeout(250)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("u")
        key = ("ArrowLeft", "ArrowDown", "ArrowRight")[seen % 3]
        page.keyboard.press(key)
        assert page.locator("[data-choice][aria-pressed='true']").count() == 1
        with page.expect_navigation():
            page.keyboard.press("Enter")
        seen += 1
    assert (opened.faults, opened.outside) == ([], [])
    found = [one for one in read_ratings(closing.close(served.store)) if one.question == "comparison"]
    assert len(found) == seen == 2 + 2 * 2 + 1
    assert all([change.value for change in one.changes] == [0.0] for one in found)
    assert {one.value for one in found if one.value == 0} == {0.0}


@pytest.mark.parametrize("size", SIZES)
def test_two_pictures_fit_every_screen_and_have_no_barrier(served: Served, size: str, visit: Open) -> None:  # noqa: F811
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    opened = visit(served, "zh", size)
    page = opened.page
    to_pairs(opened, served)
    assert page.evaluate(OVERHANG) == 0
    found = [one for one in axe.run(page).response["violations"] if one["impact"] in {"serious", "critical"}]
    assert [(one["id"], [node["html"][:90] for node in one["nodes"]]) for one in found] == []
    page.locator("[data-do='flicker']").click()
    page.locator("[data-do='swap']").click()
    shown = page.locator(".pane:visible")
    assert shown.count() == 1
    first = (shown.get_attribute("data-role"), page.evaluate(PLACES))
    page.locator("[data-do='swap']").click()
    second = (shown.get_attribute("data-role"), page.evaluate(PLACES))
    assert {first[0], second[0]} == {"left", "right"}
    assert first[1] == second[1]
    page.locator("[data-do='side']").click()
    assert page.locator(".pane:visible").count() == 2
    if size == "phone":
        page.locator("[data-choice='right']").tap()
    else:
        page.locator("[data-choice='right']").click()
    page.wait_for_timeout(300)
    with page.expect_navigation():
        page.locator("#save").click()
    with served.store.read() as session:
        assert session.scalars(select(Answer.value).order_by(Answer.id.desc())).first() == -1.0
