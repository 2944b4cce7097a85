"""What happened to a thing between two pictures: it was put there, taken away, moved or turned."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.changes import changes, kinds, uses, well_seen
from mindsight.home.questions.question import Option

WAYS = (
    ("added", "被放到了桌上", "it was put on the table"),
    ("gone", "被拿走了", "it was taken away"),
    ("moved", "被挪到了桌上别处", "it was moved elsewhere on the table"),
    ("turned", "在原地转了方向", "it was turned on the spot"),
)
OPTIONS = 2


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing, with the two changes that happen to it as options: of all four, some are drawn more often than others."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for one in shuffled(rng, kinds(scenes).values()):
        asked = {"kind": one.kind}
        known = possible(answer, asked, scenes)
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in WAYS if key in known]
        if len(options) == OPTIONS:
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)}, options=tuple(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what happened to it."""
    found = changes(scene).get(asked["kind"])
    return Cannot("false_premise") if found is None else Found(found, uses(scene, asked["kind"]))


HAPPENED = register(
    QuestionClass(
        key="state.happened",
        version=2,
        title=("发生了什么变化", "what happened to a thing"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "两张图之间，有人动了{thing}。对它做了什么？",
                "Between the two pictures somebody handled the {thing}. What was done with it?",
            ),
            (
                "对比前后两张图，{thing}发生了什么变化？",
                "Compare the earlier and the later picture: what changed about the {thing}?",
            ),
            (
                "从第一张图到第二张图，{thing}经历了哪种变化？",
                "From the first picture to the second, which change did the {thing} undergo?",
            ),
            ("请说明{thing}在两张图之间的变化。", "Say how the {thing} changed between the two pictures."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "time"),
        margins=MARGINS,
    )
)
