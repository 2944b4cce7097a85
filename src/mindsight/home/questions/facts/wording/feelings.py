"""Words for what a face shows, and the program that classes about faces share."""

from collections.abc import Callable, Mapping
from typing import Any

from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import people_in
from mindsight.home.questions.question import Words

EXPRESSIONS: Mapping[str, Words] = {
    "happiness": ("高兴", "happiness"),
    "sadness": ("悲伤", "sadness"),
    "anger": ("愤怒", "anger"),
    "surprise": ("惊讶", "surprise"),
    "fear": ("恐惧", "fear"),
    "disgust": ("厌恶", "disgust"),
}
CONFUSED = frozenset({"fear", "surprise"})
"""Expressions that people take for each other: no question asks to tell one from the other."""
MARGINS: Words = (
    "表情按面部动作编码系统的原型生成，强度不低于85%；恐惧与惊讶不同时作选项；五官位移由画面复核",
    "expressions are prototypes of facial action coding at 85 % or more, read again in the pictures; fear is never opposed to surprise",
)
"""What makes it certain what a face shows."""


def by_face(scene: Scene, top: str, value: Callable[[Mapping[str, Any]], str]) -> Answer:
    """Answer with what the face of the person with a top of a colour shows, if it is seen."""
    meant = [one for one in people_in(scene) if one["top"] == top]
    if not meant:
        return Cannot("absent")
    if not meant[0]["seen"] or not meant[0]["did"]:
        return Cannot("missing_information")
    return Found(value(meant[0]), ((len(scene.pictures) // 2, str(meant[0]["name"])),))
