"""The manager's page: progress and times while a campaign is open, and nothing that could steer a rater."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from mindsight.rating.campaigns.rubric import RUBRICS
from mindsight.rating.opinion.score import LEAST_RATERS
from mindsight.text import Language
from mindsight.web.pages.failures import spoken
from mindsight.web.pages.guests import CurrentManager, CurrentStore
from mindsight.web.rendering import render
from mindsight.web.store.agreement import agreement_of
from mindsight.web.store.progress import progress

router = APIRouter()

_LOG_LINES = 30
_RULES = {"bt500": "ITU-R BT.500-15", "p913": "ITU-T P.913"}


@router.get("/manager")
def manager(
    request: Request, store: CurrentStore, guest: CurrentManager, lang: Annotated[Language | None, Query()] = None
) -> Response:
    """Show how far the campaign is."""
    page = render(
        "manager.html.j2",
        lang or spoken(request),
        simulated=store.plan.simulated,
        guest=guest,
        languages=("zh", "en"),
        plan=store.plan,
        found=progress(store, audit=_LOG_LINES),
        agreements=agreement_of(store),
        least=LEAST_RATERS,
        rubric=RUBRICS.get(store.plan.question),
        rules=", ".join(_RULES[rule] for rule in store.plan.screening),
    )
    return HTMLResponse(page)
