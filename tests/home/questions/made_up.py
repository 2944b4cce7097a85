"""Questions made by hand, for tests that need no engine."""

from typing import Any

from mindsight.home.questions.question import Option, Question, Region, Truth

MUGS = (
    Option(key="red", zh="红色", en="red"),
    Option(key="blue", zh="蓝色", en="blue"),
    Option(key="dark_blue", zh="深蓝色", en="dark blue"),
)
REGION = Region(picture=0, size=(10, 10), runs=(11, 3, 21, 3))
"""Pixels 1 to 3 of the second and the third row of ten."""


def question(form: str = "choice", value: Any = "blue", reason: str = "", **more: Any) -> Question:
    """Return a question of a form."""
    truth: dict[str, Any] = {"value": value, "reason": reason, **more.pop("truth", {})}
    if reason:
        truth["value"] = None
    fields: dict[str, Any] = {
        "id": "object.colour-0001-1",
        "kind": "object.colour",
        "kind_version": 1,
        "seed": 7,
        "group": "object.colour-0001",
        "scene": "tabletop-7-1",
        "words": {"zh": "马克杯是什么颜色？", "en": "What colour is the mug?"},
        "pictures": ("0" * 64,),
        "form": form,
        "options": MUGS if form in {"choice", "sequence"} else (),
        "truth": Truth(**truth),
    }
    return Question(**{**fields, **more})
