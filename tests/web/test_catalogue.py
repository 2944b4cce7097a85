"""Questions of a catalogue in place of pictures to be rated: every form, from the link to the table that is scored."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.home.questions.people.answers import agreements, read_answers
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.events import RatingDraft, final_ratings, read_ratings
from mindsight.rating.exchange.said import write_said
from mindsight.web.store import closing, raters
from mindsight.web.store.answers import Given
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress
from web import postgres
from web.campaigns import Browser, application, plan_of
from web.catalogues import QUESTIONS, RIGHT, catalogue_in

WORDS = {one.words["en"]: one.id for one in QUESTIONS}


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    folder = catalogue_in(tmp_path / "people")
    if request.param == "postgresql":
        from mindsight.rating.campaigns.folder import ADDRESS
        from mindsight.record import canonical

        url = postgres.new_database(request.getfixturevalue("postgres_socket"))
        (folder.path / ADDRESS).write_bytes(canonical.page({"url": url}))
    found = Store.open(folder)
    yield found
    found.engine.dispose()


def asked_on(page: str) -> str:
    found = re.search(r'<h2 id="question">([^<]+)</h2>', page)
    assert found is not None, page[:500]
    return WORDS[found.group(1)]


def answer_all(browser: Browser, answer_of: Callable[[str], str]) -> list[str]:
    order = []
    while browser.place(page := browser.page()) is not None:
        order.append(asked_on(page))
        sent = browser.answer(None, page=page, said=answer_of(order[-1]))
        assert sent.status_code == 200, sent.text
    return order


def test_people_answer_every_form_and_are_scored(store: Store, tmp_path: Path) -> None:
    orders = []
    for name, answer_of in (("Ann", RIGHT.__getitem__), ("Ben", lambda _: "cannot")):
        browser = Browser(application(store))
        browser.start(raters.invite(store, name, "en")[1])
        orders.append(answer_all(browser, answer_of))
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(RIGHT)
    assert orders[0] != orders[1]
    assert [one.state for one in progress(store).raters] == ["finished"] * 2
    assert progress(store).complete == 2
    ratings = closing.close(store)
    assert {one.question for one in read_ratings(ratings)} == {"catalogue"}
    files = write_said(tmp_path / "answers", final_ratings(read_ratings(ratings)))
    people = [read_answers(file, QUESTIONS) for file in files]
    assert [one.name for one in people] == ["Ann", "Ben"]
    assert {name: judged.outcome for name, (_, judged) in people[0].judged.items()} == {
        name: "TN" if name == "absent-1" else "TP" for name in RIGHT
    }
    assert [(one.right, one.asked) for one in agreements(people, QUESTIONS)] == [(9, 16)]
    store.engine.dispose()


def test_an_answer_that_the_question_does_not_take_is_refused(store: Store) -> None:
    for rater in ("Ann", "Ben", "Cem", "Dora", "Eve", "Fay"):
        browser = Browser(application(store))
        browser.start(raters.invite(store, rater, "en")[1])
        answered = 0
        while (name := asked_on(page := browser.page())) != "choice-1":
            browser.answer(None, page=page, said=RIGHT[name])
            answered += 1
        # Orders are drawn by chance: behind the last question there is no way back.
        if answered < len(RIGHT) - 1:
            break
    for said in ("D", "b", "A, B", "blue"):
        assert browser.answer(None, page=page, said=said).status_code == 409, said
    for body in ({"said": ""}, {"said": "A\u0000"}, {"said": "A" * 501}, {"said": "A", "choice": "left"}):
        assert browser.answer(None, page=page, **body).status_code == 422, body
    assert browser.answer(50.0, page=page).status_code == 409
    assert browser.answer(None, page=page, said="A").status_code == 200
    again = browser.http.get("/again").text
    assert asked_on(again) == "choice-1"
    assert browser.answer(None, page=again, said="B").status_code == 200
    last = final_ratings(read_ratings(closing.close(store)))
    assert {one.item: one.said for one in last}["choice-1"] == "B"
    store.engine.dispose()


def test_no_page_tells_what_is_right_or_which_question_it_is(tmp_path: Path) -> None:
    folder = catalogue_in(tmp_path / "people")
    store = Store.open(folder)
    browser = Browser(application(store))
    browser.start(raters.invite(store, "Ann", "en")[1])
    for _ in RIGHT:
        page = browser.page()
        name = asked_on(page)
        assert name not in page
        assert "object.colour" not in page
        assert "tabletop" not in page
        picture = browser.http.get(f"{browser.pictures(browser.place(page) or 0)}/picture1")
        assert picture.headers["content-type"] == "image/jpeg"
        browser.answer(None, page=page, said=RIGHT[name])
    assert "truth" not in (folder.path / "stimuli.jsonl").read_text("utf-8")
    store.engine.dispose()


def test_the_commands_lead_from_campaign_to_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from mindsight.home.questions.data_file import write_questions

    folder = catalogue_in(tmp_path / "people")
    key = tmp_path / "people-key.json"
    write_questions(key, QUESTIONS)
    store = Store.open(folder)
    browser = Browser(application(store))
    browser.start(raters.invite(store, "Ann", "en")[1])
    answer_all(browser, RIGHT.__getitem__)
    assert "Questions" in _manager(store)
    store.engine.dispose()
    assert mindsight(["rate", "close", str(folder.path)]) == 0
    assert mindsight(["rate", "close", str(folder.path)]) == 0
    table = folder.path / "answers" / "Ann.csv"
    assert mindsight(["home", "agreement", "score", str(key), str(table), "--json"]) == 0
    assert '{"class": "object.colour", "version": 1, "right": 8, "asked": 8}' in capsys.readouterr().out


def test_a_form_on_paper_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from mindsight.errors import InputError

    folder = catalogue_in(tmp_path / "people")
    with pytest.raises(InputError, match="holds questions"):
        mindsight(["rate", "paper", str(folder.path), "--out", str(tmp_path / "forms")])


@pytest.mark.parametrize("fields", [{"question": "catalogue"}, {"runs": ()}])
def test_a_plan_has_runs_or_questions(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="at least one run"):
        plan_of(**fields)
    assert isinstance(plan_of(question="catalogue", runs=()), Plan)


def test_words_are_the_answer_to_questions_only() -> None:
    event = {"id": "a", "campaign": "c", "rater": "r", "phase": "scored", "item": "1", "order": 1, "value": None}
    assert RatingDraft(**event, question="catalogue", said="A").model_dump()["said"] == "A"
    assert "said" not in RatingDraft(**event, question="enhancement").model_dump()
    for wrong in ({"question": "catalogue"}, {"question": "enhancement", "said": "A"}):
        with pytest.raises(ValueError, match="words are the answer"):
            RatingDraft(**event, **wrong)
    with pytest.raises(ValueError, match="words are the answer"):
        RatingDraft(**{**event, "value": 0.0}, question="catalogue", said="A")
    with pytest.raises(ValueError, match="an answer is"):
        Given(place=1, key="k" * 20, said="A", value=None, time_s=1)


def _manager(store: Store) -> str:
    browser = Browser(application(store))
    browser.http.post(f"/i/{raters.manager_link(store)}", headers={"content-length": "0"})
    page: str = browser.http.get("/manager?lang=en").text
    return page


def test_the_folder_is_a_campaign(tmp_path: Path) -> None:
    folder = CampaignFolder.open(catalogue_in(tmp_path / "people").path)
    assert folder.plan.kit.items == len(folder.stimuli) == len(QUESTIONS)
    assert {one.kind for one in folder.stimuli.values()} == {"question"}
