"""The manager's page: how far everybody is while a campaign is open, and how far they agree once it is closed, never before."""

import re
from pathlib import Path

import numpy as np
import pytest

from mindsight.statistics import agreement_mean_interval, icc, krippendorff_alpha, krippendorff_alpha_interval
from mindsight.text import Language
from mindsight.web.store import closing, raters
from mindsight.web.store.agreement import agreement_of
from mindsight.web.store.campaign import Store
from mindsight.web.store.progress import progress
from web.campaigns import RUNS, Browser, application, campaign_in, invited

NO_EXTRAS = {
    "qualification": {"showings": 0, "least_right": 0},
    "training": 0,
    "rates": {"repeats": 0, "references": 0, "anchors": 0, "gold": 0, "traps": 0},
}
OPINIONS = np.array([[20.0, 30.0, 25.0], [50.0, 60.0, 40.0], [70.0, 90.0, 80.0], [85.0, 95.0, 99.0]])
"""Four items, three raters; of the second run everybody thinks 10 points less."""


def rated(store: Store, *, unjudged: int | None = None) -> None:
    """Let three raters give their opinions; the third cannot judge one item of the second run."""
    for number in range(3):
        name, token = invited(store)
        browser = Browser(application(store))
        browser.start(token)
        while (place := browser.place(page := browser.page())) is not None:
            item, run = _shown(store, name, place)
            value: float | None = OPINIONS[item, number] - 10.0 * RUNS.index(run)
            if (number, item, run) == (2, unjudged, RUNS[1]):
                value = None
            assert browser.answer(value, page=page).status_code == 200


def _shown(store: Store, name: str, place: int) -> tuple[int, str]:
    from sqlalchemy import select

    from mindsight.web.database.tables import Place, Rater

    with store.read() as session:
        rater = session.scalars(select(Rater).where(Rater.pseudonym == name)).one()
        stimulus = store.folder.stimuli[session.get_one(Place, (rater.id, place)).stimulus]
    assert stimulus.run is not None
    return int(stimulus.item) - 1, stimulus.run


def page_of(store: Store, language: Language = "en") -> str:
    browser = Browser(application(store))
    browser.open(raters.manager_link(store))
    return browser.http.get(f"/manager?lang={language}").text


def test_agreement_is_shown_only_after_closing(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **NO_EXTRAS)
    rated(store)
    assert agreement_of(store) == ()
    for language in ("en", "zh"):
        page = page_of(store, language)  # type: ignore[arg-type]
        assert "Krippendorff" not in page
        assert "ICC" not in page
    closing.close(store)
    for one in agreement_of(store):
        assert (one.raters, one.partial) == (3, ())
        assert one.found.alpha == pytest.approx(krippendorff_alpha(OPINIONS.T))
        assert one.found.icc == pytest.approx(icc(OPINIONS).agreement_mean)
        assert one.found.icc_interval == agreement_mean_interval(OPINIONS)
    low, high, *_ = krippendorff_alpha_interval(OPINIONS.T) or (0, 0)
    spelled = f"{krippendorff_alpha(OPINIONS.T):.2f} ({low:.2f} … {min(high, 1):.2f})"
    assert spelled in page_of(store)
    assert spelled.replace(" (", "（").replace(")", "）") in page_of(store, "zh")
    # Agreement, and no score of anything.
    assert not re.search(rf"\b{OPINIONS.mean():.1f}", page_of(store))


def test_an_output_that_a_rater_cannot_judge_is_said_while_another_can_still_be_asked(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **NO_EXTRAS)
    rated(store, unjudged=2)
    found = progress(store)
    assert [one.unjudged for one in found.raters] == [0, 0, 1]
    assert found.complete == 2
    assert "1 outputs not judged" in page_of(store)
    closing.close(store)
    first, second = agreement_of(store)
    assert (first.raters, second.raters, second.partial) == (3, 2, ("R03",))
    assert "has not rated every output: R03" in page_of(store)


def test_an_answer_given_again_is_judged(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **NO_EXTRAS)
    _, token = invited(store)
    browser = Browser(application(store))
    browser.start(token)
    assert browser.answer(None).status_code == 200
    assert [one.unjudged for one in progress(store).raters] == [1]
    assert browser.answer(44.0, page=browser.http.get("/again").text).status_code == 200
    assert [one.unjudged for one in progress(store).raters] == [0]


def test_the_log_is_in_the_reader_s_language(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", **NO_EXTRAS)
    rated(store)
    chinese = page_of(store, "zh").partition("最近的日志")[2]
    for word in ("邀请", "打开链接", "读完说明", "完成", "R01", "命令行"):
        assert word in chinese
    assert not re.findall(r"<td>(?:<bdi>)?[a-z ]+(?:</bdi>)?</td>", chinese)
