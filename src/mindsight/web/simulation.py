"""Simulated raters in place of people: they open their links and answer over the same pages as everybody, without a screen."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from mindsight.errors import InputError, RecordError
from mindsight.rating.campaigns.stimuli import COMPARED, SIDES
from mindsight.rating.simulated import LOOKED_AT, SimulatedRater, simulated_raters
from mindsight.record import canonical
from mindsight.web.app import make_app
from mindsight.web.labels import STATES
from mindsight.web.store import raters
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress

if TYPE_CHECKING:
    from fastapi import FastAPI
    from httpx import AsyncClient, Response

Step = Callable[[int, int], None]

_PLACE = re.compile(r'data-place="(\d+)"')
_PICTURES = re.compile(r'data-src="([^"]+)"')
_CSRF = re.compile(r'(?:name="csrf" value|data-csrf)="([^"]+)"')
_PAIR = "data-choice="
_UNSEEN = 50.0
"""Points that a picture in a pair seems worth that the rater has not seen before."""
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
        RecordError: A rater cannot go on: a break, or a qualification that was not passed.
    """
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

    def answered() -> None:
        nonlocal done
        done += 1
        step(min(done, whole), whole)

    for one, link in zip(found, links, strict=True):
        asyncio.run(_visit(store, app, one, link, answered))
        state = {each.pseudonym: each.state for each in progress(store).raters}[one.name]
        if state != "finished":
            raise RecordError(
                "{folder}: {name} cannot go on: {state}",
                folder=str(store.folder.path),
                name=one.name,
                state=STATES[state],
            )


async def _visit(store: Store, app: "FastAPI", rater: SimulatedRater, link: str, answered: Callable[[], None]) -> None:
    import httpx

    # The very application, without a network between.
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", follow_redirects=True) as http:
        visit = _Visit(store, http, rater)
        await visit.open(link)
        while await visit.answer_next():
            answered()


class _Visit:
    """One simulated rater's visit: reads pages, looks at pictures, answers."""

    def __init__(self, store: Store, http: "AsyncClient", rater: SimulatedRater) -> None:
        self._store, self._http, self._rater = store, http, rater
        self._remembered: dict[bytes, float] = {}
        self._shown: dict[str, bytes] = {}

    async def open(self, link: str) -> None:
        """Open a link, read the instructions, and describe a screen that does not exist."""
        page = _good(await self._http.post(f"/i/{link}")).text
        if 'action="/instructed"' in page:
            page = await self._send("/instructed", page)
        if 'action="/screen"' in page:
            screen = self._store.plan.screen
            size = {"width": screen.least_width, "height": screen.least_height, "ratio": 1.0}
            await self._send("/screen", page, light="dim", **size)

    async def answer_next(self) -> bool:
        """Answer the next picture; return False when the pages show none."""
        page = _good(await self._http.get("/")).text
        if 'action="/instructed"' in page:
            # After a qualification that was not passed.
            page = await self._send("/instructed", page)
        place = _PLACE.search(page)
        if place is not None:
            await self._send_answer(int(place.group(1)), page)
        return place is not None

    def _rate(self, page: str) -> dict[str, float | str]:
        plan = self._store.plan
        wanted, output = [self._shown[role] for role in LOOKED_AT[plan.question]]
        opinion = self._rater.opinion(plan.question, wanted, output)
        if plan.pairs.against:
            # A pair shows neither reference nor mask: what was seen before is all there is to go by.
            self._remembered[self._shown[COMPARED[plan.question]]] = float(opinion)
        trap = _TRAP.search(page)
        return {"value": float(trap.group(1) if trap else opinion)}

    def _choose(self) -> dict[str, float | str]:
        left, right = [self._remembered.get(self._shown[side], _UNSEEN) for side in SIDES]
        return {"choice": self._rater.choice(left, right)}

    async def _send_answer(self, place: int, page: str) -> None:
        began, least = time.monotonic(), self._store.plan.least_viewing_s
        addresses = _PICTURES.findall(page)
        self._shown = {
            address.rpartition("/")[2]: _good(await self._http.get(address)).content for address in addresses
        }
        given = self._choose() if _PAIR in page else self._rate(page)
        await asyncio.sleep(max(0.0, least - (time.monotonic() - began)))
        whole = {
            "place": place,
            "key": secrets.token_urlsafe(16),
            "time_s": max(time.monotonic() - began, least),
            "viewing": {"zoom": 1.0},
            "seen": {role: canonical.sha256(picture) for role, picture in self._shown.items()},
            **given,
        }
        _good(await self._http.post("/answers", json=whole, headers={"X-CSRF-Token": _token(page)}))

    async def _send(self, path: str, page: str, **fields: float | str) -> str:
        return _good(await self._http.post(path, data={"csrf": _token(page), **fields})).text


def _token(page: str) -> str:
    found = _CSRF.search(page)
    return found.group(1) if found else ""


def _good(response: "Response") -> "Response":
    if response.status_code != 200:
        raise RecordError(
            "a page answered with {status}: {reason}", status=response.status_code, reason=response.text[:200]
        )
    return response
