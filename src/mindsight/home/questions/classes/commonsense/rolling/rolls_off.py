"""Over which edge of the table the ball rolls."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.rolling.rolls_into import MARGINS, end
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option
from mindsight.home.questions.scenes.motion.rolling import RAMP

EDGES = (
    ("left", "左边", "the left edge"),
    ("right", "右边", "the right edge"),
    ("near", "靠近观察者的一边", "the edge nearest to the viewer"),
    ("far", "远离观察者的一边", "the edge farthest from the viewer"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (the edges are always the same)
    """Ask about the ball."""
    options = shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in EDGES))
    yield Proposal(asked=({},), options=tuple(options))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the edge; that it gets there is a false premise if something is in its way."""
    found = end(scene.only, "")
    if isinstance(found, Unclear):
        return found
    return Found(found, ((0, RAMP),)) if isinstance(found, str) else Cannot("false_premise")


ROLLS_OFF = register(
    QuestionClass(
        key="commonsense.rolls_off",
        version=3,
        title=("小球从哪边滚下桌子", "over which edge the ball rolls"),
        ability=("运动预测：会到哪里", "prediction of motion: where it will land"),
        scenes="rolling",
        form="choice",
        wordings=(
            (
                "松开斜坡上的弹珠球，它什么也没碰到就滚下了桌子，是从哪一边？",
                "The marble on the ramp is let go and rolls off the table without touching anything: over which edge?",
            ),
            (
                "弹珠球滚下斜坡后畅通无阻，会从桌子的哪一边掉下去？",
                "Nothing stops the marble once it has left the ramp. Over which edge of the table does it drop?",
            ),
            (
                "放手以后，弹珠球一路没有阻挡，最后越过桌子的哪条边？",
                "When it is let go, the marble has a free way to an edge of the table: which one?",
            ),
            (
                "斜坡上的弹珠球会直接滚出桌面。它从哪一边离开？",
                "The marble on the ramp will roll right off the tabletop. On which side does it leave?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth",),
        helped_by=("sides",),
        margins=MARGINS,
    )
)
