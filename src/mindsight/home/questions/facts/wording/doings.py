"""Words for people, what they do, and the program that classes about what people do share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

ACTIONS: Mapping[str, Words] = {
    "wave": ("挥手", "wave"),
    "point": ("伸手指向前方", "point with an arm stretched out"),
    "bend": ("弯腰", "bend down"),
    "jump": ("跳起", "jump"),
    "clap": ("拍手", "clap"),
    "kick": ("踢腿", "kick"),
    "cheer": ("高举双臂", "raise both arms high"),
}
GESTURES: Mapping[str, Words] = {
    "wave": ("打招呼", "a greeting"),
    "stop": ("停下，别过来", "stop, come no nearer"),
    "beckon": ("请过来", "come here"),
    "direct": ("往那边看", "look over there"),
}
"""What gestures mean for whoever sees them."""
BETWEEN: Mapping[str, Words] = {
    "meet": ("只是相向走近", "they only walk towards each other"),
    "part": ("背向走开", "they walk away from each other"),
    "follow": ("一个跟着另一个走", "one walks behind the other"),
    "greet": ("互相挥手", "they wave to each other"),
    "give": ("一个把盒子递给另一个", "one hands a box to the other"),
    "carry": ("一起抬着一个大箱子走", "they carry a large box together"),
    "shake": ("握手", "they shake hands"),
    "hug": ("拥抱", "they embrace"),
    "quarrel": ("争吵", "they quarrel"),
    "chase": ("一个追着另一个跑", "one runs after the other"),
    "block": ("一个拦住另一个的路", "one bars the other's way"),
    "shove": ("一个推开另一个", "one shoves the other away"),
    "help_up": ("一个把另一个从地上拉起来", "one helps the other up from the floor"),
}
"""What two people do with each other."""
ROLES: Mapping[str, Words] = {
    "gives": ("把盒子递给对方", "hand a box to the other"),
    "takes": ("从对方手里接过盒子", "take a box from the other"),
    "chases": ("追赶对方", "run after the other"),
    "flees": ("跑着逃开对方", "run away from the other"),
    "comes": ("想过去，被对方拦住", "want to get past and be stopped"),
    "bars": ("张开双臂拦住对方", "bar the other's way with both arms"),
    "shoves": ("推开对方", "shove the other away"),
    "shoved": ("被对方推开", "be shoved away"),
    "helps": ("拉对方站起来", "help the other to stand up"),
    "helped": ("被对方拉着站起来", "be helped to stand up"),
    "follows": ("跟在对方后面走", "walk behind the other"),
    "leads": ("走在对方前面", "walk ahead of the other"),
}
"""What one of two does; each is followed or preceded by its counterpart."""
GROUPS: Mapping[str, Words] = {
    "carry beam": ("三人一起抬一根长梁", "three carry a long beam"),
    "push crate": ("三人一起推一个大箱子", "three push a large crate"),
    "threatened by two": ("两人跺脚挥拳威吓一人", "two threaten one with their fists"),
    "chased by two": ("两人追一人", "two run after one"),
    "barred by two": ("两人张开双臂拦住一人", "two bar one's way with spread arms"),
}
"""What three people do."""
SIDES: Mapping[str, Words] = {
    "with both": ("与另外两人一起做同一件事", "together with both of the others"),
    "with one": ("与其中一人一起，针对另一人", "together with one of them, against the other"),
    "alone": ("独自一方，另外两人针对其一人", "alone, with both of the others against them"),
}
"""What somebody among three does with the other two."""
DEEDS: Mapping[str, Words] = {
    "lift": ("从地上搬起箱子", "lift a box from the floor"),
    "put_down": ("把箱子放到地上", "put a box down on the floor"),
    "push": ("推着箱子走", "push a box along"),
    "pull": ("倒退着拉箱子", "pull a box along"),
    "open": ("掀开箱盖", "open the lid of a chest"),
    "strike": ("用拳头打沙袋", "hit a hanging sack with the fist"),
}
"""What somebody does with a thing."""
MARGINS: Words = (
    "每人站立时至少高120像素，全程不出画面；动作由画面中各关节位置的变化复核，须与动作时间表一致",
    "people are at least 120 pixels tall when standing, never cut off; how joints move in the pictures agrees with the timetable",
)
"""What makes it certain what somebody does."""


def going(key: str) -> Words:
    """Return that somebody walks to a kind of furniture, given as what is done."""
    name = FIXTURES[key.removeprefix("to ")]
    return f"朝{name.zh}走去", f"walk towards the {name.en}"


def people_in(scene: Scene) -> Sequence[Mapping[str, Any]]:
    """Return everybody in a clip: name, colour of the top, and what is done, in order."""
    found: Sequence[Mapping[str, Any]] = scene.pictures[-1].more["people"]
    return found


def tops_in(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours of tops in some scenes."""
    return sorted({str(one["top"]) for scene in scenes for one in people_in(scene)})


def by_top(scene: Scene, top: str, value: Callable[[Mapping[str, Any]], Any]) -> Answer:
    """Answer with a value of the only person with a top of a colour; one who has none does not do what the words presuppose."""
    meant = [one for one in people_in(scene) if one["top"] == top]
    if not meant:
        return Cannot("absent")
    values = [value(one) for one in meant]
    if len(meant) > 1:
        return Cannot("ambiguous", tuple(one for one in values if one is not None))
    if values[0] is None:
        return Cannot("false_premise")
    last = len(scene.pictures) - 1
    return Found(values[0], tuple(_evidence(str(meant[0]["name"]), last)))


def _evidence(name: str, last: int) -> Iterator[tuple[int, str]]:
    """Yield where somebody is seen halfway."""
    yield last // 2, name


def wearing(top: str) -> Words:
    """Return the colour of a top in words."""
    return COLOURS[top].zh, COLOURS[top].en
