"""What is in the box of a colour, by its label."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import in_row, labels, says
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import CONTENTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the label of the box of each colour."""
    for colour in shuffled(rng, sorted({one.colour for scene in scenes for one in in_row(scene.only, "label_box")})):
        asked = {"colour": colour}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, labels(scenes, "label_box", CONTENTS)))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)},
                options=word_options(shuffled(rng, options), CONTENTS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the label of the only box of the colour."""
    meant = [one for one in in_row(scene.only, "label_box") if one.colour == asked["colour"]]
    return agreed([_label(one) for one in meant]) if meant else Cannot("absent")


def _label(one: Object) -> Answer:
    label = says(one, CONTENTS)
    return Found(label, ((0, one.name),)) if label else Cannot("missing_information")


LABEL = register(
    QuestionClass(
        key="language.label",
        version=1,
        title=("标签：盒里是什么", "label: what is in the box"),
        ability=("提取图像文字：标签", "text in the picture: labels"),
        scenes="boxes",
        form="choice",
        wordings=(
            (
                "按标签看，{colour}的盒子里装的是什么？",
                "Going by its label, what is in the {colour} box?",
            ),
            (
                "桌上{colour}盒子的标签写着什么？",
                "What does the label of the {colour} box on the table say?",
            ),
            (
                "{colour}的那个盒子上标的是哪种东西？",
                "What is the {colour} box labelled with?",
            ),
            (
                "请读出{colour}盒子的标签。",
                "Read the label of the {colour} box.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading", "colour"),
        margins=(
            "标签上汉字高至少20像素，盒子互不遮挡；颜色取自名称各异的调色板",
            "Chinese on labels is at least 20 pixels high, no box covers another; colours have different names",
        ),
    )
)
