"""In which order three steps stand in a device's instructions."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import word_options
from mindsight.home.questions.scenes.papers.words import DEVICES


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the order of each three steps."""
    pool = values(scenes, "instructions", "step")
    for device, steps in shuffled(rng, product(titles(scenes, "instructions"), combinations(pool, 3))):
        title, words = DEVICES[device]
        yield Proposal(
            asked=({"device": device, "steps": list(steps)},),
            fields={"device": title},
            options=word_options(shuffled(rng, steps), words),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the steps in the order of their rows; all of them must be there."""

    def program(paper: Paper) -> Answer:
        rows = {paper.row_of("step", step): step for step in asked["steps"]}
        return Found([rows[row] for row in sorted(rows)], paper.use)

    return reading(scene.only, "instructions", asked["device"], program)


INSTRUCTIONS_ORDER = register(
    QuestionClass(
        key="language.instructions_order",
        version=1,
        title=("说明书：步骤的顺序", "instructions: the order of steps"),
        ability=("提取图像文字：设备说明", "text in the picture: instructions of devices"),
        scenes="desk",
        form="sequence",
        wordings=(
            (
                "按照{device}的说明，把这三个步骤按先后排序。",
                "Put these three steps into the order of the {device}'s instructions.",
            ),
            (
                "看桌上{device}的说明纸：这三步的先后顺序是什么？",
                "Look at the sheet for the {device}: in which order do these three steps come?",
            ),
            (
                "{device}说明书里，下面三步按什么次序出现？",
                "In what order do the instructions of the {device} list these three steps?",
            ),
            (
                "使用{device}时，按纸上写的，这三步应依什么顺序做？",
                "Using the {device} as the sheet says, in what order are these three things to be done?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
    )
)
