"""Point at the box with a label."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.labels import labelled, labels
from mindsight.home.questions.scenes.papers.words import CONTENTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the box with each label."""
    for label in shuffled(rng, labels(scenes, "label_box", CONTENTS)):
        yield Proposal(asked=({"label": label},), fields={"label": CONTENTS[label]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the box that bears the label."""
    return labelled(
        scene.only,
        "label_box",
        CONTENTS,
        asked["label"],
        lambda one: Found(list(one.point), ((0, one.name),), (0, one.name)),
    )


LABEL_POINT = register(
    QuestionClass(
        key="language.label_point",
        version=1,
        title=("指出标签所示的盒子", "point at the labelled box"),
        ability=("指代消解：描述到区域", "reference resolution: from a description to a region"),
        scenes="boxes",
        form="point",
        wordings=(
            (
                "请指出标签写着“{label}”的盒子。",
                "Point at the box labelled “{label}”.",
            ),
            (
                "按标签看，{label}在哪个盒子里？请点出它。",
                "Going by the labels, in which box is the {label}? Point at it.",
            ),
            (
                "桌上贴有“{label}”标签的盒子在画面的什么位置？",
                "Where in the picture is the box that bears the label “{label}”?",
            ),
            (
                "我要拿{label}，应该开哪个盒子？请指出来。",
                "I want the {label}. Show me the box that I should open.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "标签上汉字高至少20像素，盒子互不遮挡；颜色取自名称各异的调色板",
            "Chinese on labels is at least 20 pixels high, no box covers another; colours have different names",
        ),
    )
)
