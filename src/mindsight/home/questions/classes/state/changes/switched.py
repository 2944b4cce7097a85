"""Whether a lamp was switched on or off between two pictures."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

LAMPS = ("table_lamp",)
WAYS = (("on", "被打开了", "it was switched on"), ("off", "被关掉了", "it was switched off"))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each kind of lamp."""
    lamps = {one.kind: one for scene in scenes for one in scene.pictures[0].objects if one.kind in LAMPS}
    for kind in sorted(lamps):
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in WAYS]
        yield Proposal(
            asked=({"kind": kind},),
            fields={"lamp": (lamps[kind].zh, lamps[kind].en)},
            options=tuple(shuffled(rng, options)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer from whether it shines in each picture."""
    found = [[one for one in facts.objects if one.kind == asked["kind"]] for facts in scene.pictures]
    if any(len(lamps) != 1 for lamps in found):
        return Unclear("not one lamp in each picture")
    (before,), (after,) = found
    was_on, is_on = bool(before.says.get("on")), bool(after.says.get("on"))
    if was_on == is_on:
        return Cannot("false_premise")
    return Found("on" if is_on else "off", ((0, before.name), (1, after.name)))


SWITCHED = register(
    QuestionClass(
        key="state.switched",
        version=2,
        title=("开灯还是关灯", "switched on or off"),
        ability=("开关状态的变化", "changes of the environment: on and off"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "两张图之间有人按了{lamp}的开关，它被打开了还是被关掉了？",
                "Somebody used the switch of the {lamp} between the two pictures: on or off?",
            ),
            (
                "从第一张图到第二张图，{lamp}的开关状态怎么变了？",
                "From the first picture to the second, how did the {lamp} change: on or off?",
            ),
            (
                "第一张图之后，{lamp}是被打开的还是被关上的？",
                "After the first picture, was the {lamp} switched on or off?",
            ),
            (
                "请判断两张图之间{lamp}的变化：打开还是关掉？",
                "Judge how the {lamp} was switched between the two pictures: on or off?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("states", "time"),
        margins=(
            "灯罩亮与不亮颜色相差很大，灯在图中央附近完整可见",
            "a lit shade differs much in colour; the lamp is wholly in the picture",
        ),
    )
)
