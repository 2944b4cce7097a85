"""A rater's session from the link to the end, and what the campaign holds when it is closed."""

import json

import pytest
from sqlalchemy import select
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError

from mindsight.rating.events import final_ratings, read_ratings
from mindsight.web.database.tables import Answer, Audit, Place, Rater
from mindsight.web.store import closing
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress
from web.campaigns import RUNS, Browser, Clock, application, invited, rate_all, right
from web.conftest import Make


def entered(store: Store, name: str | None = None, *, plates: str = "") -> tuple[str, Browser]:
    who, token = invited(store, name)
    browser = Browser(application(store))
    browser.start(token, plates=plates)
    return who, browser


def test_three_raters_from_their_links_to_the_ratings(make: Make) -> None:
    store = make()
    digits = "".join(shown for _, shown in store.folder.plates)
    for number in range(3):
        name, browser = entered(store, plates=digits if number else "")
        assert rate_all(store, browser, name) == 3 + 2 + 8 + 4 + 1
        assert "that was all" in browser.page()
    assert progress(store).complete == 3
    target = closing.close(store)
    ratings = list(read_ratings(target))
    assert len(ratings) == 3 * 18
    scored = [one for one in ratings if one.phase == "scored"]
    assert {(one.rater, one.item, one.run) for one in scored} == {
        (f"R0{number}", f"{item:04}", run) for number in (1, 2, 3) for item in range(1, 5) for run in RUNS
    }
    assert all(one.right for one in ratings if one.expected is not None)
    first = next(one for one in ratings if one.rater == "R01")
    assert first.viewing is not None
    assert (first.viewing.screen_mm, first.viewing.distance_mm, first.viewing.light) == (609.6, 600.0, "dim")
    assert first.viewing.colour_check is False
    assert [one.viewing and one.viewing.colour_check for one in ratings if one.rater == "R02"][:1] == [True]
    # Closed once more, the bytes are the same.
    before = target.read_bytes()
    assert closing.close(store).read_bytes() == before


def test_a_session_goes_on_in_another_browser_and_ends_in_the_first(make: Make) -> None:
    store = make()
    name, token = invited(store)
    first, second = Browser(application(store)), Browser(application(store))
    first.start(token)
    page = first.page()
    assert first.answer(right(store, name, 1), page=page).status_code == 200
    assert second.open(token).status_code == 200
    assert second.place(second.page()) == 2
    assert first.http.get("/").status_code == 401
    assert first.answer(50, page=page).status_code == 401


def test_an_answer_sent_twice_is_one_answer(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    page = browser.page()
    key = "the-same-key-0001"
    value = right(store, name, 1)
    assert browser.answer(value, page=page, key=key).json() == {"new": True}
    assert browser.answer(value, page=page, key=key).json() == {"new": False}
    with store.read() as session:
        assert len(session.scalars(select(Answer)).all()) == 1


def test_the_answer_before_may_be_given_again_and_both_stay(make: Make) -> None:
    store = make(qualification={"showings": 0, "least_right": 0})
    _, browser = entered(store)
    assert browser.http.get("/again").url.path == "/"
    assert browser.answer(40).status_code == 200
    again = browser.http.get("/again").text
    assert browser.place(again) == 1
    assert browser.answer(45, page=again).status_code == 200
    assert browser.place(browser.page()) == 2
    ratings = list(read_ratings(closing.close(store)))
    assert [(one.order, one.value) for one in ratings] == [(1, 40.0), (1, 45.0)]
    assert [one.value for one in final_ratings(iter(ratings))] == [45.0]


def test_other_places_are_not_open(make: Make) -> None:
    store = make()
    _, browser = entered(store)
    for place in (2, 5, 9999):
        refused = browser.answer(50, place=place)
        assert refused.status_code == 409
        assert "not open" in refused.json()["reason"]
    with store.read() as session:
        assert session.scalars(select(Answer)).all() == []


def test_who_fails_reads_again_and_has_one_more_try(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    for _ in range(3):
        assert browser.answer(50).status_code == 200
    page = browser.page()
    assert "Please read once more" in page
    assert browser.post("/instructed").status_code == 200
    assert browser.place(browser.page()) == 4
    for _ in range(3):
        place = browser.place(browser.page())
        assert place is not None
        assert browser.answer(right(store, name, place)).status_code == 200
    assert browser.place(browser.page()) == 7
    assert "does not count" in browser.page()


def test_who_fails_every_try_ends_there_and_the_answers_stay(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    for _ in range(2):
        for _ in range(3):
            assert browser.answer(50).status_code == 200
        if "Please read once more" in browser.page():
            browser.post("/instructed")
    assert "Thank you for your time" in browser.page()
    assert [one.state for one in progress(store).raters] == ["not qualified"]
    ratings = list(read_ratings(closing.close(store)))
    assert [one.right for one in ratings] == [False] * 6
    assert {one.rater for one in ratings} == {name}


def test_after_half_an_hour_of_work_comes_a_break(make: Make, clock: Clock) -> None:
    store = make(break_after_min=1.0, break_min=5.0, training=0, qualification={"showings": 0, "least_right": 0})
    _, browser = entered(store)
    for _ in range(2):
        assert browser.answer(50, time_s=30.0).status_code == 200
    assert "Time for a break" in browser.page()
    refused = browser.answer(50, place=3, csrf=browser.csrf(browser.page()))
    assert refused.status_code == 409
    browser.post("/break")
    assert "Time for a break" in browser.page()
    clock.move(minutes=-120)  # set back: nobody waits longer than a break
    assert 'data-seconds="300.0"' in browser.page()
    clock.move(minutes=120 + 5)
    browser.post("/break")
    assert browser.place(browser.page()) == 3


def test_a_picture_is_looked_at_for_a_while(make: Make, clock: Clock) -> None:
    store = make(least_viewing_s=2.0)
    name, browser = entered(store)
    page = browser.page()
    value = right(store, name, 1)
    assert browser.answer(value, page=page, time_s=5.0).status_code == 409
    clock.move(seconds=3)
    assert browser.answer(value, page=page, time_s=1.0).status_code == 409
    clock.move(hours=-1)
    assert browser.answer(value, page=page, time_s=5.0).status_code == 200


def test_a_campaign_may_demand_the_real_size_and_a_least_screen(make: Make) -> None:
    store = make(screen={"full_size": True, "least_width": 2000, "least_height": 1000})
    name, token = invited(store)
    browser = Browser(application(store))
    browser.open(token)
    browser.post("/instructed")
    small = browser.describe()
    assert small.status_code == 409
    assert "1920×1080" in small.text
    assert browser.post("/screen", light="dim", width=2560, height=1440, ratio=1).status_code == 200
    value = right(store, name, 1)
    assert browser.answer(value, viewing={"zoom": 0.5}).status_code == 409
    assert browser.answer(value, viewing={"zoom": 1.0}).status_code == 200


def test_after_closing_nothing_more_is_saved(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    page = browser.page()
    closing.close(store)
    refused = browser.answer(right(store, name, 1), page=page)
    assert refused.status_code == 409
    assert "closed" in refused.json()["reason"]
    assert "The campaign is closed" in browser.page()
    assert list(read_ratings(store.folder.path / "ratings.jsonl")) == []


def test_a_page_never_says_which_product_or_why_a_picture_is_shown(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    seen = ""
    while (place := browser.place(page := browser.page())) is not None:
        with store.read() as session:
            found = session.get_one(Place, (1, place))
        if found.phase in {"scored", "repeat", "reference", "anchor", "gold"}:
            seen += page
            head = browser.http.get(f"{browser.pictures(place)}/output").headers
            assert not {"etag", "last-modified", "content-disposition"} & {*head}
        browser.answer(right(store, name, place), page=page)
    assert seen
    for secret in (
        "Product 1",
        "Product 2",
        *RUNS,
        *(run[:12] for run in RUNS),
        "anchor-",
        "gold",
        "repeat",
        "-reference",
    ):
        assert secret not in seen


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_scale_is_shown_word_for_word(make: Make, language: str) -> None:
    store = make(question="segmentation")
    _, browser = entered(store)
    browser.post("/language", language=language)
    page = browser.page()
    word = "输出图像边缘流畅无毛刺，与参考的掩膜一致。" if language == "zh" else "smooth and without burrs"
    assert word in page
    with store.read() as session:
        assert session.scalars(select(Rater.language)).all() == [language]


def test_the_log_says_who_did_what_and_cannot_be_changed(make: Make) -> None:
    store = make()
    entered(store)
    with store.read() as session:
        found = [(line.who, line.what) for line in session.scalars(select(Audit).order_by(Audit.id))]
    assert found[:2] == [("operator", "made"), ("operator", "invited")]
    assert ("R01", "instructed") in found
    for statement in ("DELETE FROM audit", "UPDATE audit SET who = 'nobody'"):
        with pytest.raises(DBAPIError, match="append-only"), store.write() as session:
            session.execute(sql(statement))


def test_an_answer_cannot_be_changed_or_deleted(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    browser.answer(right(store, name, 1))
    for statement in ("DELETE FROM answer", "UPDATE answer SET value = 100"):
        with pytest.raises(DBAPIError, match="append-only"), store.write() as session:
            session.execute(sql(statement))


def test_the_status_shows_no_value(make: Make) -> None:
    store = make()
    name, browser = entered(store)
    browser.answer(right(store, name, 1))
    shown = json.dumps([vars(one) for one in progress(store, audit=50).raters], default=str)
    assert "value" not in shown
    assert str(right(store, name, 1)) not in shown
