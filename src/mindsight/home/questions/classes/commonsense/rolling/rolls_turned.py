"""What the ball would run into if the ramp were turned by a quarter: both worlds are simulated."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.rolling.rolls_into import MARGINS, into, options
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

TURNS: Mapping[str, Words] = {"clockwise": ("顺时针", "clockwise"), "anticlockwise": ("逆时针", "anticlockwise")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about both turns, with what is hit in either scene as options: of all things, some are hit more often than others."""
    for turn in shuffled(rng, TURNS):
        known = possible(answer, {"turn": turn}, scenes)
        offered = tuple(one for one in options(scenes, rng) if one.key in known)
        yield Proposal(asked=({"turn": turn},), fields={"turn": TURNS[turn]}, options=offered)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what is hit first in the world with the ramp turned."""
    return into(scene.only, asked["turn"])


ROLLS_TURNED = register(
    QuestionClass(
        key="commonsense.rolls_turned",
        version=4,
        title=("斜坡转四分之一圈后小球会撞上什么", "what the ball would run into with the ramp turned"),
        ability=("反事实推理", "counterfactual reasoning"),
        scenes="rolling",
        form="choice",
        wordings=(
            (
                "假如从上往下看，把斜坡连同弹珠球原地{turn}转四分之一圈，再松手，弹珠球会先撞上什么？",
                "Suppose the ramp and its marble are turned on the spot by a quarter {turn}, seen from above. What would be hit first?",
            ),
            (
                "斜坡原地{turn}旋转90°（俯视）之后，滚下的弹珠球首先碰到哪样东西？",
                "After the ramp is rotated 90° {turn} in place (seen from above), which thing does the marble touch first?",
            ),
            (
                "俯视时先把斜坡{turn}转90°，弹珠球再滚下来，最先击中的是什么？",
                "First turn the ramp {turn} by 90° as seen from above, then let the marble go: what does it strike first?",
            ),
            (
                "要是斜坡从上面看{turn}转过一个直角，弹珠球滚下去会碰到谁？",
                "Were the ramp turned {turn} through a right angle, as seen from above, what would the marble meet?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "kinds", "sides"),
        helped_by=("colour",),
        margins=MARGINS,
    )
)
