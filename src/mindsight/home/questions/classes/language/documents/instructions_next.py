"""Which step comes right after another in a device's instructions."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DEVICES


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what follows each step."""
    pool = values(scenes, "instructions", "step")
    for device, step in shuffled(rng, product(titles(scenes, "instructions"), pool)):
        title, steps = DEVICES[device]
        asked = {"device": device, "step": step}
        found = possible(answer, asked, scenes)
        options = offered(found, [one for one in shuffled(rng, pool) if one != step])
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"device": title, "step": steps[step]},
                options=word_options(shuffled(rng, options), steps),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the step below; the last one has none."""

    def program(paper: Paper) -> Answer:
        row = paper.row_of("step", asked["step"])
        if row == len(paper.column("number")) - 1:
            return Cannot("false_premise")
        return Found(paper.at(row + 1, "step"), paper.use)

    return reading(scene.only, "instructions", asked["device"], program)


INSTRUCTIONS_NEXT = register(
    QuestionClass(
        key="language.instructions_next",
        version=1,
        title=("说明书：下一步", "instructions: the next step"),
        ability=("提取图像文字：设备说明", "text in the picture: instructions of devices"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "按照{device}的说明，“{step}”之后紧接着做什么？",
                "According to the instructions of the {device}, what comes right after “{step}”?",
            ),
            (
                "看桌上{device}的说明纸：做完“{step}”，下一步是什么？",
                "Look at the sheet for the {device}: when “{step}” is done, what is next?",
            ),
            (
                "{device}说明书里，排在“{step}”后面的一步是什么？",
                "In the instructions of the {device}, which step follows “{step}”?",
            ),
            (
                "使用{device}时，按纸上写的，“{step}”的下一步是哪一步？",
                "Using the {device} as the sheet says, which step comes next after “{step}”?",
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
