"""What the ball on the ramp runs into first."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import LEAST_PX
from mindsight.home.questions.question import Option, Words
from mindsight.home.questions.scenes.motion.rolling import BALL, BLOCK, RAMP

_SHOWN = 0.4
MARGINS: Words = (
    "斜坡左右各转2°，仿真结果不变，且与图中直线路径一致；桌边的落点距桌角至少7厘米；各物体露出至少40%，外框短边至少18像素",
    "simulated with the ramp as pictured and turned by 2° either way; edges are left 7 cm from a corner; 40 % of each thing is visible",
)


def options(scenes: Sequence[Scene], rng: Generator, *, blocks: bool = True) -> tuple[Option, ...]:
    """Return the things around the ramp as options in random order, and the blocks by their colours."""
    found = [
        Option(key=one.kind, zh=one.zh, en=one.en) for one in things(scenes) if one.kind not in {RAMP, BALL, BLOCK}
    ]
    tones = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == BLOCK})
    found += [
        Option(key=tone, zh=f"{COLOURS[tone].zh}积木", en=f"{COLOURS[tone].en} block") for tone in tones if blocks
    ]
    return tuple(shuffled(rng, found))


def end(facts: Facts, how: str) -> Object | str | Unclear:
    """Return the thing that the ball touches first, or the edge of the table over which it rolls."""
    loose = [one for one in facts.objects if one.category not in {"fixture", "part"}]
    if any(one.side_px < LEAST_PX or one.shown < _SHOWN for one in loose):
        return Unclear("a thing is not seen well")
    name = facts.more["ends"][how]
    return next((one for one in facts.objects if one.name == name), str(name))


def into(facts: Facts, how: str) -> Answer:
    """Answer with what the ball runs into; that it runs into something is a false premise if it rolls off the table."""
    found = end(facts, how)
    if isinstance(found, Unclear):
        return found
    if isinstance(found, str):
        return Cannot("false_premise")
    return Found(found.colour if found.kind == BLOCK else found.kind, ((0, found.name),))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the ball."""
    yield Proposal(asked=({},), options=options(scenes, rng))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the thing that is hit first."""
    return into(scene.only, "")


ROLLS_INTO = register(
    QuestionClass(
        key="commonsense.rolls_into",
        version=3,
        title=("小球会撞上什么", "what the ball runs into"),
        ability=("运动预测：会到哪里", "prediction of motion: where it will land"),
        scenes="rolling",
        form="choice",
        wordings=(
            ("松开斜坡上的弹珠球，它最先撞上什么？", "The marble on the ramp is let go. What does it run into first?"),
            (
                "弹珠球从斜坡滚下来，一直向前，首先碰到的是哪样东西？",
                "The marble rolls down the ramp and straight on: which thing does it touch first?",
            ),
            ("放手让弹珠球滚下斜坡，它会先碰到谁？", "Let the marble run down the ramp: what will it meet first?"),
            (
                "请预测：斜坡上的弹珠球滚下后最先击中哪样物体？",
                "Predict which object the marble on the ramp strikes first once it rolls.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "kinds"),
        helped_by=("colour",),
        margins=MARGINS,
    )
)
