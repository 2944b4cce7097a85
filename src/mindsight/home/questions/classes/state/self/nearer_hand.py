"""Which of the viewer's own hands is nearer to a thing."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.self.which_hand import OPTIONS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.hands import away_m, hands, held, kinds
from mindsight.home.questions.facts.wording.meaning import meaning

FARTHER, FARTHER_M = 1.25, 0.10


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing."""
    for one in shuffled(rng, kinds(scenes).values()):
        asked = {"kind": one.kind}
        if not any(isinstance(_judged(asked, scene, sure=True), Unclear) for scene in scenes):
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)}, options=tuple(shuffled(rng, OPTIONS)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the hand whose fingers are nearer; where one hand is out of the picture nobody can tell."""
    return _judged(asked, scene, sure=False)


def _judged(asked: Asked, scene: Scene, *, sure: bool) -> Answer:
    facts = scene.only
    seen = hands(facts)

    def nearer(one: Object) -> Answer:
        if any(
            inside is not None and inside.name == one.name for inside in (held(facts, hand) for hand in seen.values())
        ):
            return Unclear("it is in a hand")
        if len(seen) < 2:
            return Cannot("missing_information")
        near, far = sorted(seen, key=lambda side: away_m(facts, seen[side], one))
        least, most = (away_m(facts, seen[side], one) for side in (near, far))
        if sure and most < max(FARTHER * least, least + FARTHER_M):
            return Unclear("both are about equally near")
        return Found(near, ((0, one.name), (0, seen[near].seen.name)))

    return meaning(facts, (Meant(asked["kind"]),), nearer)


NEARER_HAND = register(
    QuestionClass(
        key="state.nearer_hand",
        version=1,
        title=("哪只手离它更近", "which hand is nearer"),
        ability=("自身状态：可及范围", "own state: reach"),
        scenes="hands",
        form="choice",
        wordings=(
            (
                "画面是你（机器人）自己看到的，下方是你自己的手。照它们现在的位置，哪只手离{thing}更近？",
                "This is what you, a robot, see; at the bottom are your own hands. As they are now, which one is nearer to the {thing}?",
            ),
            (
                "假设你就是拍下这张图的机器人：你的哪只手不用走远就能到{thing}那里？",
                "You are the robot that took this picture. Which of your hands has the shorter way to the {thing}?",
            ),
            (
                "从你手指现在的位置量起，到{thing}的距离较短的是左手还是右手？",
                "Measured from your fingers as they are now, is your left or your right hand closer to the {thing}?",
            ),
            (
                "你是机器人，想用离{thing}最近的那只手去拿它，该用哪只？",
                "You are a robot and want to take the {thing} with the hand that is nearest to it. Which hand is that?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=(
            "两只手的手指到物体的距离相差至少25%且至少10厘米；物体露出至少60%，外框短边至少18像素",
            "the distances from the two hands' fingers differ by at least 25 % and 10 cm; 60 % of the thing is visible, 18 pixels wide",
        ),
    )
)
