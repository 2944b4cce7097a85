"""Small campaigns for the tests: of made-up pictures, without a kit where none is needed."""

import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
from fastapi import FastAPI
from fastapi.testclient import TestClient

from mindsight.rating.campaigns.folder import ADDRESS, PICTURES, CampaignFolder
from mindsight.rating.campaigns.plan import Kit, Plan, RatedRun
from mindsight.rating.campaigns.plates import plates
from mindsight.rating.campaigns.stimuli import Prepared, Stimulus
from mindsight.record import canonical
from mindsight.web.app import make_app
from mindsight.web.store import raters
from mindsight.web.store.campaign import Store

RUNS = ("a" * 64, "b" * 64)
ROLES = {
    "enhancement": ("reference", "input", "output"),
    "segmentation": ("original", "mask", "output", "cutout", "difference"),
}
KINDS: tuple[tuple[str, str | None], ...] = (
    ("reference", None),
    ("anchor", None),
    ("gold", None),
    ("output", RUNS[0]),
    ("output", RUNS[1]),
)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def move(self, **span: float) -> None:
        self.moment += timedelta(**span)


def plan_of(**fields: Any) -> Plan:
    given: dict[str, Any] = {
        "id": "0123456789abcdef",
        "question": "enhancement",
        "kit": Kit(name="kit", sha256="c" * 64, items=4),
        "runs": tuple(RatedRun(run=run, name=f"Product {number}", shown=4) for number, run in enumerate(RUNS, start=1)),
        "trial": True,
        "seed": 5,
        "training": 2,
        "least_viewing_s": 0.0,
        "made": "2026-05-04T09:00:00Z",
    }
    return Plan.model_validate(given | fields)


def stimuli_of(items: int = 4, question: str = "enhancement", picture: Prepared | None = None) -> list[Stimulus]:
    shown = picture or Prepared(file="0" * 64 + ".png", width=32, height=24)
    return [
        Stimulus(
            id=f"{item:04}-{kind}-{(run or '')[:3]}",
            item=f"{item:04}",
            cluster=f"photo-{item}",
            kind=kind,  # type: ignore[arg-type]
            run=run,
            pictures=dict.fromkeys(ROLES[question], shown),
            focus=(3, 4),
        )
        for item in range(1, items + 1)
        for kind, run in KINDS
    ]


def new_folder(path: Path) -> CampaignFolder:
    """Make a folder for a campaign that is written file by file."""
    (path / PICTURES).mkdir(parents=True)
    folder = CampaignFolder(path)
    folder.keep_private()
    return folder


def campaign_in(
    path: Path, *, items: int = 4, url: str | None = None, clock: Clock | None = None, **fields: Any
) -> Store:
    """Write a campaign and open its store."""
    folder = new_folder(path)
    pixels = np.random.default_rng(1).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    picture = folder.put(cv2.imencode(".png", pixels)[1].tobytes(), 32, 24)
    plan = plan_of(**fields)
    folder.write_stimuli(stimuli_of(items, plan.question, picture))
    folder.write_plates(
        (folder.put(cv2.imencode(".png", plate.pixels)[1].tobytes(), 360, 360).file, plate.digits)
        for plate in plates(plan.seed)
    )
    folder.write_plan(plan)
    if url is not None:
        (path / ADDRESS).write_bytes(canonical.page({"url": url}))
    if clock is None:
        return Store.open(folder)
    return Store.open(folder, clock=clock, steady=getattr(clock, "steady", None))


def seen_on(page: str, get: Callable[[str], httpx.Response]) -> dict[str, str]:
    """Return the hashes of the pictures that a page shows, by role, fetched as its script does."""
    addresses = re.findall(r'data-src="([^"]+)"', page)
    return {address.rpartition("/")[2]: hashlib.sha256(get(address).content).hexdigest() for address in addresses}


class Browser:
    """A rater's browser without a screen: follows the steps, answers what it is asked."""

    def __init__(self, app: FastAPI, base: str = "http://127.0.0.1") -> None:
        self.http = TestClient(app, base_url=base, follow_redirects=True, headers={"accept-language": "en"})
        self.sent = 0

    def open(self, token: str) -> httpx.Response:
        return self.http.post(f"/i/{token}", headers={"content-length": "0"})

    def page(self) -> str:
        found = self.http.get("/")
        assert found.status_code == 200, found.text
        return found.text

    def csrf(self, page: str) -> str:
        found = re.search(r'(?:name="csrf" value|data-csrf)="([^"]+)"', page)
        assert found is not None, page[:600]
        return found.group(1)

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.http.post(path, data={"csrf": self.csrf(self.page()), **fields})

    def start(self, token: str, *, plates: str = "") -> None:
        """Open the link, read the instructions, and describe the screen."""
        assert self.open(token).status_code == 200
        if 'action="/instructed"' in self.page():
            assert self.post("/instructed").status_code == 200
        if 'action="/screen"' in self.page():
            self.describe(plates=plates)

    def describe(self, *, plates: str = "", **fields: Any) -> httpx.Response:
        seen = dict(zip(("plate0", "plate1", "plate2"), plates, strict=False))
        said = {"light": "dim", "width": 1920, "height": 1080, "ratio": 1.0, "inches": "24", "distance": "60"}
        return self.post("/screen", **said, **seen, **fields)

    def pictures(self, place: int) -> str:
        """Return where the pictures of a place are for this visit."""
        found = re.search(r'data-src="(/pictures/[^/"]+)/', self.page())
        assert found is not None
        return f"{found.group(1)}/{place}"

    def place(self, page: str) -> int | None:
        found = re.search(r'data-place="(\d+)"', page)
        return int(found.group(1)) if found else None

    def answer(self, value: float | None, *, page: str | None = None, **changed: Any) -> httpx.Response:
        """Answer the present place."""
        page = self.page() if page is None else page
        self.sent += 1
        body = {
            "place": self.place(page),
            "key": f"key-of-answer-{self.sent:06}",
            "value": value,
            "changes": [],
            "time_s": 4.0,
            "viewing": {"zoom": 1.0, "pixel_ratio": 1.0, "screen": [1920, 1080], "window": [1200, 800]},
            "seen": seen_on(page, self.http.get) if "seen" not in changed else {},
        }
        if "choice" in changed or "said" in changed:
            del body["value"]
        headers = {"X-CSRF-Token": changed.pop("csrf", None) or self.csrf(page)}
        return self.http.post("/answers", json=body | changed, headers=headers)


def right(store: Store, name: str, place: int) -> float:
    """Return an answer that is right at a place, or one that nobody can object to."""
    from sqlalchemy import select

    from mindsight.web.database.tables import Place, Rater

    with store.read() as session:
        rater = session.scalars(select(Rater).where(Rater.pseudonym == name)).one()
        found = session.get_one(Place, (rater.id, place))
    return 62.0 if found.low is None or found.high is None else (found.low + found.high) / 2


def rate_all(store: Store, browser: Browser, name: str, *, most: int = 1000) -> int:
    """Answer everything rightly until nothing is left, and return how many places that were."""
    for done in range(most):
        page = browser.page()
        place = browser.place(page)
        if place is None:
            return done
        if "data-choice" in page:
            answered = browser.answer(None, page=page, choice="left")
        else:
            answered = browser.answer(right(store, name, place), page=page)
        assert answered.status_code == 200, answered.text
    return most


def invited(store: Store, name: str | None = None) -> tuple[str, str]:
    return raters.invite(store, name, "en")


def application(store: Store, **options: Any) -> FastAPI:
    return make_app(store, language="en", **options)
