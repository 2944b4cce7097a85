"""Any request at any address, with any words and numbers in it: no error of the server, and whatever was saved can be closed."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from mindsight.rating.events import read_ratings
from mindsight.web.app import make_app
from mindsight.web.database.tables import Answer
from mindsight.web.pages import answers, door, files, manager, session
from mindsight.web.store import closing
from web.campaigns import Browser, campaign_in, invited, seen_on

pytestmark = pytest.mark.slow

ROUTES = sorted(
    {(method, route.path)
     for part in (answers, door, files, manager, session) for route in part.router.routes if isinstance(route, APIRoute)
     for method in route.methods}
)  # fmt: skip
LETTERS = st.characters(exclude_categories=())
"""Halves of surrogate pairs and control characters too."""
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**500), 10**500),
    st.floats(),
    st.text(LETTERS, max_size=600),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(LETTERS, max_size=9), inner, max_size=4),
)
FIELDS = ("place", "key", "value", "choice", "said", "changes", "time_s", "viewing", "seen", "more")
DETAILS = st.fixed_dictionaries({"details": st.dictionaries(st.text(LETTERS, max_size=9), SCALARS, max_size=3)})
CHANGES = st.lists(st.fixed_dictionaries({"value": st.floats(0, 100), "after_s": st.floats()}), max_size=3)


@given(data=st.data())
@settings(max_examples=400, deadline=None, suppress_health_check=[*HealthCheck], database=None)
def ask(browser: Browser, sent: list[int], data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(ROUTES))
    for part in ("visit", "place", "role", "number", "name", "token"):
        path = path.replace(
            "{" + part + "}",
            data.draw(st.sampled_from(["1", "output", "x", "%00", "%ff", "..%2f", "9" * 40, "%F0%9F%92%A9"])),
        )
    words: dict[str, Any] = {}
    page = browser.http.get("/").text
    if data.draw(st.booleans()):
        words["params"] = data.draw(st.dictionaries(st.sampled_from(["lang", "x"]), st.text(max_size=9), max_size=2))
    if method == "POST" and path == "/answers":
        words = {"content": data.draw(_answers(browser, page)), "headers": {"X-CSRF-Token": _token(browser, page)}}
    elif method == "POST":
        form = {name: data.draw(st.text(max_size=12)) for name in data.draw(st.sets(st.sampled_from(
            ["light", "width", "height", "ratio", "inches", "distance", "plate0", "plate1", "language"])))}  # fmt: skip
        words["data"] = {"csrf": _token(browser, page), **form}
    response = browser.http.request(method, path, **words)
    sent.append(response.status_code)
    assert response.status_code < 500, (method, path, words, response.text[:300])


@st.composite
def _answers(draw: st.DrawFn, browser: Browser, page: str) -> bytes:
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    body: dict[str, Any] = {
        "place": browser.place(page) or 1, "key": draw(st.from_regex(r"[A-Za-z0-9_-]{16,20}", fullmatch=True)),
        "value": draw(st.floats(0, 100)), "time_s": 2.0, "seen": seen_on(page, browser.http.get),
    }  # fmt: skip
    for name in draw(st.sets(st.sampled_from(FIELDS), max_size=2)):
        body[name] = draw(
            {"viewing": DETAILS | VALUES, "changes": CHANGES | VALUES, "seen": st.just({}) | VALUES}.get(name, VALUES)
        )
    return json.dumps(body).encode()


def _token(browser: Browser, page: str) -> str:
    return browser.csrf(page) if "csrf" in page else ""


@pytest.mark.parametrize("question", ["enhancement", "segmentation"])
def test_no_request_is_an_error_of_the_server_and_the_campaign_closes(question: str, tmp_path: Path) -> None:
    store = campaign_in(
        tmp_path / "campaign",
        items=40,
        question=question,
        qualification={"showings": 0, "least_right": 0},
        break_after_min=240.0,
    )
    browser = Browser(make_app(store, language="en", limited=False))
    browser.start(invited(store)[1])
    sent: list[int] = []
    ask(browser, sent)
    assert {200, 404, 422} <= {*sent}
    out: list[closing.LeftOut] = []
    ratings = list(read_ratings(closing.close(store, left_out=out.append)))
    with store.read() as session_:
        saved = len(session_.scalars(select(Answer.id)).all())
    assert (len(ratings), out) == (saved, [])
    assert saved > 5
