"""Moments that coincide, and clocks that are set: nothing acknowledged is lost, nothing is written twice, no duration is made up."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.events import RATINGS, Rating, read_ratings
from mindsight.record.log import read_chained
from mindsight.web.database.tables import Answer, Audit, Place, Visit
from mindsight.web.store import closing
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress
from web.campaigns import Browser, Clock, application, invited
from web.conftest import Make

PLAIN = {"qualification": {"showings": 0, "least_right": 0}, "training": 0}


class SteadyClock(Clock):
    """A clock that can be set with ``move``, beside one that nobody can set; both run with ``wait``."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 1000.0

    def steady(self) -> float:
        return self.seconds

    def wait(self, seconds: float) -> None:
        self.seconds += seconds
        self.move(seconds=seconds)


@pytest.fixture
def clock() -> SteadyClock:
    return SteadyClock()


def entered(store: Store) -> Browser:
    browser = Browser(application(store, limited=False))
    browser.start(invited(store)[1])
    return browser


def many_answers(store: Store, count: int) -> None:
    with store.write() as session:
        visit = session.scalars(select(Visit.id)).first()
        last = session.scalars(select(Place.place).where(Place.rater == 1)).all()
        rows = [
            {"rater": 1, "place": last[number % len(last)], "key": f"{number:08}-many-answers", "visit": visit, "value": 50.0,
             "changes": [], "time_s": 1.0, "viewing": {}, "at": store.clock()}
            for number in range(count)
        ]  # fmt: skip
        session.execute(insert(Answer), rows)


def lines_of(store: Store) -> int:
    """Return how many events there are, each following the one before and with an id of its own."""
    ratings = [rating for rating, _ in read_chained(store.folder.path / RATINGS, Rating)]
    assert len({rating.id for rating in ratings}) == len(ratings)
    return len(ratings)


def test_several_that_close_at_once_give_one_file(make: Make) -> None:
    store = make(**PLAIN)
    entered(store)
    many_answers(store, 400)
    stores = [Store.open(CampaignFolder.open(store.folder.path)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        files = {closed.read_bytes() for closed in pool.map(closing.close, stores)}
    for one in stores:
        one.engine.dispose()
    assert len(files) == 1
    assert lines_of(store) == 400
    with store.read() as session:
        whats = [*session.scalars(select(Audit.what))]
    assert (whats.count("closed"), whats.count("ratings written")) == (1, 1)


def test_several_commands_that_close_at_once_give_one_file(make: Make) -> None:
    store = make(**PLAIN)
    entered(store)
    many_answers(store, 200)
    command = [sys.executable, "-m", "mindsight", "rate", "close", str(store.folder.path), "--yes"]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate(timeout=300) for process in started]
    # The made-up runs are not on the disk.
    assert [process.returncode for process in started] == [1, 1], said
    assert all("unexpected" not in error for _, error in said)
    assert lines_of(store) == 200


def test_what_is_acknowledged_while_somebody_closes_is_in_the_file(make: Make) -> None:
    store = make(items=24, break_after_min=240.0, **PLAIN)
    browsers = [entered(store) for _ in range(3)]
    begun, saved, refused = threading.Barrier(4), [0] * 3, [0] * 3

    def rate(number: int) -> None:
        begun.wait()
        for _ in range(24):
            page = browsers[number].http.get("/").text
            if browsers[number].place(page) is None:
                assert "closed" in page
                break
            code = (
                browsers[number]
                .answer(float(number), page=page, key=f"race-{number}-{saved[number]:04}-abcdefgh")
                .status_code
            )
            assert code in {200, 409}
            saved[number] += code == 200
            refused[number] += code == 409

    def close() -> Path:
        begun.wait()
        while sum(saved) < 6:
            pass
        return closing.close(store)

    with ThreadPoolExecutor(4) as pool:
        closer, *rating = [pool.submit(close), *(pool.submit(rate, number) for number in range(3))]
        for one in rating:
            one.result()
        closer.result()
    assert sum(saved) >= 6
    assert lines_of(store) == sum(saved)
    # Nothing was saved behind the back of the file.
    before = (store.folder.path / RATINGS).read_bytes()
    assert closing.close(store).read_bytes() == before


def test_an_answer_sent_again_after_closing_is_acknowledged_as_the_one_it_was(make: Make) -> None:
    store = make(**PLAIN)
    browser = entered(store)
    page = browser.page()
    assert browser.answer(50.0, page=page, key="k" * 20).status_code == 200
    closing.close(store)
    assert browser.answer(50.0, page=page, key="k" * 20).json() == {"new": False}
    assert browser.answer(50.0, page=page, key="l" * 20).status_code == 409
    assert lines_of(store) == 1


def test_closing_and_reopening_at_once_leave_a_campaign_that_is_one_or_the_other(make: Make) -> None:
    store = make(**PLAIN)
    entered(store)
    many_answers(store, 50)

    def act(number: int) -> None:
        if number % 2:
            closing.close(store)
            return
        try:
            closing.reopen(store)
        except InputError as error:
            assert "is open" in str(error)  # noqa: PT017  (either order is right)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(act, range(8)))
    closed = progress(store).closed is not None
    assert (store.folder.path / RATINGS).exists() == closed
    closing.close(store)
    assert lines_of(store) == 50


# --- clocks ---


def test_a_clock_that_is_set_shortens_no_look(make: Make, clock: SteadyClock) -> None:
    store = make(least_viewing_s=10.0, **PLAIN)
    browser = entered(store)
    page = browser.page()
    for hours in (1, -3):
        clock.move(hours=hours)
        assert browser.answer(50.0, page=page, time_s=20.0).status_code == 409
    clock.wait(10)
    clock.move(hours=-1)
    assert browser.answer(50.0, page=page, time_s=20.0).status_code == 200


def test_a_clock_that_is_set_neither_ends_nor_lengthens_a_break(make: Make, clock: SteadyClock) -> None:
    store = make(break_after_min=1.0, break_min=5.0, **PLAIN)
    browser = entered(store)
    for _ in range(2):
        assert browser.answer(50.0, time_s=30.0).status_code == 200
    clock.move(hours=2)
    browser.post("/break")
    assert "Time for a break" in browser.page()
    clock.wait(200)
    clock.move(hours=-4)
    assert 'data-seconds="100.0"' in browser.page()
    clock.wait(100)
    browser.post("/break")
    assert browser.place(browser.page()) == 3


def test_setting_the_clock_is_noted_and_changes_no_duration_in_the_record(make: Make, clock: SteadyClock) -> None:
    store = make(**PLAIN)
    browser = entered(store)
    for hours, seconds in ((0, 3), (0, 7200), (2, 3), (-5, 3), (0, 3)):
        clock.wait(seconds)
        clock.move(hours=hours)
        assert browser.answer(50.0, time_s=float(seconds)).status_code == 200
    ratings = list(read_ratings(closing.close(store)))
    assert [one.time_s for one in ratings] == [3.0, 7200.0, 3.0, 3.0, 3.0]
    # In the order in which they were saved, whatever the time of day says.
    assert [one.order for one in ratings] == [1, 2, 3, 4, 5]
    assert [*(one.at or "" for one in ratings)] != sorted(one.at or "" for one in ratings)
    with store.read() as session:
        set_by = [line.details["seconds"] for line in session.scalars(select(Audit).where(Audit.what == "clock set"))]
    assert set_by == [7200.0, -18000.0]


def test_after_a_restart_the_time_of_day_is_all_there_is(make: Make, clock: SteadyClock) -> None:
    store = make(least_viewing_s=10.0, **PLAIN)
    browser = entered(store)
    page = browser.page()
    again = Store.open(store.folder, clock=clock, steady=clock.steady)
    other = Browser(application(again))
    other.http.cookies = browser.http.cookies
    clock.wait(5)
    assert other.answer(50.0, page=page, time_s=20.0, key="a" * 20).status_code == 409
    clock.wait(5)
    assert other.answer(50.0, page=page, time_s=20.0, key="b" * 20).status_code == 200
    again.engine.dispose()
