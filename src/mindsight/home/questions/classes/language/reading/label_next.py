"""What is in the box beside the one with a label."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import in_row, labelled, labels, says
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS
from mindsight.home.questions.scenes.papers.words import CONTENTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the neighbour on each side of the box with each label."""
    pool = labels(scenes, "label_box", CONTENTS)
    for label, side in shuffled(rng, product(pool, SIDE_WORDS)):
        asked = {"label": label, "side": side}
        found = possible(answer, asked, scenes)
        options = offered(found, [one for one in shuffled(rng, pool) if one != label])
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"label": CONTENTS[label], "side": SIDE_WORDS[side]},
                options=word_options(shuffled(rng, options), CONTENTS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the label of the box right beside it; the outermost has none."""
    row = in_row(scene.only, "label_box")

    def program(one: Object) -> Answer:
        place = row.index(one) + (1 if asked["side"] == "right" else -1)
        if not 0 <= place < len(row):
            return Cannot("false_premise")
        label = says(row[place], CONTENTS)
        return Found(label, ((0, one.name), (0, row[place].name))) if label else Cannot("missing_information")

    return labelled(scene.only, "label_box", CONTENTS, asked["label"], program)


LABEL_NEXT = register(
    QuestionClass(
        key="language.label_next",
        version=1,
        title=("标签：旁边的盒子", "label: the box beside"),
        ability=("提取图像文字：标签", "text in the picture: labels"),
        scenes="boxes",
        form="choice",
        wordings=(
            (
                "从你的角度看，紧挨着“{label}”盒子{side}的盒子里装的是什么（看标签）？",
                "As you see it, what is in the box right beside the one labelled “{label}”, on its {side}? Go by the labels.",
            ),
            (
                "“{label}”盒子的{side}紧邻的那个盒子，标签写着什么？",
                "What does the label say of the box next to the “{label}” box on the {side}?",
            ),
            (
                "标着“{label}”的盒子{side}第一个盒子标的是什么？",
                "What is the label of the first box to the {side} of the one marked “{label}”?",
            ),
            (
                "看画面：“{label}”盒子的{side}相邻的盒子装什么？",
                "In the picture, what does the neighbouring box to the {side} of the “{label}” box hold?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading", "sides"),
        margins=(
            "标签上汉字高至少20像素，盒子互不遮挡；颜色取自名称各异的调色板",
            "Chinese on labels is at least 20 pixels high, no box covers another; colours have different names",
        ),
    )
)
