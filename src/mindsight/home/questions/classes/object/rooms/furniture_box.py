"""The extent of a piece of furniture in the picture: a box around it."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.box import boxed, meet
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import furniture
from mindsight.home.questions.facts.wording.meaning import meaning


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the box of each piece whose boxes in two scenes have little in common."""
    for one in shuffled(rng, furniture(scenes)):
        boxes = found_in(answer, {"kind": one.kind}, scenes)
        if len(boxes) == 2 and not meet(*boxes):
            yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the box of the only piece of the kind, if all of it is in the picture."""
    return meaning(scene.only, (Meant(asked["kind"]),), boxed)


FURNITURE_BOX = register(
    QuestionClass(
        key="object.furniture_box",
        version=1,
        title=("框出家具", "box around a piece of furniture"),
        ability=("识别与定位", "recognition and localisation"),
        scenes="floor",
        form="box",
        wordings=(
            ("请框出房间里的{thing}。", "Draw a box around the {thing} in the room."),
            (
                "{thing}从哪里到哪里？请给出它的外框。",
                "How far does the {thing} reach in the picture? Give its bounding box.",
            ),
            ("请用一个方框标出{thing}。", "Mark the {thing} with a box."),
            ("请给出恰好围住{thing}的方框。", "Give the smallest box that holds all of the {thing}."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "家具至少92%可见且不贴画面边缘，两个场景中的外框没有共同部分；与正确外框的交并比达到0.5即算对",
            "at least 92 % of the piece is visible, away from the picture's edge; boxes in two scenes do not meet; an IoU of 0.5 is enough",
        ),
    )
)
