"""Which lamp a switch turns on and off, from pictures before and after levers were moved."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

LAMPS = (
    ("left", "左边的灯", "the left lamp"),
    ("middle", "中间的灯", "the middle lamp"),
    ("right", "右边的灯", "the right lamp"),
)


def switch_colours(scenes: Sequence[Scene], rng: Generator) -> list[str]:
    """Return the colours of switches in random order."""
    return shuffled(rng, sorted({tone for scene in scenes for tone in scene.pictures[-1].more["switches"]}))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each switch."""
    for tone in switch_colours(scenes, rng):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in LAMPS)))
        yield Proposal(
            asked=({"colour": tone},), fields={"colour": (COLOURS[tone].zh, COLOURS[tone].en)}, options=options
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the lamp, if the pictures tell it."""
    more = scene.pictures[-1].more
    if asked["colour"] not in more["switches"]:
        return Cannot("absent")
    lamp = more["turns"].get(asked["colour"])
    return Cannot("missing_information") if lamp is None else Found(lamp, _switch(scene, asked["colour"]))


def _switch(scene: Scene, colour: str) -> tuple[tuple[int, str], ...]:
    number = len(scene.pictures) - 1
    return tuple(
        (number, one.name)
        for one in scene.pictures[number].objects
        if one.kind == "lever_switch" and one.colour == colour
    )


CAUSE = register(
    QuestionClass(
        key="commonsense.cause",
        version=1,
        title=("哪个开关管哪盏灯", "which lamp a switch turns"),
        ability=("因果关系", "cause and effect"),
        scenes="switches",
        form="choice",
        wordings=(
            (
                "三个开关各管一盏灯，图片按时间先后排列。{colour}开关管的是哪盏灯？",
                "Each of the three switches turns its own lamp; the pictures follow in time. Which lamp does the {colour} switch turn?",
            ),
            (
                "每个开关只控制一盏灯，扳一次亮灭就变一次。{colour}的开关控制哪盏灯？",
                "Each switch controls one lamp and changes it whenever its lever is moved. Which lamp does the {colour} one control?",
            ),
            (
                "请比较前后几张图：一个开关对应一盏灯，{colour}开关对应哪一盏？",
                "Compare the pictures in order: there is one lamp for each switch. Which one belongs to the {colour} switch?",
            ),
            (
                "三盏灯分别由三个拨杆开关控制。扳动{colour}开关，哪盏灯会变？",
                "Three lever switches control the three lamps, one each. Which lamp changes when the {colour} lever is moved?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "colour", "states", "sides"),
        margins=(
            "拨杆向左或向右倾斜40°，灯亮灭分明；两个开关同时扳动时不能区分，两个开关已知时第三个可推出",
            "levers lean by 40°, lamps are clearly on or off; two levers moved at once cannot be distinguished",
        ),
    )
)
