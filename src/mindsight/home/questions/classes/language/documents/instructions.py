"""Which step of a device's instructions has a number."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DEVICES

ORDINALS = {
    1: ("第一", "first"),
    2: ("第二", "second"),
    3: ("第三", "third"),
    4: ("第四", "fourth"),
    5: ("第五", "fifth"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the step of each number."""
    for device, number in shuffled(rng, product(titles(scenes, "instructions"), ORDINALS)):
        title, steps = DEVICES[device]
        asked = {"device": device, "number": number}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, values(scenes, "instructions", "step")))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"device": title, "number": ORDINALS[number]},
                options=word_options(shuffled(rng, options), steps),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the step beside the number."""

    def program(paper: Paper) -> Answer:
        return Found(paper.at(paper.row_of("number", asked["number"]), "step"), paper.use)

    return reading(scene.only, "instructions", asked["device"], program)


INSTRUCTIONS = register(
    QuestionClass(
        key="language.instructions",
        version=1,
        title=("说明书：第几步", "instructions: the nth step"),
        ability=("提取图像文字：设备说明", "text in the picture: instructions of devices"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "按照{device}的说明，{number}步做什么？",
                "According to the instructions of the {device}, what is the {number} step?",
            ),
            (
                "看桌上{device}的说明纸：{number}步是什么？",
                "Look at the sheet for the {device}: what comes {number}?",
            ),
            (
                "{device}说明书里的{number}步写的是什么？",
                "In the instructions of the {device}, what does the {number} line tell one to do?",
            ),
            (
                "使用{device}时，按纸上写的，{number}步应该做什么？",
                "When using the {device} as the sheet says, what has to be done as the {number} thing?",
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
