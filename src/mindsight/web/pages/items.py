"""The page of one place: an item on the document's scale, two pictures to choose from, or a question."""

from typing import Any

from sqlalchemy.orm import Session

from mindsight.rating.campaigns.plan import Question
from mindsight.rating.campaigns.rubric import RUBRICS
from mindsight.rating.campaigns.stimuli import COMPARED, SIDES, Stimulus
from mindsight.web.database.tables import Place, Rater
from mindsight.web.pages.failures import refusal
from mindsight.web.rendering import render
from mindsight.web.store.answers import last_place
from mindsight.web.store.campaign import Store
from mindsight.web.store.steps import BEFORE, counts
from mindsight.web.store.visits import Guest

ROLES: dict[Question, tuple[str, ...]] = {
    "enhancement": ("reference", "input", "output"),
    "segmentation": ("original", "mask", "output", "cutout", "difference"),
}


def roles_of(store: Store, place: Place) -> tuple[str, ...]:
    """Return the roles of a place's pictures in the order of the page."""
    shown = _stimulus(store, place.stimulus)
    if shown.asked is not None:
        return tuple(shown.pictures)
    return ROLES[store.plan.question] if place.beside is None else SIDES


def item_page(store: Store, session: Session, guest: Guest, rater: Rater, place: Place, *, again: bool) -> str:
    """Return the page of a place; ``again``: of the place before, whose answer may be changed."""
    answered, whole = counts(session, rater, before=place.phase in BEFORE)
    following = session.get(Place, (rater.id, place.place + 1))
    coming: list[str] = []
    if following is not None and not again:
        coming = [f"/pictures/{guest.name}/{following.place}/{role}" for role in roles_of(store, following)]
    shared: dict[str, Any] = {
        "simulated": store.plan.simulated,
        "guest": guest,
        "plan": store.plan,
        "place": place,
        "roles": roles_of(store, place),
        "coming": coming,
        "answered": answered,
        "whole": whole,
        "again": again,
        "can_go_back": not again and last_place(session, rater) is not None,
    }
    first = _stimulus(store, place.stimulus)
    if first.asked is not None:
        return render("question.html.j2", rater.language, asked=first.asked, pictures=first.pictures, **shared)
    if place.beside is not None:
        size, focus = _pair_size(store, first, _stimulus(store, place.beside)), None
        return render("pair.html.j2", rater.language, size=size, focus=focus, **shared)
    shown = first.pictures.get("reference", first.pictures["output"])
    rubric = RUBRICS[store.plan.question]
    size, focus = (shown.width, shown.height), first.focus
    return render("item.html.j2", rater.language, size=size, focus=focus, rubric=rubric, **shared)


def _pair_size(store: Store, *both: Stimulus) -> tuple[int, int]:
    """Return the size of the larger picture: the other one covers the same place."""
    shown = [one.pictures[COMPARED[store.plan.question]] for one in both]
    return max((one.width, one.height) for one in shown)


def _stimulus(store: Store, name: str) -> Stimulus:
    found = store.folder.stimuli.get(name)
    if found is None:
        raise refusal(404, "not_found")
    return found
