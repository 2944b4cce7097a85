"""Several raters at one screen, in one profile of a real browser that keeps what it has fetched: each sees only what is theirs."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest
from sqlalchemy import select

from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.events import read_ratings
from mindsight.web.database.tables import Place, Rater
from mindsight.web.store import closing, raters
from web.test_browser import ARGUMENTS, Served, prepared, ready, serving_folder, to_first_item
from web.test_faults import free_port

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here; a system package brings it"),
]
PIXELS = """async () => Object.fromEntries(await Promise.all([...document.querySelectorAll(".pane img")].map(async one => {
  const drawn = new OffscreenCanvas(one.naturalWidth, one.naturalHeight).getContext("2d");
  drawn.drawImage(one, 0, 0);
  const {data} = drawn.getImageData(0, 0, one.naturalWidth, one.naturalHeight);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [one.closest(".pane").dataset.role, [...hash].map(byte => byte.toString(16).padStart(2, "0")).join("")];
})))"""
"""The pixels that the page shows, whatever its script says of them."""
NO_FIRST = {"qualification": {"showings": 0, "least_right": 0}, "training": 0}


@contextmanager
def at(folder: CampaignFolder, port: int) -> Iterator[Served]:
    """Serve a campaign at a port for a while."""
    serving = serving_folder(folder, port)
    yield next(serving)
    next(serving, None)


@pytest.fixture
def profile(tmp_path: Path) -> "Iterator[BrowserContext]":
    with playwright.sync_playwright() as started:
        found = started.chromium.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=CHROMIUM, args=ARGUMENTS, viewport={"width": 1280, "height": 900}
        )
        found.set_default_timeout(40_000)
        yield found
        found.close()


def open_link(page: "Page", served: Served, name: str) -> None:
    _, token = raters.invite(served.store, name, "en")
    page.goto(f"{served.base}/i/{token}")
    with served.store.read() as session:
        known = session.scalars(select(Rater).where(Rater.pseudonym == name)).one()
    if known.screen is None:
        to_first_item(page)
    else:
        page.locator("main form button").click()
        ready(page)


def check(page: "Page", served: Served, name: str) -> dict[str, str]:
    """Compare the pixels on the page with those of the rater's place, and return them."""
    ready(page)
    number = int(page.locator("#item").get_attribute("data-place") or 0)
    with served.store.read() as session:
        rater = session.scalars(select(Rater).where(Rater.pseudonym == name)).one()
        place = session.get_one(Place, (rater.id, number))
    folder = served.store.folder
    wanted = {}
    for role, picture in folder.shown(place.stimulus, place.beside).items():
        pixels = cv2.imread(str(folder.picture(picture.file)), cv2.IMREAD_COLOR)
        wanted[role] = hashlib.sha256(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA).tobytes()).hexdigest()
    assert page.evaluate(PIXELS) == wanted
    return wanted


def answer(page: "Page", value: int) -> None:
    page.wait_for_timeout(300)
    page.keyboard.type(str(value))
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_in_one_profile_nobody_is_ever_shown_a_picture_of_somebody_else(
    profile: "BrowserContext", tmp_path: Path
) -> None:
    # Two campaigns at one address, one after the other, as in a room with one screen.
    port = free_port()
    shown = []
    page = profile.new_page()
    for number in (1, 2):
        folder = prepared(tmp_path / f"campaign-{number}", "enhancement", look=number, seed=number, **NO_FIRST)
        with at(folder, port) as served:
            for name in ("Ada", "Bob"):
                open_link(page, served, name)
                for value in (30, 40):
                    shown.append(check(page, served, name))
                    answer(page, value)
                shown.append(check(page, served, name))
                # Back and forth: whatever page comes, its pictures are the rater's of now.
                for step in (page.go_back, page.go_back, page.go_forward, page.reload):
                    step()
                    if page.locator("#item").count():
                        check(page, served, name)
            # The first rater once more, at the place where that rater stopped.
            open_link(page, served, "Ada")
            check(page, served, "Ada")
            events = list(read_ratings(closing.close(served.store)))
            files = {rater.rater: rater.seen for rater in events}
            assert len(files) == 2
            assert all(event.seen for event in events)
    assert shown[0] != shown[3]
    assert shown[0] != shown[6]


def test_a_page_left_open_by_another_rater_saves_nothing_under_the_new_one(
    profile: "BrowserContext", tmp_path: Path
) -> None:
    folder = prepared(tmp_path / "campaign", "enhancement", **NO_FIRST)
    with at(folder, free_port()) as served:
        old, new = profile.new_page(), profile.new_page()
        open_link(old, served, "Ada")
        check(old, served, "Ada")
        open_link(new, served, "Bob")
        old.wait_for_timeout(300)
        old.keyboard.type("50")
        old.keyboard.press("Enter")
        old.get_by_text("did not come from this page").wait_for()
        check(new, served, "Bob")
        answer(new, 60)
        (event,) = read_ratings(closing.close(served.store))
        assert (event.rater, event.value) == ("Bob", 60.0)


def test_a_picture_that_is_not_the_rater_s_is_refused_and_the_right_one_follows(
    profile: "BrowserContext", tmp_path: Path
) -> None:
    folder = prepared(tmp_path / "campaign", "enhancement", **NO_FIRST)
    with at(folder, free_port()) as served:
        page = profile.new_page()
        other = next(file for file in sorted((folder.path / "pictures").iterdir()))
        # Something between server and page serves another picture, as a cache did.
        page.route("**/pictures/*/1/output", lambda route: route.fulfill(path=other))
        open_link(page, served, "Ada")
        page.unroute("**/pictures/*/1/output")
        page.wait_for_timeout(300)
        page.keyboard.type("50")
        page.keyboard.press("Enter")
        page.get_by_text("are not the ones to be rated here").wait_for()
        page.wait_for_url("**/", wait_until="load")
        page.wait_for_function("() => document.querySelector('#hint')?.textContent === ''")
        check(page, served, "Ada")
        answer(page, 60)
        (event,) = read_ratings(closing.close(served.store))
        assert event.value == 60.0
