"""Which of three towers of blocks will fall over."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

SIDES = (
    ("left", "左边的", "the left one"),
    ("middle", "中间的", "the middle one"),
    ("right", "右边的", "the right one"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which tower falls."""
    if all("towers" in scene.only.more for scene in scenes):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in SIDES)))
        yield Proposal(asked=({},), options=options)


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the only tower that falls."""
    falling = [one for one in scene.only.more["towers"] if one["falls"]]
    if len(falling) != 1:
        return Cannot("ambiguous" if falling else "false_premise")
    return Found(falling[0]["side"], tuple((0, name) for name in falling[0]["names"]))


STABILITY = register(
    QuestionClass(
        key="commonsense.stability",
        version=1,
        title=("哪座积木塔会倒", "which tower will fall"),
        ability=("重力与稳定性", "gravity and stability"),
        scenes="towers",
        form="choice",
        wordings=(
            (
                "三座积木塔现在都由机械手夹着顶上一块。松手以后，哪一座会倒？",
                "Robot hands still hold the three towers of blocks. Which one falls over when they are let go?",
            ),
            (
                "积木只是叠着，没有粘住。松手的一刻起，哪座塔站不住？",
                "The blocks only lie on each other, unglued. Which tower will not stay up when it is let go?",
            ),
            (
                "如果机械手不再夹住这些积木塔，哪一座会塌？",
                "If the hands hold these towers of blocks no more, which one collapses?",
            ),
            (
                "这些积木用同样的木头做成，相互没有粘牢。哪座塔放手后会倒下来？",
                "These blocks are of the same wood and not glued. Which tower falls down once it is let go?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "sides"),
        margins=(
            "每层以上的重心距支承边缘至少10毫米（积木长100毫米）；原样和各错动2.5毫米的仿真结果一致",
            "balance is kept or lost by at least 10 mm (blocks are 100 mm long); simulations as pictured and 2.5 mm off agree",
        ),
    )
)
