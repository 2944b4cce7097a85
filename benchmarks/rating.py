"""A rating campaign under load: the page of an item with fifty raters, and opening and closing a large campaign.

The raters look at each picture for a few seconds, as people do. A page's time is taken twice: in the server, from a request's arrival in
the application to the beginning of its answer (the header ``Server-Timing``), and by the raters' program, which shares the two cores. What
the server spends whatever else the machine does is its processor time.
"""

import asyncio
import itertools
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.pictures import photographs
from benchmarks.rows import Row
from mindsight.album.kits.pictures import encode_png
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.campaigns.plan import Kit, Plan, Qualification, RatedRun
from mindsight.rating.campaigns.stimuli import Kind, Prepared, Stimulus
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store

if TYPE_CHECKING:
    import httpx

RATERS, PAGES, LOOK_S = 50, 12, (2.0, 4.0)
TARGET_MS = 50.0
ITEMS, RUNS, MANY_RATERS = 500, 3, 24
_OPEN_S, _CLOSE_S, _ALLOWED_MIB = 15.0, 15.0, 30
_ROLES = ("reference", "input", "output")
_CSRF = re.compile(r'(?:name="csrf" value|data-csrf)="([^"]+)"')
_SERVER = (
    "import sys, pathlib; from mindsight.rating.campaigns.folder import CampaignFolder as F; "
    "from mindsight.web.store.campaign import Store; from mindsight.web.app import make_app; "
    "from mindsight.web.serving import Address, serve; "
    "serve(make_app(Store.open(F.open(pathlib.Path(sys.argv[1])))), Address(port=int(sys.argv[2])))"
)


def measure() -> Iterator[Row]:
    """Yield the 95th percentile of an item's page, its ratio to a fixed file, the server's memory, and the large campaign's times."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        yield from _pages(Path(folder) / "served")
        yield from _large(Path(folder) / "large")


def _pages(folder: Path) -> Iterator[Row]:
    store = _campaign(folder, 31, 1)
    tokens = [raters.invite(store, None, "en")[1] for _ in range(RATERS)]
    store.engine.dispose()
    port = 8461 + os.getpid() % 1000
    with subprocess.Popen([sys.executable, "-c", _SERVER, str(folder), str(port)]) as server:
        try:
            times, grown, spent_s = asyncio.run(_rate(f"http://127.0.0.1:{port}", tokens, server.pid))
        finally:
            server.terminate()
    page, seen, fixed = times.server["page"], times.client["page"], times.client["fixed"]
    limit = f"median {np.median(page):.1f} ms; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    yield _within(f"page of an item, {RATERS} raters, in the server, 95th percentile", page, TARGET_MS, limit)
    limit = f"median {np.median(seen):.1f} ms; a fixed file: {_p95(fixed):.1f} ms; the raters' program shares the cores"
    yield Row(f"page of an item, {RATERS} raters, as they see it, 95th percentile", _p95(seen), "ms", "–", True, limit)
    limit = "an answer is on the disk before it is acknowledged: one synchronised write after the other"
    yield _within(
        f"saving an answer, {RATERS} raters, in the server, 95th percentile", times.server["save"], 200, limit
    )
    spent_ms = spent_s * 1000
    limit = "a page, three pictures, a fixed file and a saved answer"
    yield Row("processor time of the server an item", spent_ms, "ms", "≤ 40", spent_ms <= 40, limit)
    met = grown <= _ALLOWED_MIB
    yield Row(
        f"memory of the server over {RATERS * PAGES} items",
        grown,
        "MiB",
        f"≤ {_ALLOWED_MIB}",
        met,
        "libraries aside, flat",
    )


def _large(folder: Path) -> Iterator[Row]:
    begun = time.process_time()
    store = _campaign(folder, ITEMS, RUNS)
    for _ in range(MANY_RATERS):
        raters.invite(store, None, "en")
    opened = time.process_time() - begun
    shown = _answer_all(store)
    size = f"{ITEMS} items × {RUNS} products × {MANY_RATERS} raters"
    limit = f"{shown:,} places are written"
    yield Row(
        f"{size}: campaign opened and everybody invited, processor time",
        opened,
        "s",
        f"≤ {_OPEN_S:g}",
        opened <= _OPEN_S,
        limit,
    )
    begun, before = time.process_time(), _peak_mib(os.getpid())
    target = closing.close(store)
    closed = time.process_time() - begun
    grown = _peak_mib(os.getpid()) - before
    limit = f"{shown:,} chained lines, {target.stat().st_size / 1e6:.0f} MB"
    yield Row(f"{size}: closed, processor time", closed, "s", f"≤ {_CLOSE_S:g}", closed <= _CLOSE_S, limit)
    met = grown <= _ALLOWED_MIB
    yield Row(f"{size}: memory for closing", grown, "MiB", f"≤ {_ALLOWED_MIB}", met, "answers are read in batches")
    store.engine.dispose()


@dataclass
class _Times:
    """Milliseconds of each kind of request, as the raters' program saw them and as the server says."""

    client: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    server: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def ask(self, kind: str, sent: "Awaitable[httpx.Response]") -> str:
        begun = time.perf_counter()
        found = await sent
        self.client[kind].append((time.perf_counter() - begun) * 1000)
        found.raise_for_status()
        self.server[kind].append(float(found.headers["server-timing"].rpartition("=")[2]))
        return found.text


async def _rate(base: str, tokens: list[str], server: int) -> tuple[_Times, float, float]:
    import httpx

    times = _Times()
    rng = random.Random(1)  # noqa: S311  (when somebody looks away is no secret)
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as http:
        for _ in range(600):
            try:
                await http.get("/static/icon.svg")
                break
            except httpx.TransportError:
                await asyncio.sleep(0.1)

    async def rater(token: str, starts_s: float) -> None:
        async with httpx.AsyncClient(base_url=base, timeout=60, follow_redirects=True) as http:
            await http.post(f"/i/{token}", headers={"content-length": "0"})
            await _form(http, "/instructed")
            await _form(http, "/screen", light="dim", width="1920", height="1080", ratio="1")
            await asyncio.sleep(starts_s)
            for _ in range(PAGES):
                page = await times.ask("page", http.get("/"))
                place = re.search(r'data-place="(\d+)"', page)
                for role in _ROLES:
                    await http.get(f"/pictures/{place.group(1) if place else 0}/{role}")
                await asyncio.sleep(rng.uniform(*LOOK_S) / 2)
                await times.ask("fixed", http.get("/static/icon.svg"))
                await asyncio.sleep(rng.uniform(*LOOK_S) / 2)
                answer = {
                    "place": int(place.group(1) if place else 0),
                    "key": secrets.token_urlsafe(16),
                    "value": 50.0,
                    "time_s": 3.0,
                }
                await times.ask("save", http.post("/answers", json=answer, headers={"X-CSRF-Token": _token(page)}))

    before = (0.0, 0.0, 0)

    async def remember() -> None:
        # By then everything is imported, and everybody has come in.
        nonlocal before
        await asyncio.sleep(10.0)
        before = _now_mib(server), _processor_s(server), len(times.client["save"])

    waits = [rng.uniform(1.0, 4.0) for _ in tokens]
    await asyncio.gather(remember(), *(rater(token, wait) for token, wait in zip(tokens, waits, strict=True)))
    mib, spent_s, saved = before
    items = len(times.client["save"]) - saved
    return times, _now_mib(server) - mib, (_processor_s(server) - spent_s) / items


async def _form(http: "httpx.AsyncClient", path: str, **fields: str) -> None:
    page = (await http.get("/")).text
    (await http.post(path, data={"csrf": _token(page), **fields})).raise_for_status()


def _token(page: str) -> str:
    found = _CSRF.search(page)
    return found.group(1) if found else ""


def _campaign(path: Path, items: int, runs: int) -> Store:
    """Make a campaign whose items share a few photographs; a file is stored once, whoever shows it."""
    with CampaignFolder.made(path) as folder:
        pictures = [
            Prepared(**folder.put(encode_png(one), one.shape[1], one.shape[0]).model_dump())
            for one in itertools.islice(photographs(512, 512), 4)
        ]
        seals = [f"{number:064x}" for number in range(1, runs + 1)]
        kinds: list[tuple[Kind, str | None]] = [("reference", None), ("anchor", None), ("gold", None)]
        kinds += [("output", seal) for seal in seals]
        folder.write_stimuli(
            Stimulus(
                id=f"{item:04}-{kind}-{(run or '')[-3:]}", item=f"{item:04}", cluster=f"photo-{item}", kind=kind, run=run,
                pictures={role: pictures[(item + place) % 4] for place, role in enumerate(_ROLES)},
            )
            for item in range(1, items + 1)
            for kind, run in kinds
        )  # fmt: skip
        folder.write_plates([])
        folder.write_plan(
            Plan(
                id=secrets.token_hex(8), question="enhancement", kit=Kit(name="kit", sha256="c" * 64, items=items),
                runs=tuple(RatedRun(run=seal, name=f"Product {place}", shown=items) for place, seal in enumerate(seals)),
                trial=True, seed=1, qualification=Qualification(showings=0, least_right=0), training=0, colour_check=False,
                made="2026-05-04T09:00:00Z",
            )
        )  # fmt: skip
    return Store.open(CampaignFolder.open(path))


def _answer_all(store: Store) -> int:
    """Write an answer to every place at once, as if all raters had come to the end, and return their number."""
    from sqlalchemy import text

    with store.write() as session:
        moment = "2026-05-04 09:00:00.000000"
        session.execute(
            text(
                "INSERT INTO invitation (campaign, rater, token, created, expires) SELECT campaign, id, 'bench' || id, :m, :m FROM rater"
            ),
            {"m": moment},
        )
        session.execute(
            text(
                "INSERT INTO visit (invitation, token, csrf, created, seen) "
                "SELECT id, token, '', :m, :m FROM invitation WHERE token LIKE 'bench%'"
            ),
            {"m": moment},
        )
        session.execute(
            text(
                "INSERT INTO answer (rater, place, key, visit, value, changes, time_s, viewing, at) "
                "SELECT p.rater, p.place, 'key-' || p.place || '-of-answer', v.id, 50.0, '[]', 3.0, '{}', :m "
                "FROM place p JOIN invitation i ON i.rater = p.rater AND i.token LIKE 'bench%' JOIN visit v ON v.invitation = i.id"
            ),
            {"m": moment},
        )
        return int(session.execute(text("SELECT count(*) FROM answer")).scalar_one())


def _p95(times: list[float]) -> float:
    return float(np.percentile(times, 95))


def _within(name: str, times: list[float], most_ms: float, limit: str) -> Row:
    return Row(name, _p95(times), "ms", f"≤ {most_ms:g}", _p95(times) <= most_ms, limit)


def _now_mib(pid: int) -> float:
    return _status(pid, "VmRSS")


def _processor_s(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _peak_mib(pid: int) -> float:
    return _status(pid, "VmHWM")


def _status(pid: int, name: str) -> float:
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    return int(found.group(1)) / 1024 if found else 0.0
