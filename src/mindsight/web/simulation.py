"""Simulated raters in place of people: they open their links and answer over the same pages as everybody, without a screen."""

import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from mindsight.errors import InputError, RecordError
from mindsight.rating.simulated import LOOKED_AT, SimulatedRater, simulated_raters
from mindsight.web.app import make_app
from mindsight.web.labels import STATES
from mindsight.web.store import raters
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress

if TYPE_CHECKING:
    from httpx import Response
    from starlette.testclient import TestClient

Step = Callable[[int, int], None]

_PLACE = re.compile(r'data-place="(\d+)"')
_CSRF = re.compile(r'(?:name="csrf" value|data-csrf)="([^"]+)"')
_TRAP = re.compile(r'data-trap="([\d.]+)"')


def simulate(store: Store, count: int, *, seed: int = 1, step: Step = lambda *_: None) -> None:
    """Let simulated raters answer a campaign to its end; those that were stopped in between go on.

    Args:
        store: A campaign whose plan says that it is simulated.
        count: How many raters, at least one.
        seed: Of their noise.
        step: Called with the number of answers and of all places.

    Raises:
        InputError: The campaign was made for people, or is closed.
    """
    from starlette.testclient import TestClient

    if not store.plan.simulated:
        raise InputError(
            "{folder}: was made for people, and a program must not answer in their place; make a campaign with 'mindsight rate "
            "new --simulated'",
            folder=str(store.folder.path),
        )
    found = simulated_raters(count, seed)
    links = [raters.invite(store, one.name, store.plan.languages[0])[1] for one in found]
    whole = sum(one.whole for one in progress(store).raters)
    app, done = make_app(store, limited=False), 0
    for one, link in zip(found, links, strict=True):
        with TestClient(app, base_url="http://127.0.0.1") as http:
            visit = _Visit(store, http, one)
            visit.open(link)
            while visit.answer_next():
                done += 1
                step(min(done, whole), whole)


class _Visit:
    """One simulated rater's visit: reads pages, looks at pictures, answers."""

    def __init__(self, store: Store, http: "TestClient", rater: SimulatedRater) -> None:
        self._store, self._http, self._rater = store, http, rater

    def open(self, link: str) -> None:
        """Open a link, read the instructions and describe a screen that does not exist."""
        _good(self._http.post(f"/i/{link}", headers={"content-length": "0"}))

    def answer_next(self) -> bool:
        """Take the next step; return False when none is left.

        Raises:
            RecordError: The pages lead nowhere: a break, or a qualification that was not passed.
        """
        page = self._page()
        if 'action="/instructed"' in page:
            self._send("/instructed", page)
            page = self._page()
        if 'action="/screen"' in page:
            screen = self._store.plan.screen
            size = {"width": screen.least_width, "height": screen.least_height, "ratio": 1.0}
            self._send("/screen", page, light="dim", **size)
            page = self._page()
        place = _PLACE.search(page)
        if place is not None:
            self._answer(int(place.group(1)), page)
            return True
        state = {one.pseudonym: one.state for one in progress(self._store).raters}[self._rater.name]
        if state != "finished":
            raise RecordError(
                "{folder}: {name} cannot go on: {state}",
                folder=str(self._store.folder.path),
                name=self._rater.name,
                state=STATES[state],
            )
        return False

    def _answer(self, place: int, page: str) -> None:
        began = time.monotonic()
        wanted, output = (
            _good(self._http.get(f"/pictures/{place}/{role}")).content for role in LOOKED_AT[self._store.plan.question]
        )
        trap = _TRAP.search(page)
        value = float(trap.group(1)) if trap else float(self._rater.opinion(self._store.plan.question, wanted, output))
        time.sleep(max(0.0, self._store.plan.least_viewing_s - (time.monotonic() - began)))
        body = {
            "place": place,
            "key": secrets.token_urlsafe(16),
            "value": value,
            "time_s": time.monotonic() - began,
            "viewing": {"zoom": 1.0},
        }
        _good(self._http.post("/answers", json=body, headers={"X-CSRF-Token": _token(page)}))

    def _page(self) -> str:
        return _good(self._http.get("/")).text

    def _send(self, path: str, page: str, **fields: float | str) -> None:
        _good(self._http.post(path, data={"csrf": _token(page), **fields}))


def _token(page: str) -> str:
    found = _CSRF.search(page)
    return found.group(1) if found else ""


def _good(response: "Response") -> "Response":
    if response.status_code != 200:
        raise RecordError(
            "a page answered with {status}: {reason}", status=response.status_code, reason=response.text[:200]
        )
    return response
