"""Which of the viewer's own hands holds a thing."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.self.in_hand import MARGINS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.hands import hands, held, kinds
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

OPTIONS = (Option(key="left", zh="左手", en="the left hand"), Option(key="right", zh="右手", en="the right hand"))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing."""
    for one in shuffled(rng, kinds(scenes).values()):
        yield Proposal(
            asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=tuple(shuffled(rng, OPTIONS))
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the hand that holds the thing; one that lies on the table is in none."""
    facts = scene.only

    def holder(one: Object) -> Answer:
        for side, hand in hands(facts).items():
            inside = held(facts, hand)
            if inside is not None and inside.name == one.name:
                return Found(side, ((0, one.name), (0, hand.seen.name)))
        return Cannot("false_premise")

    return meaning(facts, (Meant(asked["kind"]),), holder)


WHICH_HAND = register(
    QuestionClass(
        key="state.which_hand",
        version=1,
        title=("用哪只手拿着", "which hand holds it"),
        ability=("自身状态：手", "own state: hands"),
        scenes="hands",
        form="choice",
        wordings=(
            (
                "画面是你（机器人）自己看到的，下方是你自己的手。你用哪只手拿着{thing}？",
                "This is what you, a robot, see; at the bottom are your own hands. Which of them holds the {thing}?",
            ),
            (
                "假设你就是拍下这张图的机器人：{thing}在你的哪只手里？",
                "You are the robot that took this picture. In which of your hands is the {thing}?",
            ),
            (
                "以你自己的视角看，夹着{thing}的是左手还是右手？",
                "As you look down at yourself, is it your left or your right hand that grips the {thing}?",
            ),
            (
                "你是机器人，想放下{thing}，该松开哪只手？",
                "You are a robot and want to put down the {thing}: which hand must you open?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=MARGINS,
    )
)
