"""How large a room is, in square metres."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import found_in, told_apart
from mindsight.home.questions.facts.facts import Scene

SHARE = 0.25


def tolerance(true_m2: float) -> float:
    """Return how far an answer may be off, m²."""
    return SHARE * true_m2


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask the one question, if no number is right for both rooms."""
    if told_apart(found_in(answer, {}, scenes), tolerance):
        yield Proposal(asked=({},))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the area of the floor; a piece of wall does not tell it."""
    sides = scene.only.more["floor_m"]
    if not sides:
        return Cannot("missing_information")
    width, depth = sides
    shown = sorted((one for one in scene.only.objects if one.pixels), key=lambda one: (-one.pixels, one.name))
    return Found(round(width * depth, 1), ((0, shown[0].name),) if shown else ())


ROOM_SIZE = register(
    QuestionClass(
        key="object.room_size",
        version=3,
        title=("房间有多大", "how large a room is"),
        ability=("空间结构：尺寸估计", "spatial structure: size in numbers"),
        scenes="sizes",
        form="number",
        chance=0.5,  # of the best constant guess
        unit="m²",
        wordings=(
            (
                "图中的房间地面大约有多少平方米（家具占的地方也算）？",
                "About how many square metres of floor has the room in the picture, the floor under furniture included?",
            ),
            (
                "请估计这个房间的面积，单位是平方米。",
                "Estimate the area of this room in square metres.",
            ),
            (
                "如果给整个房间铺地板，大约要铺多少平方米？",
                "If the whole room were to get a new floor, about how many square metres would it be?",
            ),
            (
                "墙与墙之间围起来的地面，面积大约是几平方米？",
                "How many square metres, roughly, is the floor between the walls of this room?",
            ),
        ),
        propose=propose,
        answer=answer,
        tolerance=tolerance,
        needs=("depth",),
        margins=(
            "允许误差25%；没有一个数对两个房间都对；整个房间从一角拍摄，或只见1米外的一小块墙",
            "25 % off is allowed; no number is right for both rooms; a room is seen whole from a corner, or only a piece of wall 1 m away",
        ),
    )
)
