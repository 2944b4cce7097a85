"""Requests that nobody thought of, drawn from the description of the interface: none may end in an error of the server."""

from pathlib import Path

import pytest
from sqlalchemy import select

from mindsight.rating.events import read_ratings
from mindsight.web.database.tables import Answer
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store
from web.campaigns import Browser, application, campaign_in, invited
from web.catalogues import catalogue_in

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


EXPECTED = {
    "nobody": {401, 404},
    "rater": {200, 404, 422},
    "asked": {200, 404, 422},
    "manager": {200, 404},
}
"""What is seen at least by somebody without a link, by a rater, by somebody who is asked questions, and by the manager."""


@pytest.mark.parametrize("who", EXPECTED)
def test_no_request_is_an_error_of_the_server(who: str, tmp_path: Path) -> None:
    from hypothesis import HealthCheck, given, settings

    if who == "asked":
        store = Store.open(catalogue_in(tmp_path / "campaign"))
    else:
        store = campaign_in(tmp_path / "campaign", qualification={"showings": 0, "least_right": 0})
    app = application(store, limited=False)
    browser = Browser(app)
    headers = {}
    if who in {"rater", "asked"}:
        browser.start(invited(store)[1])
        page = browser.page()
        headers = {"X-CSRF-Token": browser.csrf(page)}
    elif who == "manager":
        browser.open(raters.manager_link(store))
    cookies = dict(browser.http.cookies)
    schema = schemathesis.openapi.from_dict(app.openapi())
    asked, seen = 0, set()
    for operation in schema.get_all_operations():
        found = operation.ok()

        @given(case=found.as_strategy())
        @settings(max_examples=25, deadline=None, suppress_health_check=[*HealthCheck], database=None)
        def ask(case: "schemathesis.Case") -> None:
            nonlocal asked
            case.headers = {**(case.headers or {}), **headers}
            case.cookies = {**(case.cookies or {}), **cookies}
            asked += 1
            response = case.call(app=app, base_url="http://127.0.0.1")
            seen.add(response.status_code)
            assert response.status_code < 500, (case.method, case.path, response.text[:300])

        ask()
    assert asked > 100
    assert EXPECTED[who] <= seen
    # Whatever was saved can be closed into a record.
    with store.read() as session:
        saved = len(session.scalars(select(Answer)).all())
    assert len(list(read_ratings(closing.close(store)))) == saved
