"""Whatever ``-T`` or a log says is refused in one sentence that names the option, before anything is prepared."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.home.adapters import inspect_task
from mindsight.home.autonomy.runs import inspect_rooms
from mindsight.home.questions.asking import inspect_questions

PLANS: dict[str, Callable[..., Any]] = {
    "tasks": inspect_task.plan_of_options,
    "rooms": inspect_rooms.plan_of_options,
    "questions": inspect_questions.plan_of_options,
}
ODD: tuple[Any, ...] = (None, {"a": 1}, [1, 2], [], math.nan, math.inf, -5, 1.5, "many", 10**30, b"x", True)


@pytest.mark.parametrize("of", PLANS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_numbers_that_are_none(of: str, value: Any) -> None:
    plan = PLANS[of]
    for option in ("seed", "scenes" if of == "rooms" else "trials"):
        with pytest.raises(InputError, match=rf"^-T {option}: "):
            plan(**{option: value})


@pytest.mark.parametrize("of", PLANS)
@pytest.mark.parametrize(
    "value", [None, {"a": 1}, [1, 2], [], 7, math.nan, True, b"x", "nothing", ["nothing"]], ids=repr
)
def test_names_that_are_none(of: str, value: Any) -> None:
    plan = PLANS[of]
    for option in ("tasks", "prompt_lang"):
        with pytest.raises(InputError, match=rf"^-T {option}: "):
            plan(**{option: value})


@pytest.mark.parametrize(
    ("of", "option", "value"),
    [
        ("tasks", "irrelevant", 2),
        ("tasks", "irrelevant", math.nan),
        ("tasks", "irrelevant", "half"),
        ("tasks", "reasons", [{}]),
        ("tasks", "reasons", None),
        ("tasks", "interface", {}),
        ("rooms", "in_order", -0.1),
        ("rooms", "in_order", [0.5]),
        ("rooms", "budget", "ten"),
        ("questions", "as_text", "maybe"),
        ("questions", "as_clip", 1),
        ("questions", "stance", ["neutral"]),
    ],
)
def test_others_that_are_none(of: str, option: str, value: Any) -> None:
    with pytest.raises(InputError, match=rf"^-T {option}: "):
        PLANS[of](**{option: value})


@pytest.mark.parametrize("of", PLANS)
@pytest.mark.parametrize("value", [math.nan, -1.0, math.inf, "warm", None, True])
def test_temperatures_that_are_none(of: str, value: Any) -> None:
    with pytest.raises(InputError, match=r"^-T temperature: "):
        PLANS[of](temperature=value)


@pytest.mark.parametrize("of", PLANS)
def test_usual_values_make_a_plan(of: str) -> None:
    usual = PLANS[of]()
    assert PLANS[of](tasks=list(usual.tasks), seed=3, temperature=1).temperature == 1
    assert PLANS[of](tasks=" , ".join(usual.tasks)).tasks == usual.tasks


@pytest.mark.parametrize("of", PLANS)
def test_a_model_profile_can_be_named_and_the_usual_form_leaves_no_trace(of: str) -> None:
    def named(value: Any) -> Any:
        plan = PLANS[of](model_profile=value)
        return plan.model_profile if of == "questions" else plan.setting.model_profile

    assert named("gemini").order == "yx"
    assert [named(name) for name in ("default", "gpt", "qwen3")] == [None] * 3
    assert named(None) is None
    for wrong in ("nobody", 3, ["gemini"]):
        with pytest.raises(InputError):
            named(wrong)
