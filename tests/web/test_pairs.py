"""Comparisons in pairs: who is asked what on which side, what is saved, and what the report says of it."""

import itertools
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sqlalchemy import select

from mindsight.rating.campaigns.orders import sequence
from mindsight.rating.campaigns.pairs import compared, pairs_of
from mindsight.rating.events import read_ratings
from mindsight.web.database.tables import Place
from mindsight.web.store import closing, raters
from mindsight.web.store.campaign import Store
from web.campaigns import RUNS, Browser, application, campaign_in, invited, plan_of, right, stimuli_of

ALL = {"against": ("products", "reference", "input")}
MANY = stimuli_of(31)
BY_ID = {one.id: one for one in MANY}
PLAIN = {"qualification": {"showings": 0, "least_right": 0}, "training": 0}


def names(left: str, right: str) -> tuple[str, str]:
    return tuple(BY_ID[one].run or BY_ID[one].kind for one in (left, right))  # type: ignore[return-value]


def test_every_pair_is_asked_once_and_after_everything_that_is_scored() -> None:
    order = sequence(plan_of(pairs=ALL), MANY, 1)
    plain = sequence(plan_of(), MANY, 1)
    # The document's part is what it would be without pairs, to the last place.
    assert order[: len(plain)] == plain
    pairs = order[len(plain) :]
    asked = Counter((frozenset(names(one.stimulus, one.beside or "")), BY_ID[one.stimulus].item) for one in pairs)
    assert set(asked.values()) == {1}
    assert Counter(kind for kind, _ in asked) == {
        frozenset(RUNS): 31,
        **{frozenset((run, kind)): 31 for run in RUNS for kind in ("reference", "anchor")},
        frozenset(("gold", "reference")): 1,
    }
    photographs = [BY_ID[one.stimulus].cluster for one in pairs]
    assert all(one != other for one, other in itertools.pairwise(photographs))
    assert {BY_ID[one.stimulus].item == BY_ID[one.beside or ""].item for one in pairs} == {True}


@given(st.integers(1, 40), st.sampled_from([1.0, 0.5, 0.3, 0.1]), st.integers(1, 9))
def test_sides_are_balanced_within_a_rater_and_between_raters(items: int, share: float, number: int) -> None:
    plan = plan_of(pairs={"against": ("products",), "share": share})
    stimuli = stimuli_of(items)
    by_id = {one.id: one for one in stimuli}

    def asked(rater: int) -> list[tuple[str, bool]]:
        pairs = [one for one in pairs_of(plan, stimuli, rater) if not one.known]
        return [(by_id[one.left].item, by_id[one.left].run == RUNS[0]) for one in pairs]

    found = asked(number)
    assert found == asked(number)
    assert len({item for item, _ in found}) == len(found) == max(1, round(share * items))
    left = sum(first for _, first in found)
    assert abs(2 * left - len(found)) <= 2
    together = Counter(one for rater in range(1, 9) for one in asked(rater))
    for item in {item for item, _ in together}:
        assert abs(together[item, True] - together[item, False]) <= 1
    counts = Counter(item for rater in range(1, 9) for item, _ in asked(rater))
    assert max(counts.values()) - min(counts.values() if len(counts) == items else [0]) <= 1


def test_a_choice_is_positive_where_the_output_of_the_run_was_preferred() -> None:
    output, reference = BY_ID["0001-output-aaa"], BY_ID["0001-reference-"]
    assert compared(output, reference) == (RUNS[0], None, "reference", "left")
    assert compared(reference, output) == (RUNS[0], None, "reference", "right")
    assert compared(BY_ID["0001-anchor-"], output).against == "input"
    assert compared(output, BY_ID["0001-output-bbb"])[:2] == RUNS
    assert compared(reference, BY_ID["0001-gold-"]) == (None, None, "reference", "right")
    assert (compared(output, reference).sign, compared(reference, output).sign) == (1, -1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"pairs": {"against": ("products",)}, "runs": [{"run": "a" * 64, "name": "One", "shown": 4}]}, "one run"),
        ({"pairs": {"against": ("input",)}, "question": "segmentation"}, "no cut-out"),
    ],
)
def test_what_cannot_be_compared_is_refused(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        plan_of(**fields)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return campaign_in(tmp_path / "campaign", pairs={"against": ("products", "reference")}, **PLAIN)


def to_pairs(store: Store) -> tuple[str, Browser]:
    """Answer everything on the scale."""
    name, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    while "data-choice" not in (page := browser.page()):
        place = browser.place(page)
        assert place is not None
        assert browser.answer(right(store, name, place), page=page).status_code == 200
    return name, browser


def test_choices_become_events_that_say_who_was_preferred(store: Store) -> None:
    _, browser = to_pairs(store)
    given: dict[int, str] = {}
    while (place := browser.place(page := browser.page())) is not None:
        given[place] = ("left", "same", "right", "none")[len(given) % 4]
        assert browser.answer(None, page=page, choice=given[place]).json() == {"new": True}
    with store.read() as session:
        places = {one.place: (one.stimulus, one.beside) for one in session.scalars(select(Place))}
    found = [one for one in read_ratings(closing.close(store)) if one.question == "comparison"]
    assert len(found) == len(given) == 4 + 2 * 4 + 1
    signs = {"left": 1, "same": 0, "right": -1}
    for one in found:
        left, beside = places[one.order]
        choice = signs.get(given[one.order])
        on_left = one.side == "left"
        assert one.value == (None if choice is None else choice if on_left else -choice)
        assert str(one.value) != "-0.0"
        shown = left if on_left else beside
        assert one.run is None or (shown or "").endswith(one.run[:3])
        assert (one.other is None) != (one.against is None)
    (known,) = [one for one in found if one.phase == "gold"]
    assert (known.run, known.against, known.expected) == (None, "reference", (-3, -1))


def test_the_page_shows_two_pictures_and_does_not_say_which(store: Store) -> None:
    _, browser = to_pairs(store)
    page, pictures = browser.page(), []
    place = browser.place(page)
    for side in ("left", "right"):
        assert f'src="{browser.pictures(place)}/{side}"' in page
        pictures.append(browser.http.get(f"{browser.pictures(place)}/{side}"))
    assert [one.headers["content-type"] for one in pictures] == ["image/png"] * 2
    for role in ("output", "reference", "input", "middle"):
        assert browser.http.get(f"{browser.pictures(place)}/{role}").status_code == 404
    assert "no part of the test document" in page
    assert not any(word in page for word in ("Product 1", *RUNS, "-output-", "-reference", "gold"))
    manager = Browser(application(store))
    manager.open(raters.manager_link(store))
    shown = manager.http.get("/manager").text
    assert "outputs against outputs of other runs; 100" in shown
    assert "not part of the document" in shown


def test_points_are_no_choice_and_a_choice_is_no_points(store: Store) -> None:
    name, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    assert browser.answer(None, choice="left").status_code == 409
    assert browser.answer(50.0).status_code == 200
    _, browser = to_pairs(store)
    for body, status in (
        ({}, 409), ({"choice": "up"}, 422), ({"choice": None}, 422),
        ({"choice": "left", "changes": [{"value": 50.0, "after_s": 1.0}]}, 422),
    ):  # fmt: skip
        assert browser.answer(50.0, **body).status_code == status, body  # type: ignore[arg-type]
    body = {"place": 19, "key": "k" * 20, "value": 1.0, "choice": "left", "time_s": 4.0}
    page = browser.page()
    assert browser.http.post("/answers", json=body, headers={"X-CSRF-Token": browser.csrf(page)}).status_code == 422
    assert browser.answer(None, choice="same", changes=[{"value": -1.0, "after_s": 1.0}]).status_code == 200
    again = browser.http.get("/again").text
    assert "data-choice" in again
    assert browser.answer(None, page=again, choice="right").status_code == 200
    assert name


def test_a_database_of_before_is_brought_up_to_date_and_keeps_its_answers(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    from mindsight.web.database.engine import open_engine

    url = f"sqlite:///{tmp_path / 'old.db'}"
    config = Config()
    config.set_main_option("script_location", str(resources.files("mindsight.web.database") / "migrations"))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO answer (rater, place, key, visit, value, changes, time_s, viewing, at) "
            "VALUES (1, 1, 'k', 1, 50.0, '[]', 1.0, '{}', '2026-05-04 09:00:00')"
        )
    engine.dispose()
    engine = open_engine(url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == "0004"
        assert connection.exec_driver_sql("SELECT value, said, source, seen FROM answer").all() == [
            (50.0, None, "web", None)
        ]
        assert connection.exec_driver_sql("SELECT beside FROM place").all() == []
    engine.dispose()
