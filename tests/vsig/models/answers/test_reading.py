"""Answers in every form that models use: what is read, what is repaired, and what is not guessed."""

import json
import time
from typing import Any

import pytest

from mindsight.answers.conventions import ModelProfile
from mindsight.vsig.models.answers.reading import Frame, Reading, read_answer

FRAME = Frame(size=(640, 360), length_ms=4368.0)
FULL = {
    "explicit_command": "把笔放到杯子的右边",
    "point_list": [
        {"type": "target_object", "description": "笔", "point": [250, 500], "timestamp": 1800},
        {"type": "spatial_affordance", "description": "杯子的右边", "point": [750, 250], "timestamp": 3000},
    ],
    "reasoning": "…",
}


def read(value: Any, *, frame: Frame = FRAME, stop: str = "stop", **profile: Any) -> Reading:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return read_answer(said, frame, ModelProfile(name="test", **profile), stop=stop)


def one(**entry: Any) -> dict[str, Any]:
    return {"explicit_command": "", "point_list": [{"type": "object", **entry}]}


def test_an_answer_as_it_was_asked_for() -> None:
    status, answer, problem = read(FULL)
    assert (status, problem, answer.repairs, answer.unusable) == ("scored", "", (), ())
    assert answer.command == "把笔放到杯子的右边"
    assert [(p.kind, p.description, p.point, p.time_ms) for p in answer.predictions] == [
        ("object", "笔", (0.25, 0.5), 1800.0),
        ("space", "杯子的右边", (0.75, 0.25), 3000.0),
    ]


WRITTEN = json.dumps(FULL, ensure_ascii=False)


@pytest.mark.parametrize(
    ("said", "repairs"),
    [
        (f"```json\n{WRITTEN}\n```", {"fence"}),
        (f"```\n{WRITTEN}\n```", {"fence"}),
        (f"Here it is:\n{WRITTEN}", {"text_around"}),
        (f"Here it is:\n```json\n{WRITTEN}\n```\nI hope that helps!", {"fence", "text_around"}),
        (f'<think>the cup… {{"point_list": []}}</think>{WRITTEN}', set()),
        (f"the pen lies left</think>\n{WRITTEN}", set()),
        (WRITTEN.replace("]}", "],}", 1).replace('"…"}', '"…",}'), {"comma"}),
        (WRITTEN.replace('"', "'"), {"quotes"}),
        (json.dumps(WRITTEN), {"json_in_text"}),
        (json.dumps([FULL]), {"answer_in_list"}),
        (json.dumps({"answer": FULL}), {"nested"}),
        (json.dumps({"result": WRITTEN}), {"nested"}),
        (json.dumps({**FULL, "point_list": json.dumps(FULL["point_list"])}), {"nested"}),
        (json.dumps({**FULL, "confidence": 0.9, "extra": {"a": [1]}}), set()),
        (json.dumps({"command": FULL["explicit_command"], "points": FULL["point_list"]}), {"other_name"}),
        (f"{WRITTEN}\n{WRITTEN}", {"several_answers"}),
        ("." * 150_000 + WRITTEN, {"text_around"}),
        (WRITTEN + "." * 1_000_000, {"text_around"}),
        (json.dumps({**FULL, "reasoning": "…" * 1000}), set()),
    ],
)
def test_text_around_an_answer(said: str, repairs: set[str]) -> None:
    status, answer, _ = read(said)
    assert status == "scored"
    assert [p.point for p in answer.predictions] == [(0.25, 0.5), (0.75, 0.25)]
    assert answer.command == FULL["explicit_command"]
    assert set(answer.repairs) == repairs


POINTS = [
    ([250, 500], set()),
    ([250.0, "500"], {"number_text"}),
    ({"x": 250, "y": 500}, {"point_object"}),
    ({"y": "500", "x": "250"}, {"point_object"}),
    ([[250, 500], [900, 900]], {"several_points"}),
    ([[250, 500]], {"nested_point"}),
    ([{"x": 250, "y": 500}], {"nested_point", "point_object"}),
    ("250, 500", {"point_text"}),
    ("[250, 500]", {"point_text"}),
    ("(250 500)", {"point_text"}),
    ('<point x="250" y="500" alt="pen">pen</point>', {"point_tag"}),
    ("<point>250 500</point>", {"point_tag"}),
    ([200, 400, 300, 600], {"box"}),
    (["25%", "50.0%"], {"own_scale"}),
    ("25%, 50%", {"own_scale", "point_text"}),
    ("x: 250, y: 500", {"point_object", "point_text"}),
    ('<points x1="250" y1="500" alt="pen">pen</points>', {"point_tag"}),
    ('<points coords="1 1 250 500">pen</points>', {"point_tag", "own_scale"}),
    ("<|box_start|>(200,400),(300,600)<|box_end|>", {"point_tag", "box"}),
    ("<|det|>[[200, 400, 300, 600]]<|/det|>", {"point_tag", "box"}),
]


@pytest.mark.parametrize(("written", "repairs"), POINTS)
def test_forms_of_a_point(written: Any, repairs: set[str]) -> None:
    answer = read(one(point=written)).answer
    assert answer.predictions[0].point == (0.25, 0.5)
    assert set(answer.repairs) == repairs
    assert answer.unusable == ()


@pytest.mark.parametrize("name", ["point_2d", "coordinates", "xy"])
def test_other_names_of_a_point(name: str) -> None:
    answer = read(one(**{name: [250, 500]})).answer
    assert (answer.predictions[0].point, answer.repairs) == ((0.25, 0.5), ("other_name",))


@pytest.mark.parametrize("name", ["bbox_2d", "bbox", "Box_2D"])
@pytest.mark.parametrize(
    "written", [[[200, 400], [300, 600]], [200, 400, 300, 600], {"x1": 200, "y1": 400, "x2": 300, "y2": 600}]
)
def test_the_centre_of_a_box_is_the_point(name: str, written: Any) -> None:
    answer = read(one(**{name: written})).answer
    assert answer.predictions[0].point == (0.25, 0.5)
    assert {"box", "other_name"} <= set(answer.repairs)


def test_two_points_are_no_box() -> None:
    answer = read(one(point=[[200, 400], [300, 600]])).answer
    assert (answer.predictions[0].point, answer.repairs) == ((0.2, 0.4), ("several_points",))


@pytest.mark.parametrize(
    ("written", "profile"),
    [
        (["25%", "50%"], {"scale": "unit"}),
        (["50%", "25%"], {"scale": "pixels", "order": "yx"}),
        ({"x": "25%", "y": "50%"}, {"order": "yx"}),
        ("<loc0512><loc0256>", {"scale": "thousand"}),
        ('<points coords="1 1 250 500">', {"scale": "percent"}),
    ],
)
def test_a_scale_that_is_written_overrides_the_profile(written: Any, profile: dict[str, Any]) -> None:
    assert read(one(point=written), **profile).answer.predictions[0].point == pytest.approx((0.25, 0.5), abs=0.001)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (["25%", 500], "percent beside numbers"),
        ("0,25 0,5", "0,25 0,5"),
        ([True, False], "True"),
        ([float("nan"), 5], "nan"),
        ([float("inf"), 5], "inf"),
        ([5, None], "None"),
        ([5], "1 numbers"),
        ([1, 2, 3], "3 numbers"),
        ([], "empty list"),
        ("left of the cup", "left of the cup"),
        (17, "17"),
        ({"left": 3}, "object"),
        ([10**400, 5], "number too large"),
        ([["a", "b"]], "a"),
    ],
)
def test_invalid_points(written: Any, why: str) -> None:
    status, answer, _ = read(one(point=written, timestamp=1800))
    assert status == "scored"
    assert answer.predictions[0].point is None
    assert answer.unusable == (f"1.point: {why}",)
    assert answer.predictions[0].time_ms == 1800


def test_points_outside_stay_where_they_are() -> None:
    points = [read(one(point=point)).answer.predictions[0].point for point in ([1000, 1000], [1250, -40], [3e9, 0])]
    assert points == [(1.0, 1.0), (1.25, -0.04), (3e6, 0.0)]


@pytest.mark.parametrize(
    ("profile", "written", "expected"),
    [
        ({"order": "yx"}, [500, 250], (0.25, 0.5)),
        ({"order": "yx"}, {"x": 250, "y": 500}, (0.25, 0.5)),
        ({"order": "yx"}, '<point x="250" y="500">', (0.25, 0.5)),
        ({"scale": "unit"}, [0.25, 0.5], (0.25, 0.5)),
        ({"scale": "percent"}, [25, 50.0], (0.25, 0.5)),
        ({"scale": "999"}, [999, 0], (1.0, 0.0)),
        ({"scale": "1023", "order": "yx"}, [1023, 0], (0.0, 1.0)),
        ({"scale": "pixels"}, [160, 180], (0.25, 0.5)),
        ({"scale": "pixels", "order": "yx"}, [180, 160], (0.25, 0.5)),
    ],
)
def test_each_profile_reads_its_own_coordinates(profile: dict[str, Any], written: Any, expected: Any) -> None:
    assert read(one(point=written), **profile).answer.predictions[0].point == pytest.approx(expected)


TIMES = [
    ("ms", 1400, 1400, set()),
    ("ms", 1400.5, 1400.5, set()),
    ("ms", "1400", 1400, {"number_text"}),
    ("ms", "1400ms", 1400, {"time_text"}),
    ("ms", "1400 毫秒", 1400, {"time_text"}),
    ("ms", "1.4s", 1400, {"time_text"}),
    ("ms", "1.4 seconds", 1400, {"time_text"}),
    ("ms", "1.4秒", 1400, {"time_text"}),
    ("ms", "00:01.4", 1400, {"time_text"}),
    ("ms", "0:00:01,400", 1400, {"time_text"}),
    ("ms", 1.4, 1400, {"time_in_seconds"}),
    ("ms", "1.4", 1400, {"number_text", "time_in_seconds"}),
    ("s", 1.4, 1400, set()),
    ("s", 1400, 1400, {"time_in_milliseconds"}),
    ("s", "1400 ms", 1400, {"time_text"}),
    ("clock", "00:01.400", 1400, {"time_text"}),
    ("clock", 1.4, 1400, set()),
    ("ms", 20_010, 20_010, set()),
    ("ms", -5, -5, set()),
    ("ms", 0, 0, set()),
]


@pytest.mark.parametrize(("unit", "written", "expected", "repairs"), TIMES)
def test_forms_of_a_time(unit: str, written: Any, expected: float, repairs: set[str]) -> None:
    answer = read(one(point=[1, 1], timestamp=written), time=unit).answer
    assert answer.predictions[0].time_ms == pytest.approx(expected)
    assert set(answer.repairs) - ({"time_text"} if unit == "clock" else set()) == repairs - (
        {"time_text"} if unit == "clock" else set()
    )
    assert answer.unusable == ()


@pytest.mark.parametrize(
    "written",
    [
        [1200, 1600],
        {"start": 1200, "end": 1600},
        "1200-1600",
        "1.2s - 1.6s",
        ["1.2s", "1.6s"],
        [1600, 1200],
        "[1200, 1600]",
    ],
)
def test_an_interval_is_its_middle(written: Any) -> None:
    prediction = read(one(point=[1, 1], timestamp=written)).answer.predictions[0]
    assert (prediction.time_ms, prediction.interval) == (1400, (1200, 1600))


@pytest.mark.parametrize("written", [None, "null", "", "None", "N/A"])
def test_a_missing_time_is_not_a_fault(written: Any) -> None:
    answer = read(one(point=[1, 1], timestamp=written)).answer
    assert (answer.predictions[0].time_ms, answer.unusable) == (None, ())


@pytest.mark.parametrize(
    "written", [True, "soon", [1, 2, 3], [1200, None], float("nan"), "00:00:75", "1.4 parsecs", {}]
)
def test_invalid_times(written: Any) -> None:
    answer = read(one(point=[1, 1], timestamp=written)).answer
    assert answer.predictions[0].time_ms is None
    assert len(answer.unusable) == 1
    assert answer.unusable[0].startswith("1.time: ")


def test_one_unit_for_all_times_of_an_answer() -> None:
    entries = [{"point": [1, 1], "timestamp": stamp} for stamp in (1.5, 3.2)]
    answer = read({"point_list": entries}).answer
    assert [p.time_ms for p in answer.predictions] == [1500, 3200]
    entries[1]["timestamp"] = 3200
    answer = read({"point_list": entries}).answer
    assert [p.time_ms for p in answer.predictions] == [1.5, 3200], "one of them cannot be seconds: nothing is inferred"


def test_units_are_inferred_only_where_it_is_wanted() -> None:
    frame = Frame(length_ms=4368.0, infer_unit=False)
    assert read(one(timestamp=1.4), frame=frame).answer.predictions[0].time_ms == 1.4
    assert read(one(timestamp=1.4), frame=Frame()).answer.predictions[0].time_ms == 1.4


def test_entries_keep_their_place() -> None:
    entries = [None, {"description": "no point"}, "text", [250, 500], {"point": [1, 1]}, {}]
    answer = read({"point_list": entries}).answer
    assert [p.point for p in answer.predictions] == [None, None, None, (0.25, 0.5), (0.001, 0.001), None]
    assert answer.unusable == ("3.entry: str",)


def test_six_points_for_four_targets_are_all_kept() -> None:
    entries = [{"point": [n, n], "timestamp": 100 * n} for n in range(1, 7)]
    assert len(read({"point_list": entries}).answer.predictions) == 6


def test_a_flood_of_points_is_cut_and_named() -> None:
    answer = read({"point_list": [{"point": [1, 1]}] * 5000}).answer
    assert len(answer.predictions) == 100
    assert answer.unusable == ("point_list: 5000 entries, the first 100 are kept",)


def test_a_command_without_points() -> None:
    status, answer, _ = read({"explicit_command": "拿起来"})
    assert (status, answer.command, answer.predictions) == ("scored", "拿起来", ())
    assert answer.unusable == ("point_list: missing",)


@pytest.mark.parametrize(
    "said",
    [
        '[{"point_2d": [250, 500], "label": "pen"}, {"point_2d": [750, 250], "label": "right"}]',
        '```json\n[\n{"point": [250, 500]},\n{"point": [750, 250]},\n]\n```',
        '{"point": [250, 500]}\n{"point": [750, 250]}',
        "[[250, 500], [750, 250]]",
        "[(250, 500), (750, 250)]",
        '<point x="250" y="500">pen</point> <point x="750" y="250">right</point>',
        '{"point_list": {"1": {"point": [250, 500]}, "2": {"point": [750, 250]}}}',
        '{"point_list": [{"point": [250, 500]} {"point": [750, 250]}]}'.replace("} {", "},\n {"),
    ],
)
def test_bare_lists(said: str) -> None:
    status, answer, _ = read(said)
    assert status == "scored"
    assert [p.point for p in answer.predictions] == [(0.25, 0.5), (0.75, 0.25)]


@pytest.mark.parametrize(
    ("said", "stop", "problem"),
    [
        ("", "stop", "empty"),
        ("  \n ", "stop", "empty"),
        ("", "max_tokens", "cut"),
        ("<think>for ever and", "max_tokens", "cut"),
        ("." * 1_000_000, "stop", "no_answer"),
        ("the pen", "stop", "no_answer"),
        (WRITTEN[:-40], "max_tokens", "cut"),
        (WRITTEN[: WRITTEN.index("spatial") - 10], "stop", "unreadable"),
        ("{}", "stop", "unreadable"),
        ("[]", "stop", "unreadable"),
        ("null", "stop", "no_answer"),
        ("17", "stop", "no_answer"),
        ('{"error": "overloaded"}', "stop", "unreadable"),
        ("<html><body>502 Bad Gateway</body></html>", "stop", "no_answer"),
        ("{" * 100_000, "stop", "unreadable"),
        ("[" * 100_000, "stop", "unreadable"),
        ('{"a":' * 50_000, "stop", "unreadable"),
        ("\x00\ud800\u202e", "stop", "no_answer"),
    ],
)
def test_what_cannot_be_read(said: str, stop: str, problem: str) -> None:
    reading = read(said, stop=stop)
    assert (reading.status, reading.problem) == ("parse_error", problem)
    assert reading.answer.predictions == ()


@pytest.mark.parametrize(
    "said",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with identifying people in videos.",
        "抱歉，我无法处理这个请求。",
        "我不能回答这个问题。",
        '{"error": "I\'m unable to do this."}',
    ],
)
def test_refusals(said: str) -> None:
    assert read(said).status == "refused"


@pytest.mark.parametrize(
    "said",
    [
        "I cannot tell which of them, perhaps the pen",
        "The user says sorry and points at the cup",
        "无法放到杯子里",
        "抱" * 900 + "抱歉，我无法处理",
    ],
)
def test_texts_that_are_not_refusals(said: str) -> None:
    assert read(said).status == "parse_error"


def test_a_refusal_in_an_answer_is_an_answer() -> None:
    assert read({"explicit_command": "抱歉，我无法回答", "point_list": []}).status == "scored"


def test_filtered_content_is_a_refusal() -> None:
    assert read(FULL, stop="content_filter").status == "refused"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["A", "b"], ["A", "b"]),
        (["A. 白色纸杯", "b、右边"], ["A", "b"]),
        ("A, b", ["A", "b"]),
        (["(A)", "选项b"], ["A", "b"]),
        (["白色纸杯", "右边"], ["A", "b"]),
    ],
)
def test_options(options: Any, expected: list[str]) -> None:
    frame = Frame(choices=("A. 白色纸杯", "B. 笔", "a. 左边", "b. 右边"))
    answer = read({"selected_options": options, "point_list": FULL["point_list"]}, frame=frame).answer
    assert [p.choice for p in answer.predictions] == expected


@pytest.mark.parametrize(
    "option",
    ["A or B", "A/B", "B, A", ["A", "B"], "F or B", "A. 笔", "D", "a small cup", {"choice": "A", "answer": "B"}],
)
def test_two_options_and_words_are_no_option(option: Any) -> None:
    frame = Frame(choices=("A. 白色纸杯", "B. 笔", "F. 盒子", "a. 左边"))
    answer = read({"selected_options": [option], "point_list": [{"point": [1, 1]}]}, frame=frame).answer
    assert answer.predictions[0].choice is None
    assert answer.unusable[0].startswith("1.choice: ")


@pytest.mark.parametrize(
    ("option", "expected"), [("f", "F"), ("**F**", "F"), ("b", "b"), ("B", "B"), ("c", "c"), ("C", "c")]
)
def test_a_letter_of_the_other_case_is_read_if_only_one_list_has_it(option: str, expected: str) -> None:
    frame = Frame(choices=("A. cup", "B. pen", "F. box", "a. left", "b. right", "c. behind"))
    answer = read({"selected_options": [option], "point_list": [{"point": [1, 1]}]}, frame=frame).answer
    assert answer.predictions[0].choice == expected


def test_options_without_points_keep_their_place() -> None:
    answer = read({"selected_options": ["C", 5, "a"], "point_list": [{"point": [1, 1]}]}).answer
    assert [(p.choice, p.point) for p in answer.predictions] == [("C", (0.001, 0.001)), (None, None), ("a", None)]
    assert answer.unusable == ("2.choice: 5",)


def test_the_echo_of_the_form_is_passed_over() -> None:
    form = '{"explicit_command": "...", "point_list": [{"type": "object", "point": "[x, y]", "timestamp": "ms"}]}'
    answer = read(f"The form is {form}\nMy answer:\n{WRITTEN}").answer
    assert answer.predictions[0].point == (0.25, 0.5)


def test_lone_surrogates_can_be_recorded() -> None:
    answer = read(
        '{"explicit_command": "a\\ud800b", "point_list": [{"description": "\\udfff", "point": ["\\ud800", 1]}]}'
    )
    assert answer.answer.model_dump_json()


def test_reading_is_quick() -> None:
    read(WRITTEN)
    begun = time.process_time()
    for _ in range(200):
        read_answer(WRITTEN, FRAME)
    assert (time.process_time() - begun) / 200 < 0.001


def test_another_point_in_words_takes_the_object_back() -> None:
    assert read(f"{WRITTEN}\n\nCorrection: the pen is at [415, 360].").answer.predictions == ()
    assert len(read(f"{WRITTEN}\n\nThe pen is at [250, 500].").answer.predictions) == 2


def test_two_different_answers_in_a_list_are_none() -> None:
    assert read([FULL, {**FULL, "point_list": []}]).answer.predictions == ()
    assert len(read([FULL, FULL]).answer.predictions) == 2


def test_an_answer_among_the_arguments_of_a_call_counts() -> None:
    assert read({"name": "answer", "arguments": FULL}).status == "scored"
    assert read({"name": "answer", "arguments": WRITTEN}).status == "scored"
