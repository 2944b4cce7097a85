"""Pictures by place and role, never by name: a rater cannot look ahead, nor see which pictures are the same."""

import functools
from importlib import resources
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy import bindparam, func, select
from starlette.responses import Response

from mindsight.web.database.tables import Place
from mindsight.web.pages.failures import refusal
from mindsight.web.pages.guests import CurrentStore, PictureGuest

router = APIRouter()

AHEAD = 1
"""Places behind the next one whose pictures may be fetched, so that they are there when the page opens."""
STATIC = {
    "report.css": "text/css",
    "web.css": "text/css",
    "item.js": "text/javascript",
    "pair.js": "text/javascript",
    "places.js": "text/javascript",
    "question.js": "text/javascript",
    "sending.js": "text/javascript",
    "shown.js": "text/javascript",
    "sizes.js": "text/javascript",
    "viewer.js": "text/javascript",
    "screen.js": "text/javascript",
    "pause.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
_SHOWN = select(func.max(Place.place)).where(Place.rater == bindparam("rater"), Place.shown.is_not(None))
_REACHED = select(Place.stimulus, Place.beside).where(
    Place.rater == bindparam("rater"),
    Place.place == bindparam("place"),
    Place.place <= func.coalesce(_SHOWN.scalar_subquery(), 0) + AHEAD,
)
_TYPES = {".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg"}
_KEPT = {"Cache-Control": "private, max-age=86400"}


@router.get("/pictures/{visit}/{place}/{role}")
def picture(
    store: CurrentStore, guest: PictureGuest, place: Annotated[int, Path(ge=1, le=2**31 - 1)], role: str
) -> Response:
    """Return one picture of a place that the rater has reached, or is about to reach."""
    with store.read() as session:
        wanted = session.execute(_REACHED, {"rater": guest.rater, "place": place}).first()
    if wanted is None:
        raise refusal(404, "not_found")
    found = store.folder.shown(wanted.stimulus, wanted.beside).get(role)
    if found is None:
        raise refusal(404, "not_found")
    return _file(store.folder.picture(found.file))


@router.get("/plates/{visit}/{number}")
def plate(store: CurrentStore, guest: PictureGuest, number: Annotated[int, Path(ge=0, le=99)]) -> Response:
    """Return one picture of the colour check."""
    del guest
    if number >= len(store.folder.plates):
        raise refusal(404, "not_found")
    return _file(store.folder.picture(store.folder.plates[number][0]))


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """Return one of the fixed files."""
    kind = STATIC.get(name)
    if kind is None:
        raise refusal(404, "not_found")
    return Response(_fixed(name), media_type=kind, headers={"Cache-Control": "public, max-age=300"})


@functools.cache
def _fixed(name: str) -> bytes:
    if name == "report.css":
        return (resources.files("mindsight.report") / "templates" / "style.css").read_bytes()
    return (resources.files("mindsight.web") / "static" / name).read_bytes()


def _file(path: FilePath) -> Response:
    # Neither name nor hash nor time of the file is told: equal pictures would be known by them.
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=_KEPT)
