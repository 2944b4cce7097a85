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
BEARINGS: Mapping[str, str] = {
    "rage": "anger",
    "cower": "fear",
    "weep": "sadness",
    "rejoice": "happiness",
    "be proud": "pride",
}
"""What people do with their whole body, and the feeling that it is known for."""
GAITS: Mapping[str, str] = {
    "walk in anger": "anger",
    "walk in grief": "sadness",
    "walk for joy": "happiness",
    "walk in fear": "fear",
}
"""The same of ways to walk."""
FEELINGS: Mapping[str, Words] = {**EXPRESSIONS, "pride": ("自豪", "pride")}
"""What bodies show, and not only faces."""
POSTURES: Mapping[str, Words] = {
    "rage": ("跺脚挥拳", "stamp and shake both fists"),
    "cower": ("缩身抬手护头", "crouch and shield the head"),
    "weep": ("低头掩面", "hide the face in the hands"),
    "rejoice": ("举臂蹦跳", "hop with arms thrown up"),
    "walk in anger": ("握拳大步急走", "stride along with fists"),
    "walk in grief": ("垂头拖步慢走", "trudge with the head hanging"),
    "walk for joy": ("甩臂轻快地走", "walk with a spring and swinging arms"),
    "walk in fear": ("缩身碎步张望", "scurry, crouched and looking round"),
    "be proud": ("叉腰昂首挺胸", "stand with arms akimbo and head held high"),
}
"""The same in words."""
HAPPENS: Mapping[str, Words] = {
    "gift": ("推来一份盒装礼物", "a boxed present is pushed across the table"),
    "break": ("罐子摔碎", "a pot falls and breaks"),
}
"""What happens before somebody."""
CONFUSED = frozenset({"fear", "surprise"})
"""Expressions that people take for each other: no question asks to tell one from the other."""
MARGINS: Words = (
    "表情按面部动作编码系统的原型生成，强度不低于85%；恐惧与惊讶不同时作选项；五官位移由画面复核",
    "expressions are prototypes of facial action coding at 85 % or more, read again in the pictures; fear is never opposed to surprise",
)
"""What makes it certain what a face shows."""
FLEETING: Words = (
    "表情按原型生成，强度约为一半，从开始到消失不到0.5秒，以每秒60帧计时，每4帧取一张；恐惧与惊讶不同时作选项，不含愤怒；由画面复核",
    "at half strength, gone within 0.5 s; every fourth frame of 60 a second; pictures agree; fear is never opposed to surprise; no anger",
)
"""The same of a micro-expression."""


def by_face(scene: Scene, top: str, value: Callable[[Mapping[str, Any]], Any]) -> Answer:
    """Answer with what the face of the person with a top of a colour shows, if it is seen."""
    meant = [one for one in people_in(scene) if one["top"] == top]
    if not meant:
        return Cannot("absent")
    if not meant[0]["seen"]:
        return Cannot("missing_information")
    if not meant[0]["did"]:
        return Cannot("false_premise")
    return Found(value(meant[0]), ((len(scene.pictures) // 2, str(meant[0]["name"])),))
