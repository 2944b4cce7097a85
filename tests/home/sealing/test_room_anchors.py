"""Public anchor rooms: the same rooms without instruction in every session."""

import importlib.util
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.runs.drawing import places
from mindsight.home.preparation.instances import RULE_VERSION
from mindsight.home.sealing import anchors
from mindsight.home.sealing.anchors import RoomAnchor
from mindsight.record import canonical

ROOT = Path(__file__).parents[3]
FILE = resources.files("mindsight.home.sealing") / "data" / "room_anchors.json"
KNOWN = anchors.load_rooms()
_FAST = {"desk-0002", "evening_round-0001"}
ITEMS = [pytest.param(one, marks=() if one.id in _FAST else pytest.mark.slow, id=one.id) for one in KNOWN.items]


def test_the_file_is_spelled_as_its_program_spells_it() -> None:
    assert FILE.read_bytes() == canonical.model_page(KNOWN)


def test_they_are_of_all_classes_and_rules_as_they_are_now() -> None:
    # Fails after a change of a class's or the rules' version: draw them again with the next number, scripts/anchors.py --rooms NUMBER.
    assert {key: room.version for key, room in rooms.load().items()} == KNOWN.versions
    assert KNOWN.rule == RULE_VERSION


def test_they_are_the_places_of_a_plan_in_public() -> None:
    wanted = places(rooms.KEYS, scenes=KNOWN.scenes, empty=KNOWN.empty, seed=KNOWN.seed)
    assert [(one.id, one.task, one.with_needs) for one in KNOWN.items] == [
        (place.id, place.task, place.with_needs) for place in wanted
    ]
    assert {one.with_needs for one in KNOWN.items} == {True, False}
    assert KNOWN.seed not in {0, 1, 7, 42}
    assert len({one.sha256 for one in KNOWN.items}) == len(wanted)
    assert all(re.fullmatch("[0-9a-f]{64}", one.sha256) and 0 < one.oracle_steps <= 200 for one in KNOWN.items)


@pytest.mark.parametrize("one", ITEMS)
def test_each_is_drawn_again_from_its_seed(one: RoomAnchor) -> None:
    assert KNOWN.different([one.drawn()]) == ()


def test_a_room_that_differs_is_refused() -> None:
    (one,) = (one for one in KNOWN.items if one.id == "desk-0002")
    changed = KNOWN.model_copy(update={"items": (one.model_copy(update={"sha256": "0" * 64}),)})
    with pytest.raises(InputError, match="desk-0002: does not have the hash of the anchor of set"):
        changed.unchanged(["desk"])


def _loaded(*names: str) -> Any:
    file = ROOT.joinpath(*names)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_file_is_reproduced_by_its_program() -> None:
    anew = _loaded("scripts", "anchors.py").rooms_drawn_anew(KNOWN.number)
    same = {"oracle_steps": 0, "sha256": ""}
    assert [one.model_copy(update=same) for one in anew.items] == [one.model_copy(update=same) for one in KNOWN.items]


def _published(subject: str) -> str:
    """Return the line of a subject in the table of the page."""
    page = (ROOT / "docs" / "autonomy" / "alone.md").read_text("utf-8")
    (line,) = re.findall(rf"^\| `{subject}` \|(?: [^|]+ \|){{8}}$", page, re.MULTILINE)
    assert line in (ROOT / "docs" / "autonomy" / "alone.zh.md").read_text("utf-8")
    return str(line)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("subject", ["oracle", "idle", "chatter", "random"])
def test_built_in_subjects_get_in_them_what_is_published(subject: str) -> None:
    simulation = _loaded("docs", "simulations", "alone_ablations.py")
    drawn = [one.instance for one in KNOWN.unchanged(rooms.KEYS)]
    assert simulation.anchor_row(subject, [simulation.scored(one, subject) for one in drawn]) == _published(subject)


def test_what_is_published_is_what_the_subjects_are_for() -> None:
    figures = {
        name: [float(cell) for cell in _published(name).split("|")[2:-1]]
        for name in ("oracle", "idle", "chatter", "random")
    }
    s, perfect, plain, _, coverage, completed, proposals, harm = range(8)
    assert figures["oracle"][s] == figures["oracle"][perfect]
    assert (figures["oracle"][plain], figures["oracle"][coverage], figures["oracle"][harm]) == (1, 1, 0)
    assert not any(figures["idle"][at] for at in (s, plain, coverage, completed, proposals, harm))
    assert not any(figures["chatter"][at] for at in (s, plain, coverage, completed, harm))
    assert figures["chatter"][proposals] > 10 * figures["oracle"][proposals]
    assert figures["random"][s] < 0.2 < figures["random"][harm]
