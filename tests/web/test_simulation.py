"""Simulated raters: they answer over the real pages, and everything that comes of it says what they are."""

import json
from pathlib import Path

import cv2
import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from album.masked import mask_kit, segment
from mindsight.album.reporting.product_report import join
from mindsight.cli import run
from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.events import read_ratings
from mindsight.rating.simulated import quality, simulated_raters
from mindsight.record.folder import RunFolder
from mindsight.text import say
from mindsight.web.simulation import simulate
from mindsight.web.store import closing, raters
from mindsight.web.store.progress import progress
from web.campaigns import Browser, application, campaign_in

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def test_they_finish_and_every_event_says_that_they_are_simulated(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", simulated=True)
    seen: list[tuple[int, int]] = []
    simulate(store, 3, step=lambda *done: seen.append(done))
    assert {one.state for one in progress(store).raters} == {"finished"}
    assert seen[-1][0] >= 3 * 8
    run_close = run(["rate", "close", str(store.folder.path), "--yes"])
    # The made-up campaign has no runs on the disk.
    assert run_close == 1
    events = list(read_ratings(store.folder.path / "ratings.jsonl"))
    assert {event.source for event in events} == {"simulated"}
    assert {event.rater for event in events} == {"simulated-1", "simulated-2", "simulated-3"}
    assert all(event.right for event in events if event.phase == "trap")
    # All pictures of this campaign are one picture: a quality of 100, and what strict and mild raters make of it.
    means = [np.mean([e.value for e in events if e.rater == f"simulated-{n}" and e.phase == "scored"]) for n in (1, 3)]
    assert means[0] < means[1]


@pytest.mark.parametrize("question", ["enhancement", "segmentation"])
def test_they_choose_between_pictures_too(tmp_path: Path, question: str) -> None:
    store = campaign_in(tmp_path / "campaign", simulated=True, question=question, pairs={"against": ["products"]})
    simulate(store, 2)
    events = list(read_ratings(closing.close(store)))
    asked = [event for event in events if event.question == "comparison" and event.phase == "scored"]
    assert len(asked) >= 2 * 4
    assert {event.source for event in events} == {"simulated"}
    assert {event.value for event in asked} <= {-1.0, 0.0, 1.0}


def test_a_rater_prefers_what_seems_better() -> None:
    (rater,) = simulated_raters(1, 3)
    assert {rater.choice(90, 20) for _ in range(50)} == {"left"}
    assert {rater.choice(20, 90) for _ in range(50)} == {"right"}
    assert {rater.choice(50, 50) for _ in range(200)} == {"left", "same", "right"}


def test_a_campaign_for_people_is_not_answered_by_a_program(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign")
    with pytest.raises(InputError, match="was made for people"):
        simulate(store, 3)
    assert progress(store).raters == ()


@pytest.mark.parametrize("simulated", [True, False])
def test_every_page_says_so(tmp_path: Path, simulated: bool) -> None:
    store = campaign_in(tmp_path / "campaign", simulated=simulated)
    browser = Browser(application(store))
    _, token = raters.invite(store, None, "en")
    pages = {"door": browser.http.get(f"/i/{token}").text, "refused": browser.http.get("/nothing").text}
    browser.open(token)
    pages["instructions"] = browser.page()
    browser.post("/instructed")
    pages["screen"] = browser.page()
    browser.describe()
    pages["item"] = browser.page()
    manager = Browser(application(store))
    pages["manager"] = manager.open(raters.manager_link(store)).text
    found = {name: "Simulated raters" in page for name, page in pages.items()}
    assert found == dict.fromkeys(pages, simulated)


def test_record_report_and_product_row_say_so(tmp_path: Path) -> None:
    kit = mask_kit(tmp_path / "kit")
    source = segment(kit, tmp_path / "run", "baseline:centre")
    campaign = tmp_path / "campaign"
    assert run(["rate", "new", str(source.path), "--kit", str(kit), "--out", str(campaign), "--simulated",
                "--least-viewing", "0"]) == 0  # fmt: skip
    assert run(["rate", "simulate", str(campaign)]) == 0
    assert run(["rate", "close", str(campaign), "--yes"]) == 0
    _check_schemas(campaign)
    rated = RunFolder.open(campaign / "rated" / "run")
    assert rated.manifest.plan["simulated"] is True
    assert "departure-simulated" in {note.id for note in rated.manifest.departures}
    page = (rated.path / "report.html").read_text("utf-8")
    assert "simulated" in page
    assert "模拟" in page
    (row,) = (row for row in join([source, rated]).rows if row.indicator.clause == "6.4.1")
    assert row.state is None
    assert (say(row.indicator.method, "en"), say(row.indicator.method, "zh")) == (
        "rated by simulated raters",
        "主观评估（模拟评分者）",
    )
    # Half of the picture in the middle against the true mask: nothing a person would have to say.
    expected = 100 * np.mean([_overlap(CampaignFolder.open(campaign), item.id) for item in source.items])
    assert rated.results.measure("album.segmentation_opinion").value == pytest.approx(expected, abs=8)


def _check_schemas(campaign: Path) -> None:
    """Check the files of a campaign by the published schemas."""
    for schema, file in (("campaign", "campaign.json"), ("stimulus", "stimuli.jsonl"), ("rating", "ratings.jsonl")):
        checked = jsonschema.Draft202012Validator(json.loads((SCHEMAS / f"{schema}.schema.json").read_text("utf-8")))
        whole = (campaign / file).read_text("utf-8")
        parts = [whole] if file.endswith(".json") else whole.splitlines()
        assert parts
        for part in parts:
            checked.validate(json.loads(part))


def _overlap(folder: CampaignFolder, item: str) -> float:
    (shown,) = (one for one in folder.stimuli.values() if one.kind == "output" and one.item == item)
    mask, output = (
        cv2.imread(str(folder.picture(shown.pictures[role].file)), cv2.IMREAD_GRAYSCALE) > 127
        for role in ("mask", "output")
    )
    return float((mask & output).sum() / (mask | output).sum())


def test_they_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    store = campaign_in(tmp_path / "campaign", simulated=True)

    def stop(done: int, _: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(store, 2, step=stop)
    simulate(store, 2)
    assert {one.pseudonym: one.state for one in progress(store).raters} == {
        "simulated-1": "finished",
        "simulated-2": "finished",
    }


@given(st.integers(1, 9), st.integers(0, 99))
@settings(max_examples=30)
def test_raters_are_the_same_for_the_same_seed_and_their_biases_cancel(count: int, seed: int) -> None:
    found = simulated_raters(count, seed)
    assert [one.bias for one in found] == sorted(one.bias for one in found)
    assert sum(one.bias for one in found) == pytest.approx(0)
    again = simulated_raters(count, seed)
    assert [one.rng.random() for one in found] == [one.rng.random() for one in again]


def test_quality_is_decibels_for_pictures_and_overlap_for_masks() -> None:
    wanted = np.full((10, 10), 100, np.uint8)
    assert quality("enhancement", wanted, wanted) == 100
    # An error of 255 / 10^1.5 everywhere is 30 dB, half of the way from 20 to 40 dB.
    assert quality("enhancement", wanted, wanted + np.uint8(8)) == pytest.approx(50.3, abs=0.5)
    assert quality("enhancement", wanted, wanted[:5]) == 0
    left, upper = np.zeros((10, 10), np.uint8), np.zeros((10, 10), np.uint8)
    left[:, :5], upper[:5] = 255, 255
    assert quality("segmentation", left, upper) == pytest.approx(100 / 3)
    assert quality("segmentation", left * 0, upper * 0) == 100
