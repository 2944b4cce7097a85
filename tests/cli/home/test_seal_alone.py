"""``mindsight home seal --mode autonomous``: rooms that nobody knows before a subject was left alone in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from mindsight.cli import run as mindsight
from mindsight.errors import MindsightError
from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
from mindsight.home.sealing import anchors, seal
from mindsight.record.folder import RunFolder
from record import trial

ALONE = ("--mode", "autonomous")
PLAN = ("--tasks", "desk", "--scenes", "2", "--budget", "4")
RUN = ("home", "run", *ALONE, "--subject", "baseline:idle", "--sealed", "seal", "--no-media")


def said(capsys: pytest.CaptureFixture[str], *arguments: Any, code: int = 0) -> str:
    """Run a command in English and return all that it printed."""
    capsys.readouterr()
    assert mindsight(["--lang", "en", *map(str, arguments)]) == code
    heard = capsys.readouterr()
    return heard.out + heard.err


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a seal as the current folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("mindsight.home.autonomy.runs.suite.check_environment", lambda *_: {})
    monkeypatch.chdir(tmp_path)
    assert mindsight(["home", "seal", *ALONE, *PLAN, "--out", "seal"]) == 0
    return tmp_path


def test_a_session_is_published_and_proved(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, *RUN, "--out", "run")
    opening = seal.open_seal(place / "seal").opening
    assert opening.seed not in "".join(one.read_text("utf-8") for one in (place / "run").glob("*.json*"))
    assert not list((place / "cache").rglob("*-needs.json"))
    assert list((place / "seal").rglob("*-needs.json"))
    assert trial.read_page(place / "run", "manifest.json")["plan"]["sealed"] == opening.commitment
    assert "their seed is not published yet" in said(capsys, "verify", "run")
    assert "leads to every task" in said(capsys, "home", "reveal", "seal", "run", "--yes")
    assert "identical bit for bit" in said(capsys, "verify", "run", "--regenerate")
    with pytest.raises(MindsightError, match="its seed was published"):
        mindsight([*RUN, "--out", "next"])
    # Another plan than the one committed to, under the same commitment.
    page = json.loads((place / "run" / "manifest.json").read_text("utf-8"))
    page["plan"]["alpha"] = 0.25
    (place / "run" / "manifest.json").write_text(json.dumps(page), "utf-8")
    trial.reseal(place / "run")
    assert "plan.alpha" in said(capsys, "verify", "run", code=1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--scenes 3", "--scenes: 3 is not what seal was sealed with"),
        ("--budget 9", "--budget: 9 is not what seal"),
        ("--alpha 0.25", "--alpha: 0.25 is not what seal"),
        ("--seed 3", "--seed: 3 is not what seal"),
        ("--mode instructed", "seals a run of --mode autonomous"),
    ],
)
def test_a_run_is_as_its_seal_says(place: Path, arguments: str, sentence: str) -> None:
    with pytest.raises(MindsightError) as caught:
        mindsight(["--lang", "en", *RUN, "--out", "next", *arguments.split()])
    assert sentence in str(caught.value)
    assert not (place / "next").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--mode autonomous --trials 4", "--trials: is not for an autonomous run"),
        ("--mode autonomous --tasks juggling", "no room of juggling can be left to a subject"),
        ("--mode autonomous --in-order 1", "leave none with needs"),
        ("--scenes 4", "--scenes: is not for a run with instructions"),
    ],
)
def test_what_cannot_be_sealed(tmp_path: Path, arguments: str, sentence: str) -> None:
    with pytest.raises(MindsightError) as caught:
        mindsight(["--lang", "en", "home", "seal", "--out", str(tmp_path / "seal"), *arguments.split()])
    assert sentence in str(caught.value)
    assert not (tmp_path / "seal").exists()


# Public anchors


@pytest.fixture
def few(place: Path, monkeypatch: pytest.MonkeyPatch) -> anchors.RoomAnchors:
    """Anchors of our own, drawn from a public seed: two rooms, which are quickly run."""
    found = [
        one.instance for one in prepare_rooms(places(["desk"], scenes=2, empty=0.5, seed=3), cache=place / "cache")
    ]
    set_ = anchors.state_rooms(found, number=9, seed=3, scenes=2, empty=0.5)
    monkeypatch.setattr(anchors, "load_rooms", lambda: set_)
    return set_


def test_the_anchor_rooms_are_a_run_of_their_own_beside_the_sealed_one(
    place: Path, few: anchors.RoomAnchors, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "also, the public anchor rooms: next-anchors" in said(capsys, *RUN, "--anchors", "--out", "next")
    own, beside = (RunFolder(place / name).manifest for name in ("next", "next-anchors"))
    assert (own.plan.get("anchors"), beside.plan["sealed"], beside.plan["scenes"]) == (None, "", 2)
    assert beside.identity["anchors"] == few.known_by(["desk"])
    assert [one["id"] for one in trial.read_page(place / "next-anchors", "rooms.json")["items"]] == [
        "desk-0001",
        "desk-0002",
    ]
    assert "departure-anchors" in {note.id for note in beside.departures}
    assert "identical bit for bit" in said(capsys, "verify", "next-anchors", "--regenerate")
    assert "all 2 were generated again" in said(
        capsys, "home", "anchors", "--mode", "autonomous", "--tasks", "desk", "--check"
    )


def test_nothing_is_run_if_an_anchor_room_came_out_otherwise(
    place: Path, few: anchors.RoomAnchors, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = few.model_copy(update={"items": tuple(one.model_copy(update={"sha256": "0"}) for one in few.items)})
    monkeypatch.setattr(anchors, "load_rooms", lambda: other)
    with pytest.raises(MindsightError, match="desk-0001: does not have the hash of the anchor of set 9"):
        mindsight(["--lang", "en", *RUN, "--anchors", "--out", "next"])
    assert not (place / "next").exists()
