"""Many raters at once, and a server that is killed while it saves: nothing acknowledged is lost, nothing is saved twice."""

import random
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from mindsight.errors import InputError
from mindsight.web.database.tables import Answer, Place
from mindsight.web.store import answers, closing
from mindsight.web.store.campaign import Store
from mindsight.web.store.visits import enter, guest
from web import postgres
from web.campaigns import Browser, application, campaign_in, invited, seen_on

PLAIN = {"qualification": {"showings": 0, "least_right": 0}, "training": 0}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve a campaign as the command does, in a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "mindsight", "rate", "serve", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        base = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                try:
                    httpx.get(f"{base}/static/icon.svg", timeout=2).raise_for_status()
                    break
                except httpx.TransportError:
                    assert process.poll() is None, process.stderr and process.stderr.read()
                    time.sleep(0.1)
            yield base, process
        finally:
            process.kill()


class Remote:
    """A rater's browser at a real server."""

    def __init__(self, base: str, token: str) -> None:
        self.http = httpx.Client(base_url=base, follow_redirects=True, timeout=60)
        self.http.post(f"/i/{token}")
        self.times: list[float] = []

    def page(self) -> str:
        begun = time.perf_counter()
        page = self.http.get("/").text
        self.times.append(time.perf_counter() - begun)
        return page

    def form(self, path: str, **fields: str) -> None:
        csrf = re.search(r'name="csrf" value="([^"]+)"', self.page())
        assert csrf is not None
        self.http.post(path, data={"csrf": csrf.group(1), **fields})

    def start(self) -> None:
        self.form("/instructed")
        self.form("/screen", light="dim", width="1920", height="1080", ratio="1")

    def answer(self, page: str, value: float, key: str) -> httpx.Response:
        place, csrf = (re.search(f'data-{name}="([^"]+)"', page) for name in ("place", "csrf"))
        assert place is not None
        assert csrf is not None
        body = {"place": int(place.group(1)), "key": key, "value": value, "time_s": 3.0, "viewing": {"zoom": 1.0},
                "seen": seen_on(page, self.http.get)}  # fmt: skip
        return self.http.post("/answers", json=body, headers={"X-CSRF-Token": csrf.group(1)})


@pytest.mark.parametrize("raters", [6, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_many_raters_save_at_once(database: str, raters: int, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    each = 4
    url = postgres.new_database(request.getfixturevalue("postgres_socket")) if database == "postgresql" else None
    store = campaign_in(tmp_path / "campaign", url=url, **PLAIN)
    tokens = [invited(store)[1] for _ in range(raters)]
    with served(store.folder.path) as (base, _):
        sitting = [Remote(base, token) for token in tokens]
        for one in sitting:
            one.start()

        def rate(number: int) -> list[int]:
            found = []
            for turn in range(each):
                page = sitting[number].page()
                key = f"key-{number:04}-{turn:04}-abcdef"
                # Sent twice, as by a browser that got no answer.
                found += [sitting[number].answer(page, float(number), key).status_code for _ in range(2)]
            return found

        with ThreadPoolExecutor(raters) as pool:
            codes = [code for found in pool.map(rate, range(raters)) for code in found]
        times = [seconds for one in sitting for seconds in one.times[-each:]]
        for one in sitting:
            one.http.close()
    assert codes == [200] * (raters * each * 2)
    with store.read() as session:
        rows = session.execute(select(Answer.rater, Answer.place, Answer.value)).all()
        assert session.scalar(select(func.count(Place.answered))) == raters * each
    assert len(rows) == raters * each
    assert {(rater, place) for rater, place, _ in rows} == {
        (r, p) for r in range(1, raters + 1) for p in range(1, each + 1)
    }
    assert all(value == rater - 1 for rater, _, value in rows)
    # The page of one item among fifty that ask at once; alone it takes a fiftieth of that.
    assert statistics.median(times) < 20
    store.engine.dispose()


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
def test_what_was_acknowledged_survives_a_killed_server(kills: int, tmp_path: Path) -> None:
    rng = random.Random(kills)
    # More places than a hundred lives of a server can answer, and no break between them.
    store = campaign_in(tmp_path / "campaign", items=20 * kills, break_after_min=240.0, **PLAIN)
    _, token = invited(store)
    acknowledged: list[str] = []
    begun = False
    for kill in range(kills):
        with served(store.folder.path) as (base, process):
            browser = Remote(base, token)
            if not begun:
                browser.start()
                begun = True
            deadline = time.monotonic() + rng.uniform(0.05, 0.6)
            while True:
                key = f"kill-{kill:03}-{len(acknowledged):06}-abcdef"
                try:
                    page = browser.page()
                    if time.monotonic() > deadline:
                        threading.Timer(rng.uniform(0.0, 0.03), process.kill).start()
                    if browser.answer(page, 50.0, key).status_code == 200:
                        acknowledged.append(key)
                except httpx.TransportError:
                    break
            browser.http.close()
    with store.read() as session:
        kept = session.scalars(select(Answer.key)).all()
        places = session.scalars(select(Answer.place)).all()
    assert len(acknowledged) >= kills
    assert {*acknowledged} <= {*kept}
    # Saved but not acknowledged any more: at most the one under way when the server was killed.
    assert len(kept) <= len(acknowledged) + kills
    assert len({*places}) == len(places) == max(places)
    assert len(closing.close(store).read_bytes().splitlines()) == len(kept)


def test_two_tabs_of_one_rater_save_one_answer_a_place(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    _, token = invited(store)
    app = application(store)
    browser = Browser(app)
    browser.start(token)
    page = browser.page()

    def send(number: int) -> int:
        tab = Browser(app)
        tab.http.cookies = browser.http.cookies
        return tab.answer(float(number), page=page, key=f"tab-{number:04}-abcdefgh").status_code

    with ThreadPoolExecutor(8) as pool:
        codes = [*pool.map(send, range(8))]
    with store.read() as session:
        rows = session.scalars(select(Answer).order_by(Answer.id)).all()
    # The later ones are the same answer given again: all are kept, the last counts.
    assert {row.place for row in rows} == {1}
    assert len(rows) == codes.count(200)
    assert browser.place(browser.page()) == 2


def test_a_full_disk_acknowledges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    _, token = invited(store)
    cookie = enter(store, token)
    who = guest(store, cookie)
    assert who is not None
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    _limit(store, pages)
    answers.save_instructed(store, who)
    with store.read() as session:
        first = session.scalars(select(Place).where(Place.rater == who.rater, Place.place == 1)).one()
    seen = {role: picture.sha256 for role, picture in store.folder.shown(first.stimulus, first.beside).items()}
    given = answers.Given(place=1, key="k" * 20, value=50.0, time_s=2.0, changes=_many(), seen=seen)
    answers.save_screen(store, who, {"width": 1, "height": 1})
    answers.show_place(store, who, 1)

    def save_many() -> None:
        for number in range(2000):
            answers.save_answer(store, who, given.model_copy(update={"key": f"key-{number:020}"}))

    with pytest.raises(DBAPIError, match="full"):
        save_many()
    with store.read() as session:
        saved = session.scalar(select(func.count()).select_from(Answer))
        place = session.get_one(Place, (who.rater, 1))
    assert saved is not None
    assert (place.answered is not None) == (saved > 0)


def _many() -> tuple[object, ...]:
    from mindsight.rating.events import Change

    return tuple(Change(value=float(number % 100), after_s=float(number)) for number in range(150))


def _limit(store: Store, pages: int) -> None:
    from sqlalchemy import event

    store.engine.dispose()
    event.listen(
        store.engine, "connect", lambda connection, _: connection.execute(f"PRAGMA max_page_count={pages + 6}")
    )


def test_a_campaign_that_cannot_be_reached_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be used"):
        campaign_in(tmp_path / "campaign", url=f"postgresql://nobody:secret@/nothing?host={tmp_path}")
    for url in ("mysql://x", "nonsense", ""):
        with pytest.raises(InputError, match="not understood"):
            campaign_in(tmp_path / f"other-{len(url)}", url=url)
