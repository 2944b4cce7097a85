"""Rating in a real browser: by keyboard alone, in both languages, on a phone, and where the server is gone for a while."""

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from sqlalchemy import select

from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.campaigns.plates import plates
from mindsight.rating.events import read_ratings
from mindsight.text import Language
from mindsight.web.database.tables import Answer
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store
from web.campaigns import ROLES, application, new_folder, plan_of, right, stimuli_of
from web.test_faults import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here; a system package brings it"),
]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SIZES = {"wide": (1280, 900), "tablet": (820, 1100), "phone": (390, 844)}
CHINESE = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
SAME_IN_CHINESE = {"English", "Enter", "Shift", "GDCSA", "JavaScript"}
OVERHANG = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PLACES = """() => [...document.querySelectorAll(".pane:not([hidden]) img")].map(one => {
  const box = one.getBoundingClientRect(), stage = one.closest(".stage").getBoundingClientRect();
  return [box.width, box.height, box.left - stage.left, box.top - stage.top].map(Math.round);
})"""


@dataclass
class Served:
    store: Store
    base: str


@dataclass
class Visit:
    """A page in the browser, and what went wrong in it."""

    page: "Page"
    faults: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def watch(self, base: str) -> None:
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        # Pictures are shown from the memory of the page itself.
        own = (base, f"blob:{base}")
        self.page.on("request", lambda request: request.url.startswith(own) or self.outside.append(request.url))


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(params=["enhancement", "segmentation"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """Serve a campaign of one kind."""
    yield from serving(tmp_path, request.param)


@pytest.fixture
def enhancing(tmp_path: Path) -> Iterator[Served]:
    yield from serving(tmp_path, "enhancement")


def serving(tmp_path: Path, question: str, **fields: object) -> Iterator[Served]:
    yield from serving_folder(prepared(tmp_path / "campaign", question, **fields))


def prepared(path: Path, question: str, *, look: int = 4, **fields: object) -> CampaignFolder:
    """Write a campaign whose pictures all differ; ``look`` is the seed of their pixels."""
    folder = new_folder(path)
    stimuli = stimuli_of(2, question)
    rng = np.random.default_rng(look)
    for place, one in enumerate(stimuli):
        pictures = {}
        for role in ROLES[question]:
            shape = (150, 200, 3) if role == "input" else (300, 400, 4 if role == "cutout" else 3)
            pixels = cv2.resize(rng.integers(0, 255, (6, 8, shape[2]), dtype=np.uint8), shape[1::-1])
            pictures[role] = folder.put(cv2.imencode(".png", pixels)[1].tobytes(), shape[1], shape[0])
        stimuli[place] = one.model_copy(update={"pictures": pictures, "focus": (300, 100)})
    folder.write_stimuli(stimuli)
    folder.write_plates(
        (folder.put(cv2.imencode(".png", one.pixels)[1].tobytes(), 360, 360).file, one.digits) for one in plates(5)
    )
    folder.write_plan(plan_of(question=question, least_viewing_s=0.2, **fields))
    return folder


def serving_folder(folder: CampaignFolder, port: int | None = None) -> Iterator[Served]:
    import uvicorn

    store = Store.open(folder)
    port = port or free_port()
    server = uvicorn.Server(uvicorn.Config(application(store), port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield Served(store, f"http://127.0.0.1:{port}")
    server.should_exit = True
    thread.join()
    store.engine.dispose()


Open = Callable[..., Visit]


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Open]:
    contexts = []

    def go(
        served: Served, language: Language = "en", size: str = "wide", *, enter: bool = True, ratio: float = 1
    ) -> Visit:
        width, height = SIZES[size]
        phone = size == "phone"
        contexts.append(
            browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=ratio, has_touch=phone, is_mobile=phone
            )
        )
        contexts[-1].set_default_timeout(20_000)
        found = Visit(contexts[-1].new_page())
        found.watch(served.base)
        _, token = raters.invite(served.store, None, language)
        found.page.goto(f"{served.base}/i/{token}")
        if enter:
            to_first_item(found.page)
        return found

    yield go
    for context in contexts:
        context.close()


def to_first_item(page: "Page") -> None:
    page.locator("main form button").click()
    page.locator("form[action='/instructed'] button").click()
    page.locator("input[value='dim']").check()
    page.locator("#screen button").click()
    ready(page)


def ready(page: "Page") -> None:
    """Wait until the script of an item's page has begun and the pictures are there."""
    page.wait_for_function(
        "() => (document.querySelector('.zoom')?.value || document.querySelector('#question ~ .actions #save[aria-disabled]'))"
        " && [...document.images].every(one => one.complete && one.naturalWidth > 0)"
    )


def tab_to(page: "Page", wanted: str) -> None:
    """Press Tab until the wanted element has the focus."""
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached with Tab")


def words_of(page: "Page") -> str:
    """Return what the page says, without the switch of languages."""
    return str(page.evaluate("() => { document.querySelectorAll('details').forEach(one => { one.open = true; });"
                             " return document.querySelector('main').innerText; }"))  # fmt: skip


def check_language(page: "Page", language: Language) -> None:
    said = words_of(page)
    assert said.strip()
    if language == "en":
        assert not CHINESE.search(said), said
    else:
        assert {*LATIN.findall(said)} <= SAME_IN_CHINESE, said


def answer(page: "Page", value: float) -> None:
    ready(page)
    page.wait_for_timeout(300)
    page.keyboard.type(str(round(value)))
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_whole_session_by_keyboard_alone(served: Served, language: Language, visit: Open) -> None:
    opened = visit(served, language, enter=False)
    page = opened.page
    check_language(page, language)
    for wanted in ("main form button", "form[action='/instructed'] button"):
        tab_to(page, wanted)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        check_language(page, language)
    tab_to(page, "input[name=inches]")
    page.keyboard.type("24")
    tab_to(page, "input[name=light]")
    page.keyboard.press("Space")
    for number, (_, digits) in enumerate(served.store.folder.plates):
        tab_to(page, f"input[name=plate{number}]")
        page.keyboard.type(digits)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    seen = 0
    while page.locator("#item").count():
        place = int(page.locator("#item").get_attribute("data-place") or 0)
        check_language(page, language)
        answer(page, right(served.store, "R01", place))
        seen += 1
    check_language(page, language)
    assert (opened.faults, opened.outside) == ([], [])
    ratings = list(read_ratings(closing.close(served.store)))
    assert len(ratings) == seen == 3 + 2 + 4 + 5
    assert all(one.right for one in ratings if one.expected is not None)
    first = ratings[0].viewing
    assert first is not None
    assert (first.pixel_ratio, first.window, first.colour_check, first.screen_mm) == (1.0, (1280, 900), True, 609.6)
    assert first.zoom is not None
    assert 0.2 < first.zoom < 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_page_scrolls_sideways(served: Served, language: Language, size: str, visit: Open) -> None:
    opened = visit(served, language, size, enter=False)
    page = opened.page
    for wanted in ("main form button", "form[action='/instructed'] button", "#screen button"):
        assert page.evaluate(OVERHANG) == 0, wanted
        if wanted == "#screen button":
            page.locator("input[value='dim']").check()
        with page.expect_navigation():
            page.locator(wanted).click()
    assert page.evaluate(OVERHANG) == 0
    if size == "phone":
        for button in page.locator("button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 32
    assert opened.faults == []


def test_a_phone_is_enough(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing, "zh", "phone").page
    page.wait_for_timeout(300)
    scale = page.locator("#scale")
    box = scale.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    given = int(page.locator("#points").input_value())
    assert 20 <= given <= 40
    page.locator("[data-points='0']").tap()
    assert page.locator("#points").input_value() == "0"
    with page.expect_navigation():
        page.locator("#save").tap()
    with enhancing.store.read() as session:
        assert session.scalars(select(Answer.value)).all() == [0.0]


def test_nothing_is_preset_and_nothing_can_be_saved_before(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing).page
    page.wait_for_timeout(400)
    assert page.locator("#points").input_value() == ""
    assert page.locator("#scale").get_attribute("aria-valuetext") == "not rated yet"
    page.locator("#scale").focus()
    for key in ("ArrowRight", "ArrowLeft", "PageUp", "Enter"):
        page.keyboard.press(key)
    assert page.locator("#points").input_value() == ""
    assert "number from 0 to 100" in page.locator("#hint").inner_text()
    page.locator("#save").click(force=True)
    page.wait_for_timeout(200)
    with enhancing.store.read() as session:
        assert session.scalars(select(Answer)).all() == []
    page.keyboard.type("150")
    assert page.locator("#points").input_value() == "15"


def test_values_on_the_way_are_kept_and_can_be_undone(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing).page
    for key, value in (("b", "80"), ("d", "40"), ("c", "60")):
        page.keyboard.press(key)
        page.wait_for_timeout(500)
        assert page.locator("#points").input_value() == value
    for value in ("40", "80"):
        page.keyboard.press("u")
        page.wait_for_timeout(100)
        assert page.locator("#points").input_value() == value
    with page.expect_navigation():
        page.locator("#save").click()
    with enhancing.store.read() as session:
        saved = session.scalars(select(Answer)).one()
    assert saved.value == 80
    assert [change["value"] for change in saved.changes] == [80, 40, 60, 40]
    assert [change["after_s"] for change in saved.changes] == sorted(change["after_s"] for change in saved.changes)


def test_a_picture_that_cannot_be_judged_has_no_value(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing).page
    page.wait_for_timeout(400)
    with page.expect_navigation():
        page.locator("#cannot").click()
    with enhancing.store.read() as session:
        assert session.scalars(select(Answer.value)).all() == [None]


@pytest.mark.parametrize("ratio", [1, 2])
def test_pictures_zoom_and_move_in_step_to_their_real_pixels(served: Served, ratio: float, visit: Open) -> None:
    page = visit(served, ratio=ratio).page
    page.wait_for_timeout(300)
    # The input of an enhancement has half the size: it covers the same place.
    for press, what in (("z", "real"), ("+", "larger"), ("-", "smaller"), ("k", "edge"), ("Shift+ArrowLeft", "moved")):
        page.keyboard.press(press)
        places = page.evaluate(PLACES)
        assert len(places) == len(ROLES[served.store.plan.question])
        assert all(place == places[0] for place in places), what
        if what == "real":
            assert places[0][:2] == [round(400 / ratio), round(300 / ratio)]
            assert page.locator(".zoom").inner_text() == "100 %"
    stage = page.locator(".stage").first
    box = stage.bounding_box()
    assert box is not None
    before = page.evaluate(PLACES)
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 80, box["y"] + 60)
    page.mouse.up()
    after = page.evaluate(PLACES)
    assert {(b[2] - a[2], b[3] - a[3]) for a, b in zip(before, after, strict=True)} == {(30, 10)}


def test_pictures_in_turn_take_each_other_s_place(served: Served, visit: Open) -> None:
    page = visit(served).page
    page.keyboard.press("f")
    page.keyboard.press("x")
    shown = page.locator(".pane:visible")
    assert shown.count() == 1
    first = (shown.get_attribute("data-role"), page.evaluate(PLACES))
    page.keyboard.press("x")
    second = (shown.get_attribute("data-role"), page.evaluate(PLACES))
    assert {first[0], second[0]} == {"output", "reference" if served.store.plan.question == "enhancement" else "mask"}
    assert first[1] == second[1]
    page.locator("[data-do='side']").click()
    assert page.locator(".pane:visible").count() == len(ROLES[served.store.plan.question])


def test_an_answer_waits_for_a_server_that_is_away(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing).page
    page.wait_for_timeout(300)
    page.route("**/answers", lambda route: route.abort())
    page.keyboard.type("71")
    page.keyboard.press("Enter")
    page.get_by_text("Your answer is still here").wait_for()
    page.unroute("**/answers")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    with enhancing.store.read() as session:
        assert session.scalars(select(Answer.value)).all() == [71.0]


def test_an_answer_whose_reply_was_lost_is_saved_once(enhancing: Served, visit: Open) -> None:
    page = visit(enhancing).page
    page.wait_for_timeout(300)

    def lose(route: "playwright.Route") -> None:
        route.fetch()
        route.abort()

    page.route("**/answers", lose)
    page.keyboard.type("71")
    page.keyboard.press("Enter")
    page.get_by_text("Your answer is still here").wait_for()
    page.unroute("**/answers")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    with enhancing.store.read() as session:
        assert session.scalars(select(Answer.value)).all() == [71.0]


def test_no_page_has_a_serious_barrier(served: Served, visit: Open) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    opened = visit(served, enter=False)
    page = opened.page

    def check(where: str) -> None:
        found = [one for one in axe.run(page).response["violations"] if one["impact"] in {"serious", "critical"}]
        assert [(one["id"], [node["html"][:90] for node in one["nodes"]]) for one in found] == [], where

    check("door")
    page.locator("main form button").click()
    check("instructions")
    page.locator("form[action='/instructed'] button").click()
    check("screen")
    page.locator("input[value='dim']").check()
    page.locator("#screen button").click()
    page.locator("#item").wait_for()
    page.wait_for_timeout(500)
    check("item")
    page.goto(f"{served.base}/i/{raters.manager_link(served.store)}")
    page.locator("main form button").click()
    page.locator("table").first.wait_for()
    check("manager")
    closing.close(served.store)
    page.reload()
    page.get_by_text("Krippendorff").first.wait_for()
    check("manager, closed")
