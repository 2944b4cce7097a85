"""A page belongs to one visit: its pictures have an address of their own, and an answer names the pictures that were shown."""

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from mindsight.rating.events import read_ratings
from mindsight.web.database.tables import Answer, Place, Rater
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store
from web.campaigns import ROLES, Browser, application, campaign_in, invited, right, seen_on
from web.conftest import Make


def entered(store: Store, name: str | None = None) -> tuple[str, Browser]:
    who, token = invited(store, name)
    browser = Browser(application(store))
    browser.start(token)
    return who, browser


def test_no_two_visits_share_the_address_of_a_picture(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign")
    addresses = []
    for _ in range(2):
        _, token = invited(store)
        # The same rater comes twice.
        for _ in range(2):
            browser = Browser(application(store))
            browser.open(token)
            if 'action="/instructed"' in browser.page():
                browser.post("/instructed")
                assert re.findall(r'src="(/plates/[0-9a-f]{32}/0)"', browser.page())
                browser.describe()
            addresses.append(browser.pictures(1))
            assert browser.http.get(f"{addresses[-1]}/output").status_code == 200
            for earlier in addresses[:-1]:
                assert browser.http.get(f"{earlier}/output").status_code == 404
    assert len({*addresses}) == 4


def test_only_what_names_the_visit_or_is_everybody_s_is_kept_by_a_browser(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign")
    _, token = invited(store)
    browser = Browser(application(store))
    kept = {}
    for path in (f"/i/{token}", "/", "/again", "/manager", "/pictures/x/1/output", "/nothing"):
        kept[path] = browser.http.get(path).headers["cache-control"]
    browser.start(token)
    kept |= {path: browser.http.get(path).headers["cache-control"] for path in ("/", "/again")}
    assert {*kept.values()} == {"no-store"}
    assert browser.http.get(f"{browser.pictures(1)}/output").headers["cache-control"].startswith("private")
    manager = Browser(application(store))
    manager.open(raters.manager_link(store))
    assert manager.http.get("/manager").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("question", ["enhancement", "segmentation"])
def test_the_record_names_the_pictures_that_were_shown(make: Make, question: str) -> None:
    store = make(
        question=question, pairs={"against": ["products"]}, training=0, qualification={"showings": 0, "least_right": 0}
    )
    _, browser = entered(store)
    for _ in range(40):
        page = browser.page()
        if browser.place(page) is None:
            break
        choice = {"choice": "same"} if "data-choice" in page else {}
        assert browser.answer(50.0, page=page, **choice).status_code == 200
    ratings = list(read_ratings(closing.close(store)))
    assert {frozenset(one.seen or ()) for one in ratings} == {frozenset(ROLES[question]), frozenset(("left", "right"))}
    files = {file.stem for file in (store.folder.path / "pictures").iterdir()}
    assert {hashed for one in ratings for hashed in (one.seen or {}).values()} <= files


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_answer_to_other_pictures_is_refused_in_the_page_s_language_and_the_right_ones_follow(
    make: Make, language: str
) -> None:
    store = make(least_viewing_s=0.0)
    name, browser = entered(store)
    browser.post("/language", language=language)
    page = browser.page()
    true = seen_on(page, browser.http.get)
    wrong = [{}, {**true, "output": "0" * 64}, {"output": true["output"]}, {**true, "more": "0" * 64}]
    # Another tab changes the language; the page that sends the answer keeps its own.
    browser.post("/language", language="en" if language == "zh" else "zh")
    browser.http.headers["X-Page-Language"] = language
    for seen in wrong:
        found = browser.answer(right(store, name, 1), page=page, seen=seen)
        assert found.status_code == 409
        assert found.json()["again"] is True
        assert bool(re.search("[\u3400-\u9fff]", found.json()["reason"])) is (language == "zh")
    with store.read() as session:
        assert session.scalars(select(Answer)).all() == []
    assert browser.answer(right(store, name, 1), page=page).status_code == 200


def test_the_first_answer_of_a_page_that_is_no_longer_open_is_not_saved_under_another_picture(make: Make) -> None:
    store = make(qualification={"showings": 0, "least_right": 0})
    _, browser = entered(store)
    old = browser.page()
    for value in (10.0, 20.0):
        assert browser.answer(value).status_code == 200
    assert browser.answer(99.0, page=old).json()["again"] is True


def test_a_picture_that_was_exchanged_on_the_disk_is_not_rated(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    with store.read() as session:
        rater = session.scalars(select(Rater)).one()
        place = session.get_one(Place, (rater.id, 1))
    file = store.folder.picture(store.folder.shown(place.stimulus, None)["output"].file)
    file.write_bytes(file.read_bytes() + b"\0")
    assert browser.answer(right(store, name, 1)).status_code == 409


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_refusal_behind_a_link_is_in_the_language_of_the_pages(tmp_path: Path, language: str) -> None:
    store = campaign_in(tmp_path / "campaign")
    _, browser = entered(store)
    browser.http.headers["accept-language"] = "en" if language == "zh" else "zh"
    browser.post("/language", language=language)
    page = browser.page()
    refused = [
        browser.http.post("/instructed", data={"csrf": "x"}),
        browser.http.post("/screen", data={"csrf": browser.csrf(page), "light": "none"}),
        browser.http.get("/pictures/x/1/output"),
        browser.answer(50.0, page=page, csrf="x"),
        browser.answer(50.0, page=page, key="short"),
        browser.answer(50.0, page=page, place=99),
    ]
    assert [one.status_code for one in refused] == [403, 422, 404, 403, 422, 409]
    for one in refused:
        said = re.sub(r"<[^>]*>", "", one.text)
        assert bool(re.search("[\u3400-\u9fff]", said)) is (language == "zh"), said
