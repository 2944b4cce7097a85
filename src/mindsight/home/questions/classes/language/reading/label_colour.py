"""Which colour the box with a label has."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.labels import in_row, labelled, labels
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.scenes.papers.words import CONTENTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the colour of the box with each label."""
    colours = sorted({one.colour for scene in scenes for one in in_row(scene.only, "label_box")})
    for label in shuffled(rng, labels(scenes, "label_box", CONTENTS)):
        asked = {"label": label}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, colours))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"label": CONTENTS[label]},
                options=colour_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the box that bears the label."""
    return labelled(scene.only, "label_box", CONTENTS, asked["label"], lambda one: Found(one.colour, ((0, one.name),)))


LABEL_COLOUR = register(
    QuestionClass(
        key="language.label_colour",
        version=1,
        title=("标签：哪种颜色的盒子", "label: which colour of box"),
        ability=("提取图像文字：标签", "text in the picture: labels"),
        scenes="boxes",
        form="choice",
        wordings=(
            (
                "标签写着“{label}”的盒子是什么颜色的？",
                "What colour is the box labelled “{label}”?",
            ),
            (
                "要找{label}，该打开哪种颜色的盒子？请看标签。",
                "Going by the labels, the box of which colour holds {label}?",
            ),
            (
                "桌上装{label}的盒子（见标签）是哪种颜色？",
                "On the table is a box for {label}, as its label says. Which colour is it?",
            ),
            (
                "请说出贴有“{label}”标签的盒子的颜色。",
                "Name the colour of the box that bears the label “{label}”.",
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
