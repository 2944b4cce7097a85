"""The checker repeats the verdicts on canaries, for answers of all kinds, and names manipulated fields."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.record import checker
from mindsight.vsig.canaries.marks import marks_of, page
from mindsight.vsig.canaries.questions import LETTERS, Canary, asked_for, canaries, sample_of
from mindsight.vsig.canaries.verdicts import Reply, expected, is_right, verdicts
from mindsight.vsig.media.conditions import GIVEN, Condition
from mindsight.vsig.models.answers.predictions import Prediction
from mindsight.vsig.models.model_profiles import DEFAULT, model_profile

PROFILE = model_profile(DEFAULT)
WORDS = st.one_of(
    st.sampled_from(
        ["7", "七", "seven", "Seven.", "十七", "17", "〇", "零", "no one", "二（2）", "unknown", "", "K M R", "kmr"]
    ),
    st.text(alphabet=f"{LETTERS} a，、→7七〇", max_size=12),
    st.text(max_size=8),
)
ENTRIES = st.builds(
    Prediction,
    description=WORDS,
    point=st.one_of(st.none(), st.tuples(st.floats(-1, 2), st.floats(-1, 2))),
    time_ms=st.one_of(st.none(), st.floats(-100, 12_000)),
)


def right(name: Any, canary: Canary, condition: Condition) -> Prediction:
    """Return the right entry."""
    wanted = expected(name, canary, condition, sample_of(canary, condition, "zh"))
    if name in {"digit", "swap", "order", "last"}:
        return Prediction(description=str(wanted))
    return Prediction(point=wanted) if name == "disc" else Prediction(time_ms=sum(wanted) / 2)


def held(condition: Condition, answers: dict[str, list[Prediction]]) -> dict[str, Any]:
    """Return canaries as in a manifest; questions without answers are left out."""
    asked = canaries(condition, 7)
    replies = [
        Reply(one, sample_of(one, condition, "zh"), (640, 360), tuple(answers[one.id]))
        for one in asked
        if one.id in answers
    ]
    found = verdicts(asked, replies, condition, PROFILE)
    marks = marks_of(found)
    kept = []
    for reply in replies:
        names = asked_for(reply.canary, condition)
        wanted = {name: expected(name, reply.canary, condition, reply.sample) for name in names}
        kept.append(
            {
                "id": reply.canary.id,
                "asks": list(names),
                "expected": wanted,
                "right": {
                    name: is_right(name, wanted[name], reply.entry(place), reply.canary.film.last)
                    for place, name in enumerate(names)
                },
                "parsed": {"predictions": [entry.model_dump(mode="json") for entry in reply.entries]},
            }
        )
    states = {verdict.status for verdict in found}
    return {
        "state": "failed" if marks else "undecided" if "undecided" in states else "passed",
        "asked": kept,
        "verdicts": [verdict.model_dump(mode="json") for verdict in found],
        "marks": page(marks),
    }


def doubts(canaries: dict[str, Any]) -> list[str]:
    """Return the fields that the checker finds wrong."""
    return [doubt["field"] for doubt in checker._canary_doubts(json.loads(json.dumps(canaries, sort_keys=True)))]


@given(data=st.data(), given_=st.sampled_from(GIVEN))
@settings(max_examples=60)
def test_whatever_is_answered_is_judged_alike(data: st.DataObject, given_: Any) -> None:
    condition = Condition(given=given_)
    answers = {}
    for canary in canaries(condition, 7):
        entries = [
            data.draw(st.one_of(st.just(right(name, canary, condition)), ENTRIES))
            for name in asked_for(canary, condition)
        ]
        if data.draw(st.integers(0, 9)):
            answers[canary.id] = (
                entries[: data.draw(st.integers(0, len(entries)))] if data.draw(st.booleans()) else entries
            )
    assert doubts(held(condition, answers)) == []


@pytest.fixture(scope="module")
def passed() -> dict[str, Any]:
    condition = Condition(given="frames-audio")
    asked = canaries(condition, 7)
    page = held(
        condition, {one.id: [right(name, one, condition) for name in asked_for(one, condition)] for one in asked}
    )
    assert page["state"] == "passed"
    return page


CHANGES: dict[str, tuple[Any, str]] = {
    "an answer": (lambda page: page["asked"][2]["parsed"]["predictions"][0].update(description="0"), "canaries.speech-Ax.digit"),
    "what was right of it": (lambda page: page["asked"][0]["right"].update(disc=False), "canaries.sight-Ax.disc"),
    "a verdict": (lambda page: page["verdicts"][0].update(status="failed"), "canaries.digit.status"),
    "how many are needed": (lambda page: page["verdicts"][2].update(needed=1), "canaries.beep.needed"),
    "how likely luck is": (lambda page: page["verdicts"][2].update(chance=0.0001), "canaries.beep.chance"),
    "the verdicts": (lambda page: page.pop("verdicts"), "canaries.verdicts.digit"),
    "a verdict less": (lambda page: page["verdicts"].pop(2), "canaries.verdicts.beep"),
    "a verdict on nothing": (lambda page: page["verdicts"][2].update(asked=0, status="not_applicable"), "canaries.beep.asked"),
    "the state": (lambda page: page.update(state="undecided"), "canaries.state"),
    "a mark": (lambda page: page["marks"].append({"channel": "audio"}), "canaries.marks"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_every_manipulation_is_named(what: str, passed: dict[str, Any]) -> None:
    page = copy.deepcopy(passed)
    change, field = CHANGES[what]
    assert doubts(page) == []
    change(page)
    assert field in doubts(page)


@pytest.mark.parametrize(
    ("spec", "plan", "state", "right"),
    [
        ("model:x", True, "passed", True),
        ("model:x", True, "undecided", True),
        ("model:x", True, "off", False),
        ("model:x", True, "not_applicable", False),
        ("model:x", True, "running", False),
        ("model:x", True, None, False),
        ("model:x", False, "off", True),
        ("model:x", False, "passed", False),
        ("baseline:oracle", True, "not_applicable", True),
        ("baseline:oracle", True, "passed", False),
        ("model:x", None, None, True),
    ],
)
def test_what_was_to_be_asked_was_asked(spec: str, plan: bool | None, state: str | None, right: bool) -> None:
    manifest = {
        "state": "complete",
        "subject": {"spec": spec},
        "plan": {"canaries": plan},
        "canaries": {"state": state},
    }
    assert [doubt["field"] for doubt in checker._canary_state_doubts(manifest)] == ([] if right else ["canaries.state"])


def test_a_failure_cannot_be_called_a_pass(passed: dict[str, Any]) -> None:
    page = copy.deepcopy(passed)
    for asked in page["asked"][:2]:
        asked["parsed"]["predictions"][2]["point"] = [0.01, 0.99]
        asked["right"]["disc"] = False
    assert {"canaries.disc.status", "canaries.marks", "canaries.state"} <= set(doubts(page))
