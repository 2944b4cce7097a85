"""Which ball cannot get through any gap."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.gaps.gap import MARGINS, ball_colours
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.scenes.experiments.gates import fits


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the ball."""
    yield Proposal(asked=({},), options=colour_options(ball_colours(scenes, rng)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the colour of the only ball for which all gaps are too narrow."""
    facts = scene.only
    balls = [one for one in facts.objects if one.kind == "small_ball"]
    if any(not clear(one) for one in balls):
        return Unclear("a ball is not seen well")
    through = fits(facts.more)
    stuck = [one for one in balls if not through[one.name]]
    if len(stuck) != 1:
        return Cannot("ambiguous" if stuck else "false_premise")
    return Found(stuck[0].colour, ((0, stuck[0].name),))


GAP_BLOCKED = register(
    QuestionClass(
        key="commonsense.gap_blocked",
        version=1,
        title=("哪个球哪个缺口都过不去", "which ball fits through no gap"),
        ability=("物理常识：能否通过", "physical common sense: what fits through"),
        scenes="gates",
        form="choice",
        wordings=(
            (
                "有一个小球哪个缺口都过不去，它是什么颜色的？",
                "One ball fits through none of the gaps. What colour is it?",
            ),
            (
                "木桩之间的缺口对哪个颜色的小球来说全都太窄？",
                "For the ball of which colour are all the gaps between the posts too narrow?",
            ),
            (
                "哪种颜色的小球无法滚到木桩后面去？",
                "The ball of which colour cannot roll behind the posts through any gap?",
            ),
            (
                "只有一个小球会被木桩挡住，是什么颜色的？",
                "Just one ball is stopped by the posts whichever gap it takes: what colour is it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "depth"),
        margins=MARGINS,
    )
)
