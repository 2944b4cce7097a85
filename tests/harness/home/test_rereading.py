"""A model's recorded replies, read again: an honest record comes out as it is, and one whose reading does not fit is found."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.server import Script, Server, said
from home.household import COMMAND, cache_of, prepared
from mindsight.answers.reply import Answer
from mindsight.cli import run as mindsight
from mindsight.harness.agents.outside import as_answer
from mindsight.harness.episodes.outcomes import Turn
from mindsight.home.adapters.outside import dialogue
from mindsight.home.adapters.rereading import read_again
from mindsight.home.setting import Setting
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.verification.pictures import look_again
from record import trial

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
POINTS = (
    said("", ("press", {"x": 400, "y": 500})),
    said("<think>pick? no</think> I grab it: {'action': 'grab', 'point': '[420, 615]'}"),
    said('{"action": "look", "turn": 40} {"action": "pick", "x": 1, "y": 2}'),
    said("\ud83e I am lost"),
    said('{"action": "say", "text": "\ud83e broken"}'),
    said('{"action": "press", "x": 1e400, "y": 3}'),
    said("", ("hop", {})),
    said('{"action": "decline", "reason": "there is none"}'),
)
MENU = (said("1"), said("the number is 2."), said("no idea"), said("99"), said("3: look here"), None)
"""The last reply is the choice of declining, with words; its number is on the menu."""


def answering(replies: tuple[Any, ...], body: dict[str, Any], _number: int) -> Any:
    """Return the reply of the next turn; the number of the turn is in the words, how many have been asked before."""
    asked = [one for one in body["messages"] if one["role"] in {"user", "tool"}]
    reply = replies[min(len(asked), len(replies)) - 1]
    if reply is not None:
        return reply
    words = json.dumps(asked[-1]["content"], ensure_ascii=False)
    number = max(int(line.split(".")[0]) for line in words.split("\\n") if line.split(".")[0].isdigit())
    return said(f"{number}: there is no such thing")


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., RunFolder]:
    cache = cache_of(tmp_path_factory)
    prepared(cache, tmp_path_factory.mktemp("data"))
    kept: dict[str, RunFolder] = {}

    def run(serve: Serve, patch: pytest.MonkeyPatch, interface: str) -> RunFolder:
        if interface not in kept:
            folder = tmp_path_factory.mktemp("run") / interface
            patch.setenv("XDG_CACHE_HOME", str(cache))
            patch.setenv("OPENAI_BASE_URL", serve(partial(answering, POINTS if interface == "points" else MENU)).url)
            put = [*COMMAND, "--interface", interface, "--model", "scripted", "--no-media", "--out", str(folder)]
            assert mindsight(put) == 0
            kept[interface] = RunFolder.open(folder)
        return kept[interface]

    return run


@pytest.mark.parametrize("interface", [pytest.param("points", marks=pytest.mark.slow), "menu"])
def test_an_honest_record_comes_out_as_it_is(
    interface: str, tested: Callable[..., RunFolder], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tested(serve, monkeypatch, interface)
    turns = [turn for item in run.items for turn in item.answer["turns"]]
    assert len({(turn["how"], turn["problem"], turn["fault"]) for turn in turns}) >= 3
    found = look_again(run)
    assert found.looked_at == found.total == 4
    assert found.findings == []


def other_reply(item: dict[str, Any]) -> None:
    item["answer"]["turns"][0]["answer"]["calls"] = [["press", '{"x": 400, "y": 501}']]


def other_reading(item: dict[str, Any]) -> None:
    """Another point, and the action that was taken at it, as an honest test would have recorded it."""
    item["answer"]["turns"][0]["wish"]["point"] = [400, 501]
    item["answer"]["steps"][0]["action"]["point"] = [400.0, 501.0]


def blind(item: dict[str, Any]) -> None:
    """A model that was sent no pictures."""
    for step in item["answer"]["steps"]:
        step["picture"] = canonical.sha256(b"")


def fewer_turns(item: dict[str, Any]) -> None:
    item["answer"]["turns"].pop()


def fewer_tokens(item: dict[str, Any]) -> None:
    item["answer"]["usage"]["input"] -= 1


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (other_reply, "turns.1.wish.point.2"),
        (other_reading, "turns.1.wish.point.2"),
        (blind, "steps.1.picture"),
        (fewer_turns, "steps"),
        (fewer_tokens, "usage.input"),
    ],
)
def test_a_record_that_does_not_follow_from_its_replies_is_found(
    spoil: Callable[[dict[str, Any]], None],
    field: str,
    tested: Callable[..., RunFolder],
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    clean = tested(serve, monkeypatch, "points")
    run = RunFolder(Path(shutil.copytree(clean.path, tmp_path / "run")))
    items = trial.read_lines(run.path)
    spoil(items[0])
    trial.rechain(run.path, items)
    found = [str(one) for one in look_again(run).findings]
    assert [one for one in found if f"answer.{field}" in one and items[0]["id"] in one], found
    assert all(items[0]["id"] in one for one in found)


# An agent's actions


VALUES = (
    st.none() | st.booleans() | st.integers(-2000, 2000) | st.floats(-10, 1e4) | st.sampled_from(["pick", "1", "x", ""])
)
KEYS = (
    "action",
    "x",
    "y",
    "text",
    "reason",
    "point",
    "grab",
    "arguments",
    "name",
    "verb",
    "turn",
    "actions",
    "degrees",
)
ACTIONS = st.recursive(
    VALUES | st.sampled_from(["press", "grab", "pick(3, 4)", '{"action": "finish"}']),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


@given(action=ACTIONS)
def test_an_agents_action_is_read_from_the_record_as_it_was_read(action: Any) -> None:
    """The record sorts the keys of what the agent returned."""
    talk = dialogue(Setting(), "points")
    text, kept = as_answer(action)
    turn = talk.turn(Answer(text=text), {"action": kept}, {}, time_s=0.5)
    recorded = Turn.model_validate(json.loads(canonical.line(turn.model_dump(mode="json"))))
    assert read_again(talk, recorded, {}).model_dump(mode="json") == json.loads(
        canonical.line(turn.model_dump(mode="json"))
    )


@pytest.mark.parametrize("action", [float("nan"), {"action": "pick", "x": float("inf"), "y": 1}, "x" * 200_000])
def test_what_the_record_cannot_hold_is_not_read_again(action: Any) -> None:
    talk = dialogue(Setting(), "points")
    text, kept = as_answer(action)
    turn = talk.turn(Answer(text=text), {"action": kept}, {}, time_s=0.5)
    assert read_again(talk, turn, {}) == turn
