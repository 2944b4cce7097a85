"""What must not work: forged, old and foreign links, forged requests, other people's pictures, names that are scripts."""

import hashlib
import re
from pathlib import Path

import pytest
from sqlalchemy import inspect, select

from mindsight.errors import InputError
from mindsight.web.database.tables import Invitation, Visit
from mindsight.web.pages import files
from mindsight.web.security import LARGEST_BODY, Limits
from mindsight.web.serving import Address, check
from mindsight.web.store import raters
from mindsight.web.store.campaign import Store
from web.campaigns import Browser, Clock, application, campaign_in, invited, right

HOSTILE = "<script>alert(1)</script>\"'><img src=x>"[:40]


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    return campaign_in(tmp_path / "campaign", clock=clock)


def entered(store: Store, name: str | None = None) -> tuple[str, Browser]:
    who, token = invited(store, name)
    browser = Browser(application(store))
    browser.start(token)
    return who, browser


# --- links ---


def test_a_link_is_stored_only_as_its_hash(store: Store) -> None:
    _, token = invited(store)
    with store.read() as session:
        found = session.scalars(select(Invitation.token)).one()
    assert found == hashlib.sha256(token.encode()).hexdigest()
    for file in store.folder.path.iterdir():
        assert not file.is_file() or token.encode() not in file.read_bytes()


@pytest.mark.parametrize("token", ["x", "A" * 43, "..%2f..%2fcampaign.json", "%00", "\u202e", "' OR 1=1 --"])
def test_a_forged_link_leads_nowhere(store: Store, token: str) -> None:
    invited(store)
    browser = Browser(application(store))
    assert browser.http.get(f"/i/{token}").status_code == 404
    assert browser.http.post(f"/i/{token}").status_code == 404
    assert browser.http.get("/").status_code == 401


def test_a_link_with_one_letter_changed_leads_nowhere(store: Store) -> None:
    _, token = invited(store)
    changed = ("A" if token[0] != "A" else "B") + token[1:]
    assert Browser(application(store)).open(changed).status_code == 404


def test_a_link_expires(store: Store, clock: Clock) -> None:
    _, token = invited(store)
    clock.move(days=raters.DAYS - 0.01)
    assert Browser(application(store)).open(token).status_code == 200
    clock.move(days=0.02)
    found = Browser(application(store)).open(token)
    assert found.status_code == 404
    assert "expired" in found.text


def test_a_new_link_ends_the_old_one_and_its_browser(store: Store) -> None:
    name, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    assert browser.http.get("/").status_code == 200
    _, newer = invited(store, name)
    assert browser.http.get("/").status_code == 401
    assert "replaced or withdrawn" in browser.open(token).text
    assert browser.open(newer).status_code == 200


def test_a_revoked_rater_is_out_at_once(store: Store) -> None:
    name, browser = entered(store)
    page = browser.page()
    raters.revoke(store, name)
    assert browser.http.get("/").status_code == 401
    assert browser.answer(right(store, name, 1), page=page).status_code == 401


def test_looking_at_a_link_changes_nothing(store: Store) -> None:
    name, token = invited(store)
    browser = Browser(application(store))
    for _ in range(3):
        assert name in browser.http.get(f"/i/{token}").text
    with store.read() as session:
        assert session.scalars(select(Visit)).all() == []
    assert browser.http.get("/").status_code == 401


def test_the_link_of_another_campaign_leads_nowhere(store: Store, tmp_path: Path) -> None:
    other = campaign_in(tmp_path / "other", id="f" * 16)
    _, token = invited(other)
    assert Browser(application(store)).open(token).status_code == 404


def test_a_forged_cookie_is_nobody(store: Store) -> None:
    _, browser = entered(store)
    assert browser.http.get("/").status_code == 200
    stranger = Browser(application(store))
    for value in ("", "x", "A" * 43, "null"):
        stranger.http.cookies.set("mindsight", value)
        assert stranger.http.get("/").status_code == 401


def test_a_browser_left_open_must_open_the_link_again(store: Store, clock: Clock) -> None:
    _, browser = entered(store)
    clock.move(hours=13)
    assert browser.http.get("/").status_code == 401


def test_cookies_are_out_of_reach_of_scripts_and_of_plain_connections(store: Store) -> None:
    _, token = invited(store)
    for secure in (False, True):
        browser = Browser(application(store, secure=secure), base="https://ratings.example.org")
        given = browser.http.post(f"/i/{token}", follow_redirects=False).headers["set-cookie"].lower()
        assert "httponly" in given
        assert "samesite=lax" in given
        assert "path=/" in given
        assert "domain" not in given
        assert ("secure" in given) is secure
        assert given.startswith("__host-" if secure else "mindsight")


# --- requests ---


def test_a_request_without_the_page_s_token_is_refused(store: Store) -> None:
    name, token = invited(store)
    browser = Browser(application(store))
    browser.open(token)
    for csrf in ("", "x", "ü", "A" * 43):
        assert browser.http.post("/instructed", data={"csrf": csrf}).status_code == 403
    assert 'action="/instructed"' in browser.page()
    browser.start(token)
    assert browser.answer(right(store, name, 1), csrf="A" * 43).status_code == 403


def test_the_token_of_one_rater_is_none_of_another(store: Store) -> None:
    _, first = entered(store)
    name, second = entered(store)
    foreign = first.csrf(first.page())
    assert second.answer(right(store, name, 1), csrf=foreign).status_code == 403


def test_a_form_of_another_site_is_refused(store: Store) -> None:
    _, browser = entered(store)
    csrf = browser.csrf(browser.page())
    for origin in ("https://evil.example", "null", "http://127.0.0.1:9", "https://127.0.0.1"):
        assert browser.http.post("/break", data={"csrf": csrf}, headers={"origin": origin}).status_code == 403
    assert browser.http.post("/break", data={"csrf": csrf}, headers={"origin": "http://127.0.0.1"}).status_code == 200


def test_every_answer_carries_the_headers_that_protect_it(store: Store) -> None:
    _, browser = entered(store)
    for path in (
        "/",
        "/i/x",
        "/nowhere",
        "/static/web.css",
        f"{browser.pictures(1)}/output",
        f"{browser.pictures(999)}/output",
        "/openapi.json",
    ):
        headers = browser.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert browser.http.get("/").headers["cache-control"] == "no-store"


def test_pages_hold_no_script_and_no_style_of_their_own(store: Store) -> None:
    _, browser = entered(store)
    page = browser.page()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"\sstyle=|<style|\son[a-z]+=", page) == []
    assert set(re.findall(r'(?:src|href|action)="(https?:)?//', page)) == set()


def test_a_large_body_is_refused_unread(store: Store) -> None:
    _, browser = entered(store)
    assert browser.http.post("/answers", content=b"x" * (LARGEST_BODY + 1)).status_code == 413
    assert browser.http.post("/answers", content=iter([b"x"])).status_code == 411
    # Of a length and pieces the pieces count: a body of any size came in.
    both = {"content-length": "1", "transfer-encoding": "chunked"}
    assert browser.http.post("/answers", content=b"x", headers=both).status_code == 411


def test_doors_are_tried_only_so_often(store: Store) -> None:
    browser = Browser(application(store))
    answers = [browser.http.get(f"/i/guess-{number}").status_code for number in range(160)]
    assert answers[:100] == [404] * 100
    assert 429 in answers


def test_a_limit_fills_again() -> None:
    moments = iter([0.0, 0.0, 0.0, 0.4, 1.1])
    limits = Limits(2, 1.0, clock=lambda: next(moments))
    assert [limits.allows("one") for _ in range(5)] == [True, True, False, False, True]


@pytest.mark.parametrize(
    "body",
    [
        {"value": 101}, {"value": -1}, {"value": "50"}, {"value": True}, {"place": 0}, {"place": 2**40}, {"key": "short"},
        {"key": "../../../etc/passwd"}, {"time_s": -1}, {"time_s": 1e9}, {"changes": [{"value": 1}] * 2}, {"more": 1},
        {"changes": [{"value": 200.0, "after_s": 1.0}]}, {"viewing": {"zoom": -1}}, {"viewing": {"unknown": 1}},
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_refused_in_one_sentence(store: Store, body: dict[str, object]) -> None:
    _, browser = entered(store)
    found = browser.answer(**{"value": 50.0, **body})
    assert found.status_code == 422
    assert [*found.json()] == ["reason"]


# --- files ---


@pytest.mark.parametrize(
    "path",
    [
        "/pictures/1/..%2f..%2fcampaign.json", "/pictures/../campaign.json", "/pictures/1/%2e%2e", "/static/..%2fapp.py",
        "/static/%2e%2e/app.py", "/static/web.css%00", "{visit}/1/focus", "{visit}/-1/output", "{visit}/1e9/output",
        "{visit}/1/..%2f..%2fcampaign.json", "/pictures/1/output", "/pictures/x/1/output", "/plates/x/0", "/plates/0",
        "/campaign.json", "/campaign.db", "/static/", "/docs", "/redoc", "/openapi.json",
    ],
)  # fmt: skip
def test_no_path_leads_to_a_file_that_is_not_shown(store: Store, path: str) -> None:
    _, browser = entered(store)
    found = browser.http.get(path.replace("{visit}", browser.pictures(1).removesuffix("/1")))
    assert found.status_code in {404, 422}
    assert "0123456789abcdef" not in found.text


def test_nobody_looks_ahead_or_at_pictures_of_others(store: Store) -> None:
    name, browser = entered(store)
    browser.page()
    assert browser.http.get(f"{browser.pictures(1)}/output").headers["content-type"] == "image/png"
    assert browser.http.get(f"{browser.pictures(2)}/output").status_code == 200
    assert browser.http.get(f"{browser.pictures(3)}/output").status_code == 404
    assert Browser(application(store)).http.get(f"{browser.pictures(1)}/output").status_code == 401
    assert name


def test_every_fixed_file_is_there(store: Store) -> None:
    browser = Browser(application(store))
    for name, kind in files.STATIC.items():
        found = browser.http.get(f"/static/{name}")
        assert found.status_code == 200
        assert found.headers["content-type"].startswith(kind)
        assert len(found.content) > 100


# --- foreign text ---


def test_names_that_are_scripts_are_only_text(tmp_path: Path) -> None:
    runs = [{"run": "a" * 64, "name": HOSTILE, "shown": 4}, {"run": "b" * 64, "name": "Product", "shown": 4}]
    store = campaign_in(tmp_path / "campaign", runs=runs, kit={"name": HOSTILE, "sha256": "c" * 64, "items": 4})
    _, token = invited(store, HOSTILE)
    browser = Browser(application(store))
    assert HOSTILE not in browser.http.get(f"/i/{token}").text
    manager = Browser(application(store))
    manager.open(raters.manager_link(store))
    page = manager.http.get("/manager").text
    assert HOSTILE not in page
    assert page.count("&lt;script&gt;alert(1)") >= 3


@pytest.mark.parametrize("name", ["", "x" * 41, "two\nlines", "\u202edrawkcab"])
def test_a_pseudonym_is_short_and_printable(store: Store, name: str) -> None:
    with pytest.raises(InputError, match="pseudonym"):
        invited(store, name)


# --- the manager ---


def test_raters_and_managers_see_only_their_own_pages(store: Store) -> None:
    _, rater = entered(store)
    manager = Browser(application(store))
    manager.open(raters.manager_link(store))
    assert rater.http.get("/manager").status_code == 404
    assert manager.http.get("/").url.path == "/manager"
    for path in ("/again", f"{rater.pictures(1)}/output", f"{rater.pictures(1).replace('pictures', 'plates')[:-2]}/0"):
        assert manager.http.get(path).status_code == 404
    assert Browser(application(store)).http.get("/manager").status_code == 401


def test_a_manager_s_link_ends_after_half_a_day(store: Store, clock: Clock) -> None:
    manager = Browser(application(store))
    manager.open(raters.manager_link(store))
    clock.move(hours=11)
    assert manager.http.get("/manager").status_code == 200
    clock.move(hours=2)
    assert manager.http.get("/manager").status_code == 401


# --- the address ---


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "ratings.example.org"])  # noqa: S104
def test_other_machines_need_tls_or_a_proxy(host: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="other machines"):
        check(Address(host=host))
    check(Address(host=host, behind_proxy=True))
    file = tmp_path / "file.pem"
    file.write_text("x")
    check(Address(host=host, certificate=file, key=file))
    with pytest.raises(InputError, match="two files"):
        check(Address(host=host, certificate=file))
    with pytest.raises(InputError, match="no such file"):
        check(Address(host=host, certificate=file, key=tmp_path / "missing.pem"))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.9"])
def test_this_machine_needs_nothing(host: str) -> None:
    check(Address(host=host))


def test_a_campaign_whose_plan_was_changed_is_not_opened(store: Store) -> None:
    file = store.folder.path / "campaign.json"
    file.write_bytes(file.read_bytes().replace(b'"seed": 5', b'"seed": 6'))
    from mindsight.rating.campaigns.folder import CampaignFolder

    with pytest.raises(InputError, match="plan was changed"):
        Store.open(CampaignFolder.open(store.folder.path))


def test_the_tables_are_those_of_the_migrations(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from mindsight.web.database.tables import Table

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Table.metadata) == []
    assert {*Table.metadata.tables} <= {*inspect(store.engine).get_table_names()}
