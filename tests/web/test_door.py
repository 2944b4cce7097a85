"""What is refused at the door, so that a campaign can always be closed; and what becomes of answers that an older version let in."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from mindsight.checker.items import chained
from mindsight.cli import run
from mindsight.errors import InputError, MindsightError
from mindsight.rating.events import RATINGS, read_ratings
from mindsight.rating.recordable import is_plain, recordable
from mindsight.web.database.tables import Answer, Audit, Place, Rater, Visit
from mindsight.web.store import closing
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress
from web.campaigns import Browser, Clock, application, campaign_in, invited, rate_all, seen_on
from web.conftest import Make

PLAIN = {"qualification": {"showings": 0, "least_right": 0}, "training": 0}
ZEROS = "0" * 400
POISON = {
    "surrogate value": r'"viewing":{"details":{"a":"\ud800"}}',
    "surrogate key": r'"viewing":{"details":{"\udfff":"a"}}',
    "nan": '"viewing":{"details":{"a":NaN}}',
    "infinity": '"viewing":{"details":{"a":-Infinity}}',
    "too large a number": '"viewing":{"details":{"a":1e999}}',
    "401 digits": f'"viewing":{{"screen":[1{ZEROS},1]}}',
    "5001 digits": f'"viewing":{{"details":{{"a":1{"0" * 5000}}}}}',
    "beyond 2^53": '"viewing":{"details":{"a":9007199254740993}}',
    "zoom beyond reason": '"viewing":{"zoom":1e308}',
    "nul": r'"viewing":{"details":{"a":"\u0000"}}',
    "line end": r'"viewing":{"details":{"a":"b\nc"}}',
    "line separator": r'"viewing":{"details":{"a":"b\u2028c"}}',
    "terminal": r'"viewing":{"details":{"\u001b[2J":1}}',
    "reordering": r'"viewing":{"details":{"a":"\u202e"}}',
    "long text": f'"viewing":{{"details":{{"a":"{"x" * 501}"}}}}',
    "many": '"viewing":{"details":{' + ",".join(f'"k{number}":1' for number in range(201)) + "}}",
    "deep": '"viewing":{"details":{"a":' + "[" * 3000 + "]" * 3000 + "}}",
    "change at infinity": '"changes":[{"value":1,"after_s":1e999}]',
    "hash": '"seen":{"output":"x"}',
}
"""Fields of an answer: the first two kinds locked a campaign for ever, since they were accepted and could not be written."""


def entered(store: Store) -> Browser:
    browser = Browser(application(store))
    browser.start(invited(store)[1])
    return browser


def sent(browser: Browser, page: str, extra: str) -> int:
    base = {"place": 1, "key": "k" * 20, "value": 50.0, "time_s": 2.0, "seen": seen_on(page, browser.http.get)}
    if '"seen"' in extra:
        del base["seen"]
    body = json.dumps(base)[:-1] + "," + extra + "}"
    headers = {"X-CSRF-Token": browser.csrf(page), "Content-Type": "application/json"}
    return browser.http.post("/answers", content=body.encode(), headers=headers).status_code


def test_what_no_record_can_hold_is_refused_at_the_door_and_the_campaign_closes(make: Make) -> None:
    store = make(**PLAIN)
    browser = entered(store)
    page = browser.page()
    found = {name: sent(browser, page, extra) for name, extra in POISON.items()}
    assert {name: code for name, code in found.items() if code not in {400, 422}} == {}
    assert sent(browser, page, r'"viewing":{"details":{"笔":"全角　空格 👩‍🔬","n":-0.0,"t":true,"none":null}}') == 200
    (line,) = read_ratings(closing.close(store))
    assert line.viewing is not None
    assert line.viewing.details["笔"] == "全角　空格 👩‍🔬"


@pytest.mark.parametrize(
    "given", [float("nan"), float("inf"), 2**53, -(10**400), "\ud800", "a\x7f", "x" * 501, [[]] * 201, {"\n": 1}]
)
def test_the_check_names_what_cannot_be_kept(given: Any) -> None:
    nested: Any = []
    for _ in range(20):
        nested = [nested]
    for value in (given, {"a": [given]}, nested):
        with pytest.raises(ValueError, match=r"^(is|has) "):
            recordable(value)


def test_the_check_lets_through_what_people_write() -> None:
    for value in (0, -0.0, 5e-324, 2**53 - 1, True, None, "", "中文，标点。", "é👍🏽", {"a": [1, "b", None]}):
        assert recordable(value) is value
    assert is_plain("　")


def test_the_screen_is_checked_too(make: Make) -> None:
    store = make()
    browser = Browser(application(store))
    browser.open(invited(store)[1])
    browser.post("/instructed")
    said = {"light": "dim", "width": 1, "height": 1, "ratio": 1}
    for fields in ({"plate0": "\0"}, {"plate1": "\x1b["}, {"ratio": "nan"}, {"ratio": "1e999"}, {"width": "9" * 30}):
        assert browser.post("/screen", **{**said, **fields}).status_code == 422
    for inches in ("nan", "1e3", "-1", "٢٤", "1_0", "0", "99999"):
        assert browser.post("/screen", **said, inches=inches).status_code == 200
    with store.read() as session:
        assert "screen_mm" not in (session.scalars(select(Rater.screen)).one() or {})


def old_answer(store: Store, place: int, **fields: Any) -> None:
    """Save an answer as a version without the check did."""
    with store.write() as session:
        found = session.get_one(Place, (1, place))
        found.answered = store.clock()
        visit = session.scalars(select(Visit.id)).first()
        usual = {"rater": 1, "place": place, "key": f"old-answer-{place:06}", "visit": visit, "value": 50.0, "changes": [],
                 "time_s": 1.0, "viewing": {}, "at": store.clock()}  # fmt: skip
        session.execute(insert(Answer).values(**usual | fields))


BAD: dict[str, dict[str, Any]] = {
    "surrogate": {"viewing": {"details": {"a": "\ud800"}}},
    "nan": {"viewing": {"details": {"a": float("nan")}}},
    "off the scale": {"changes": [{"value": 500.0, "after_s": 1.0}]},
    "unknown field": {"viewing": {"unknown": 1}},
}


@pytest.mark.parametrize("bad", BAD)
def test_an_old_answer_that_no_record_can_hold_is_left_out_by_name_and_all_others_are_kept(
    make: Make, bad: str
) -> None:
    store = make(**PLAIN)
    browser = entered(store)
    if store.engine.dialect.name == "postgresql" and bad == "nan":
        pytest.skip("PostgreSQL did not accept it")
    old_answer(store, 1, **BAD[bad])
    old_answer(store, 2)
    assert browser.answer(70.0).status_code == 200
    out: list[closing.LeftOut] = []
    file = closing.close(store, left_out=out.append)
    assert [one.order for one in read_ratings(file)] == [2, 3]
    assert [(one.rater, one.place) for one in out] == [("R01", 1)]
    assert out[0].reason
    with store.read() as session:
        (noted,) = session.scalars(select(Audit).where(Audit.what == "left out")).all()
    assert (noted.details["rater"], noted.details["place"]) == ("R01", 1)
    before = file.read_bytes()
    assert closing.close(store).read_bytes() == before


def test_the_command_says_what_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    entered(store)
    old_answer(store, 1, **BAD["surrogate"])
    store.engine.dispose()
    assert run(["rate", "close", str(tmp_path / "campaign"), "--yes", "--lang", "en"]) == 1
    assert "R01, place 1," in capsys.readouterr().err


def test_keys_that_begin_alike_give_events_with_ids_of_their_own(make: Make) -> None:
    store = make(**PLAIN)
    browser = entered(store)
    assert browser.answer(10.0, key="samesame-first-one").status_code == 200
    assert browser.answer(20.0, key="samesame-second-one", page=browser.http.get("/again").text).status_code == 200
    file = closing.close(store)
    assert len({one.id for one in read_ratings(file)}) == 2
    findings: list[Any] = []
    chained(str(file.parent), RATINGS, findings)
    assert findings == []


def test_a_time_on_paper_that_no_record_can_hold_is_named(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    assert run(["rate", "paper", str(store.folder.path), "--out", str(tmp_path / "forms")]) == 0
    table = tmp_path / "typed.csv"
    table.write_text(f"rater,place,value,time\nR01,1,50,{'9' * 400}\n", "utf-8")
    with pytest.raises(MindsightError, match="row 2"):
        run(["rate", "import", str(table), str(store.folder.path)])


# --- closing ---


def test_closing_early_asks_first_and_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    browser = entered(store)
    assert browser.answer(40.0).status_code == 200
    folder = str(store.folder.path)
    with pytest.raises(InputError, match=r"0 of at least 3 raters are done.*--yes"):
        run(["rate", "close", folder])
    monkeypatch.setattr("mindsight.cli.shared.confirming.is_screen", lambda _: True)
    asked: list[str] = []
    monkeypatch.setattr("typer.confirm", lambda words, **_: bool(asked.append(words)))
    assert run(["rate", "close", folder, "--lang", "en"]) == 0
    assert asked == [f"{folder}: 0 of at least 3 raters are done, and nobody can go on. Go on?"]
    assert progress(store).closed is None
    with pytest.raises(InputError, match="is open"):
        run(["rate", "reopen", folder])
    assert run(["rate", "close", folder, "--yes"]) == 1
    assert browser.answer(50.0, place=2).status_code == 409
    assert run(["rate", "reopen", folder]) == 0
    assert browser.answer(50.0).status_code == 200
    # What was closed then is kept beside.
    assert len(list(read_ratings(store.folder.path / "ratings-before-1.jsonl"))) == 1
    assert not (store.folder.path / RATINGS).exists()
    assert len(list(read_ratings(closing.close(store)))) == 2
    with store.read() as session:
        whats = session.scalars(select(Audit.what).order_by(Audit.id)).all()
    assert [what for what in whats if what in {"closed", "reopened"}] == ["closed", "reopened", "closed"]


def test_a_campaign_whose_scores_are_known_does_not_go_on(make: Make) -> None:
    store = make(**PLAIN)
    closing.close(store)
    closing.reopen(store)
    closing.close(store)
    closing.note_scored(store)
    with pytest.raises(InputError, match="scores were made"):
        closing.reopen(store)
    assert progress(store).closed is not None


def test_closing_asks_also_when_enough_raters_are_done_since_their_scores_end_the_campaign(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    for _ in range(3):
        name, token = invited(store)
        browser = Browser(application(store))
        browser.start(token)
        rate_all(store, browser, name)
    with pytest.raises(InputError, match=r"3 raters are done; their scores are made and sealed, and .*--yes"):
        run(["rate", "close", str(store.folder.path)])
    assert progress(store).closed is None
    # The made-up runs are not on the disk: closed, and no rated run.
    assert run(["rate", "close", str(store.folder.path), "--yes"]) == 1
    assert progress(store).closed is not None
    # Again, it costs nothing any more.
    assert run(["rate", "close", str(store.folder.path)]) == 1


# --- files ---


def test_only_its_owner_can_read_a_campaign(tmp_path: Path, clock: Clock) -> None:
    store = campaign_in(tmp_path / "campaign", clock=clock, **PLAIN)
    folder = store.folder.path
    entered(store).answer(50.0)
    closing.close(store)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    private = [
        folder / name
        for name in ("campaign.db", "campaign.db-wal", "campaign.db-shm", RATINGS)
        if (folder / name).exists()
    ]
    assert len(private) >= 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in private} == {0o600}
    # One that an older version made is put right when it is opened.
    folder.chmod(0o755)
    (folder / "campaign.db").chmod(0o644)
    store.engine.dispose()
    Store.open(store.folder).engine.dispose()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "campaign.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["[1]", "3", '{"a": 3}', '{"a": "\\ud800"}', '{"a": "\\u0000"}'])
def test_a_damaged_list_of_places_is_no_reason_not_to_close(tmp_path: Path, content: str) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    (store.folder.path / "runs.json").write_text(content, "utf-8")
    assert run(["rate", "close", str(store.folder.path), "--yes"]) == 1


@pytest.mark.parametrize("content", ["", "[" * 100_000, "{}\n"])
def test_a_damaged_catalogue_is_named(tmp_path: Path, content: str) -> None:
    store = campaign_in(tmp_path / "campaign", **PLAIN)
    assert entered(store).answer(50.0).status_code == 200
    (store.folder.path / "stimuli.jsonl").write_text(content, "utf-8")
    with pytest.raises(InputError, match=r"stimuli\.jsonl"):
        run(["rate", "close", str(store.folder.path), "--yes"])
