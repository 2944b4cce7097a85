"""Every other accepted form of an action, row by row; unreadable ones; and that the requested form is never changed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.answers import action_forms
from mindsight.answers.actions import Reading, read_call
from mindsight.answers.reply import Answer
from mindsight.engine.physics.actions import Action
from mindsight.home.episodes import interface

TOOLS = {tool.name: tool for tool in interface.tools("en", "neutral")}
POINT = {"x": 420, "y": 615}
PICK = ("pick", POINT)
MADE_OF: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("pick", "place", "press", "open", "close", "wipe"), POINT),
    "look": {"to": "by the door"},
}


def line(value: object) -> Reading:
    return read_call(Answer(text=value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)), TOOLS)


def understood(reading: Reading) -> tuple[str, dict[str, Any]]:
    assert reading.problem == ""
    Action.model_validate(interface.wish(reading.name, reading.arguments))
    return reading.name, reading.arguments


@pytest.mark.parametrize(
    ("name", "other"), [(name, one) for name, ones in action_forms.ACTIONS.items() for one in ones]
)
def test_a_near_synonym_of_an_action_is_read(name: str, other: str) -> None:
    for said in (other, other.upper(), other.replace(" ", "_"), f" {other} "):
        arguments = MADE_OF.get(name, {})
        reading = line({"action": said, **arguments})
        assert understood(reading) == (name, arguments)
        assert reading.repairs == ("other_action",)
        assert understood(read_call(Answer(calls=((said, json.dumps(arguments)),)), TOOLS)) == (name, arguments)


def test_no_synonym_means_two_actions_or_is_the_name_of_one() -> None:
    words = [action_forms.plain(other) for others in action_forms.ACTIONS.values() for other in others]
    assert len(set(words)) == len(words)
    assert not set(words) & TOOLS.keys()
    assert action_forms.ACTIONS.keys() == TOOLS.keys()


@pytest.mark.parametrize("key", [*action_forms.POINT, "Point", "COORDINATE"])
@pytest.mark.parametrize(
    "value",
    [
        [420, 615], ["420", "615"], [[420, 615]], {"x": 420, "y": 615}, {"Y": 615, "X": 420}, "420, 615", "420,615", "420 615",
        "[420, 615]", "(420, 615)", "（420，615）", "x=420, y=615", "x: 420, y: 615", "42%, 61.5%", ["42%", "61.5%"],
    ],
    ids=str,
)  # fmt: skip
def test_a_point_under_any_key_and_in_any_form_is_read(key: str, value: Any) -> None:
    reading = line({"action": "pick", key: value})
    assert understood(reading) == PICK
    assert reading.repairs == ("point_form",)


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        *((key, "decline", "no cup here") for key in action_forms.KEYS["text"]),
        *((key, "say", "blue: 3") for key in action_forms.KEYS["text"]),
        *((key, "look", "by the door") for key in action_forms.KEYS["to"]),
        *((key, "rotate", 90) for key in action_forms.KEYS["degrees"]),
        *((key, "wait", 2) for key in action_forms.KEYS["seconds"]),
        *((key, "look", 30) for argument in ("turn", "tilt", "zoom") for key in action_forms.KEYS[argument]),
        *((key, "rotate", "forward") for key in action_forms.KEYS["axis"]),
    ],
)  # fmt: skip
def test_another_key_of_an_argument_is_read(key: str, name: str, value: Any) -> None:
    (argument,) = {one for one in TOOLS[name].parameters if key in action_forms.KEYS.get(one, ())}
    reading = line({"action": name, key: value})
    if argument == "zoom":
        assert reading.arguments == {"zoom": value}
        return
    assert understood(reading) == (name, {argument: value})
    assert reading.repairs == ("other_key",)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_another_key_of_a_coordinate_is_read(axis: str) -> None:
    for key in action_forms.KEYS[axis]:
        given = {**POINT, key: POINT[axis]}
        del given[axis]
        assert understood(line({"action": "pick", **given})) == PICK


@pytest.mark.parametrize(
    ("value", "name", "arguments", "repairs"),
    [
        ({"action": "pick", "x": "420", "y": "615"}, *PICK, ("number_as_text",)),
        ({"action": "pick", "x": "0.4", "y": "0.6"}, "pick", {"x": 0.4, "y": 0.6}, ("number_as_text",)),
        ({"action": "pick", "x": "42%", "y": "61.5 %"}, *PICK, ("number_as_text",)),
        ({"action": "pick", "x": [420, 615]}, *PICK, ("point_form",)),
        ({"action": "pick", "x": "420, 615"}, *PICK, ("point_form",)),
        ({"action": "rotate", "degrees": "90°"}, "rotate", {"degrees": 90}, ("number_as_text",)),
        ({"action": "wait", "seconds": "2 s"}, "wait", {"seconds": 2}, ("number_as_text",)),
        ({"action": "pick", **POINT, "thought": "the cup", "confidence": 0.9}, *PICK, ("extra_key",)),
        ({"action": "pick", **POINT, "point": [420, 615]}, *PICK, ("extra_key",)),
        ({"thought": "hm", "action": "decline", "reason": "no"}, "decline", {"text": "no"}, ("extra_key", "other_key")),
        ({"action": "decline", "reason": "no", "message": "none"}, "decline", {"text": "no"}, ("other_key",)),
        ({"action": {"name": "pick", "args": POINT}}, *PICK, ("nested", "nested", "other_name")),
        ({"action": {"type": "grab", "parameters": {"point": [420, 615]}}}, *PICK,
         ("nested", "nested", "other_name", "other_action", "point_form")),
        ({"action": {"type": "pick"}, **POINT}, *PICK, ("nested", "other_name")),
        ({"tool": "pick", "input": POINT}, *PICK, ("nested", "other_name")),
        ({"tool": "pick", "args": [420, 615]}, *PICK, ("nested", "other_name", "point_form")),
        ({"tool": {"name": "finish"}}, "finish", {}, ("nested", "other_name")),
        ({"type": "function", "function": {"name": "pick", "arguments": json.dumps(POINT)}}, *PICK,
         ("nested", "nested", "other_name")),
        ({"tool_calls": [{"function": {"name": "pick", "arguments": json.dumps(POINT)}}]}, *PICK,
         ("nested", "nested", "nested", "other_name")),
        ({"actions": [{"action": "pick", **POINT}]}, *PICK, ("nested",)),
        ({"action": "call", "tool": "pick", **POINT}, *PICK, ("other_name", "extra_key")),
        ({"action": "say", "input": "blue: 3"}, "say", {"text": "blue: 3"}, ("nested",)),
        ({"pick": POINT}, *PICK, ("nested",)),
        ({"pick": [420, 615]}, *PICK, ("nested", "point_form")),
        ({"grab": [420, 615]}, *PICK, ("nested", "other_action", "point_form")),
        ({"decline": "none here"}, "decline", {"text": "none here"}, ("nested",)),
        ({"action": "pick(420, 615)"}, *PICK, ("call",)),
        ({"action": "finish()"}, "finish", {}, ("call",)),
        ("pick(420, 615)", *PICK, ("call",)),
        ("```\npick(x=420, y=615)\n```", *PICK, ("call", "fence")),
        ("抓取(420，615)", *PICK, ("call",)),
        ('say("blue: 3, red: 4")', "say", {"text": "blue: 3, red: 4"}, ("call",)),
        ('decline(reason="none")', "decline", {"text": "none"}, ("call",)),
        ("rotate(90, upright)", "rotate", {"degrees": 90, "axis": "upright"}, ("call",)),
        ("finish()", "finish", {}, ("call",)),
        ("｛“动作”：“拿起”，“坐标”：[420，615]｝", *PICK, ("punctuation", "quotes", "other_name", "other_action", "point_form")),
        ({"action": "拒绝", "理由": "没有"}, "decline", {"text": "没有"}, ("other_action", "other_key")),
        ({"action": "look", "location": [420, 615]}, "look", POINT, ("point_form",)),
        ({"action": "look", "target": "by the door"}, "look", {"to": "by the door"}, ("other_key",)),
    ],
    ids=str,
)  # fmt: skip
def test_another_habit_of_form_is_read_and_named(
    value: object, name: str, arguments: dict[str, Any], repairs: tuple[str, ...]
) -> None:
    reading = line(value)
    assert understood(reading) == (name, arguments)
    assert reading.repairs == repairs


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"action": "pick", "tool": "place", **POINT}, "several"),
        ({"action": "grab", "tool_calls": [{"name": "pick"}, {"name": "finish"}]}, ""),
        ('{"action": "grab", "x": 420, "y": 615} {"action": "finish"}', "several"),
        ('{"action": "grab", "x": 420, "y": 615} {"action": "grab", "x": 1, "y": 2}', "several"),
        ({"action": "pick", **POINT, "point": [1, 2]}, "ambiguous"),
        ({"action": "pick", "point": [1, 2], "position": [3, 4]}, "ambiguous"),
        ({"action": "pick", "x": 420, "point": [420, 615]}, "ambiguous"),
        ({"action": "say", "message": "3", "answer": "4"}, "ambiguous"),
        ({"action": "look", "turn": 30, "direction": "left"}, "ambiguous"),
        ({"action": "rotate", "degrees": 90, "angle": 45}, "ambiguous"),
        ({"x": 420, "y": 615}, "unreadable"),
        ({"answer": "I would pick up the cup"}, "unreadable"),
        ({"finish": True}, "unreadable"),
        ({"action": "turn", "degrees": 90}, "unknown_name"),
        ({"action": "move", **POINT}, "unknown_name"),
        ("Done (I think)", "no_call"),
        ("I could pick(420, 615) or decline()", "no_call"),
    ],
    ids=str,
)  # fmt: skip
def test_what_could_mean_two_things_is_not_read(value: object, problem: str) -> None:
    reading = line(value)
    if problem:
        assert reading.problem == problem
    else:
        assert reading.name == "pick"
        assert reading.ignored == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"point": [420, 615, 500, 700]}, {"point": "420"}, {"point": ["42%", 615]}, {"point": "about 420, 615"}, {"bbox": [1, 2, 3, 4]},
        {"target": "the cup"}, {"x": "left", "y": 20}, {"x": [20], "y": 20}, {"x": 420}, {"x": "420px", "y": "615px"}, {},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_point_is_left_for_the_environment_to_refuse(arguments: dict[str, Any]) -> None:
    reading = line({"action": "pick", **arguments})
    assert reading.problem in {"", "ambiguous"}
    assert interface.fault(interface.wish(reading.name, reading.arguments)) in {"no_point", "argument"}


_COORDINATE = st.integers(0, 1000) | st.floats(0, 1000)
_VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("x", "y", "degrees", "turn", "tilt", "zoom", "seconds"), _COORDINATE),
    "axis": st.sampled_from(["upright", "forward", "sideways"]),
}


@st.composite
def asked(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    name = draw(st.sampled_from(sorted(TOOLS)))
    keys = draw(st.sets(st.sampled_from(sorted(TOOLS[name].parameters)))) if TOOLS[name].parameters else set()
    return name, {key: draw(_VALUES.get(key, st.text(max_size=50))) for key in sorted(keys | set(TOOLS[name].required))}


@given(asked())
def test_an_action_in_the_asked_form_is_never_changed(action: tuple[str, dict[str, Any]]) -> None:
    name, arguments = action
    assert action_forms.settled(name, arguments, TOOLS[name]) == (name, arguments, (), False)
    said = line({"action": name, **arguments})
    called = read_call(Answer(calls=((name, json.dumps(arguments)),)), TOOLS)
    for reading in (said, called):
        assert (reading.name, reading.arguments, reading.repairs, reading.problem) == (name, arguments, (), "")


@given(
    st.dictionaries(
        st.sampled_from(["action", "tool", "x", "point", "args", "text", "动作", "direction", "pick", "actions"]),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.sampled_from(["pick", "grab", "420, 615", "40%", "pick(1,2)", ""]),
            lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["name", "action", "x", "y"]), inner),
        ),
    )
)  # fmt: skip
def test_whatever_is_said_is_read_or_not_and_never_an_error(value: dict[str, Any]) -> None:
    json.dumps(line(value).model_dump(), allow_nan=False)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("verb", [*TOOLS, None, "fly"])
def test_every_right_line_that_is_shown_is_right(verb: str | None, language: Any) -> None:
    reading = line(interface.example(verb, language, "neutral"))
    name, _ = understood(reading)
    assert reading.repairs == ()
    assert name == (verb if verb in TOOLS else "pick")
