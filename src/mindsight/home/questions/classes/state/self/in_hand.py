"""What the viewer's own left or right hand holds."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.rooms.hands import Side, hands, held, kinds
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.experiments.hands import HELD

SIDES: Mapping[Side, Words] = {"left": ("左", "left"), "right": ("右", "right")}
_OPTIONS = 3
MARGINS: Words = (
    "手里的东西露出至少60%，外框短边至少18像素；手或者在画面里，或者完全不在",
    "at least 60 % of what is held is visible, 18 pixels on its shorter side; a hand is in the picture, or nothing of it",
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each hand."""
    # Only what a hand can hold: of anything else the words alone would say that it is not the answer.
    known = {kind: one for kind, one in kinds(scenes).items() if kind in HELD}
    for side in shuffled(rng, SIDES):
        options = offered(possible(answer, {"side": side}, scenes), shuffled(rng, known), _OPTIONS)
        if options is not None:
            yield Proposal(
                asked=({"side": side},),
                fields={"side": SIDES[side]},
                options=kind_options(known[key] for key in shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what the hand holds; of a hand that is out of the picture nobody can tell."""
    hand = hands(scene.only).get(asked["side"])
    if hand is None:
        return Cannot("missing_information")
    one = held(scene.only, hand)
    if one is None:
        return Cannot("false_premise")
    return Found(one.kind, ((0, one.name),)) if clear(one) else Unclear("not seen well")


IN_HAND = register(
    QuestionClass(
        key="state.in_hand",
        version=2,
        title=("我手里拿着什么", "what is in my hand"),
        ability=("自身状态：手", "own state: hands"),
        scenes="hands",
        form="choice",
        wordings=(
            (
                "画面是你（机器人）自己看到的，下方是你自己的手。你的{side}手拿着什么？",
                "This is what you, a robot, see; at the bottom are your own hands. What does your {side} hand hold?",
            ),
            (
                "假设你就是拍下这张图的机器人：你的{side}手里是什么东西？",
                "You are the robot that took this picture. What is in your {side} hand?",
            ),
            (
                "以你自己的视角看，你的{side}手正夹着哪样东西？",
                "As you look down at yourself, which thing is your {side} hand gripping?",
            ),
            (
                "你是机器人，正看着面前的桌子。你用{side}手拿住的是什么？",
                "You are a robot in front of a table. What have you taken into your {side} hand?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=MARGINS,
    )
)
