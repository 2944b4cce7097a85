"""Whether a tray is tidy: whether only things of one sort lie on it."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.scene.sorted_trays import MARGINS, astray, on_tray, tray_colours
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the tray of each colour."""
    for colour in shuffled(rng, tray_colours(scenes)):
        yield Proposal(asked=({"colour": colour},), fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if nothing of another sort lies on it."""

    def tidy(tray: Object) -> Answer:
        found = astray(scene.only, tray)
        return Found("no" if found else "yes", ((0, tray.name), *((0, one.name) for one in found)))

    return on_tray(scene.only, asked["colour"], tidy)


TIDY = register(
    QuestionClass(
        key="state.tidy",
        version=1,
        title=("收得整不整齐", "is it tidy"),
        ability=("场景状态：整洁度", "scene state: tidiness"),
        scenes="trays",
        form="yes_no",
        wordings=(
            (
                "每个托盘只该放一类东西：食物、玩具、文具或洗漱用品。{colour}托盘收拾好了吗？",
                "Each tray is for one sort only: food, toys, stationery or washing things. Is the {colour} tray in order?",
            ),
            (
                "桌上的东西该按类分开。{colour}托盘里的东西都是同一类吗？",
                "The things on the table are to be sorted. Is everything on the {colour} tray of one sort?",
            ),
            (
                "{colour}的托盘里没有混进别类的东西，对吗？",
                "Is it true that nothing of another sort has got onto the {colour} tray?",
            ),
            (
                "不用再整理，{colour}托盘里就已经只有一类东西了吗？",
                "Does the {colour} tray, as it is, hold things of just one sort, so that nothing has to be tidied?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=MARGINS,
    )
)
