"""The steps of a rater, all at one address: what comes next is on the server, so any device goes on where another stopped."""

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form
from pydantic import AfterValidator
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mindsight.errors import InputError
from mindsight.rating.campaigns.rubric import RUBRICS
from mindsight.rating.recordable import recordable
from mindsight.text import Language, say
from mindsight.web.database.tables import Rater
from mindsight.web.labels import LABELS
from mindsight.web.pages.failures import Refused
from mindsight.web.pages.guests import CurrentGuest, CurrentRater, CurrentStore, FormSender
from mindsight.web.pages.items import item_page
from mindsight.web.rendering import render
from mindsight.web.store.answers import end_pause, last_place, save_instructed, save_screen, show_place
from mindsight.web.store.campaign import Store
from mindsight.web.store.steps import Step, next_step, remaining_pause_s
from mindsight.web.store.visits import Guest

router = APIRouter()

_MM_PER_INCH = 25.4
_LENGTH = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?")
_Digit = Annotated[str, Form(max_length=4), AfterValidator(recordable)]


@router.get("/")
def step(store: CurrentStore, guest: CurrentGuest) -> Response:
    """Show a rater's next step, or lead the manager to the manager's page."""
    if guest.rater is None:
        return RedirectResponse("/manager", 303)
    with store.read() as session:
        rater = session.get_one(Rater, guest.rater)
        found = next_step(store, session, rater)
        if found.name != "item" or found.place is None:
            return _plain(store, guest, rater, found)
        page = item_page(store, session, guest, rater, found.place, again=False)
    if found.place.shown is None:
        show_place(store, guest, found.place.place)
    return HTMLResponse(page)


@router.get("/again")
def again(store: CurrentStore, guest: CurrentRater) -> Response:
    """Show the picture before once more."""
    with store.read() as session:
        rater = session.get_one(Rater, guest.rater)
        place = last_place(session, rater)
        if place is None or next_step(store, session, rater).name != "item":
            return RedirectResponse("/", 303)
        return HTMLResponse(item_page(store, session, guest, rater, place, again=True))


@router.post("/instructed")
def instructed(store: CurrentStore, guest: FormSender) -> Response:
    """Note that the instructions were read."""
    save_instructed(store, guest)
    return RedirectResponse("/", 303)


@router.post("/break")
def go_on(store: CurrentStore, guest: FormSender) -> Response:
    """Go on after a break."""
    end_pause(store, guest)
    return RedirectResponse("/", 303)


@router.post("/language")
def speak(store: CurrentStore, guest: FormSender, language: Annotated[Language, Form()]) -> Response:
    """Change the language of the pages."""
    if language in store.plan.languages:
        with store.write() as session:
            session.get_one(Rater, guest.rater).language = language
    return RedirectResponse("/", 303)


@router.post("/screen")
def screen(  # noqa: PLR0913, PLR0917  (the fields of a form)
    store: CurrentStore,
    guest: FormSender,
    light: Annotated[Literal["dark", "dim", "bright"], Form()],
    width: Annotated[int, Form(ge=0, le=100_000)],
    height: Annotated[int, Form(ge=0, le=100_000)],
    ratio: Annotated[float, Form(ge=0, le=20, allow_inf_nan=False)],
    inches: Annotated[str, Form(max_length=10)] = "",
    distance: Annotated[str, Form(max_length=10)] = "",
    plate0: _Digit = "",
    plate1: _Digit = "",
    plate2: _Digit = "",
) -> Response:
    """Save what was said about screen and room."""
    said: dict[str, Any] = {"width": width, "height": height, "pixel_ratio": ratio, "light": light}
    for name, given, factor in (("screen_mm", inches, _MM_PER_INCH), ("distance_mm", distance, 10.0)):
        length = _positive(given)
        if length is not None:
            said[name] = round(length * factor, 1)
    if store.plan.colour_check:
        seen = [plate.strip() for plate in (plate0, plate1, plate2)]
        said["colour_check"] = seen == [digits for _, digits in store.folder.plates]
        said["plates"] = seen
    try:
        save_screen(store, guest, said)
    except InputError as error:
        raise Refused(409, error.text, back=True) from error
    return RedirectResponse("/", 303)


def _positive(given: str) -> float | None:
    return (float(given) or None) if _LENGTH.fullmatch(given) else None


def _plain(store: Store, guest: Guest, rater: Rater, found: Step) -> Response:
    language = rater.language
    shared: dict[str, Any] = {
        "simulated": store.plan.simulated,
        "guest": guest,
        "languages": store.plan.languages,
        "plan": store.plan,
        "rater": rater,
    }
    if found.name == "instructions":
        page = render("instructions.html.j2", language, rubric=RUBRICS.get(store.plan.question), **shared)
    elif found.name == "screen":
        plates = len(store.folder.plates) if store.plan.colour_check else 0
        page = render("screen.html.j2", language, plates=plates, **shared)
    elif found.name == "pause":
        seconds = remaining_pause_s(store, rater)
        page = render("pause.html.j2", language, seconds=seconds, minutes=max(1, round(seconds / 60)), **shared)
    else:
        heading, body = (say(LABELS[name], language) for name in (found.name, f"{found.name}_body"))
        page = render("message.html.j2", language, heading=heading, body=body, back=False, **shared)
    return HTMLResponse(page)
