"""Who was here, by what was left behind."""

from collections.abc import Mapping

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.signs import MARGINS, theme_answer, theme_proposals
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.signs.themes import VISITORS

WHO: Mapping[str, Words] = {
    "baby": ("婴儿", "a baby"),
    "dog": ("狗", "a dog"),
    "painter": ("画家", "a painter"),
    "footballer": ("踢足球的人", "a football player"),
    "swimmer": ("游泳的人", "a swimmer"),
    "traveller": ("旅行的人", "a traveller"),
}
ABILITY: Words = ("隐藏信息：谁来过", "hidden information: who was here")

VISITOR = register(
    QuestionClass(
        key="commonsense.visitor",
        version=1,
        title=("谁来过", "who was here"),
        ability=ABILITY,
        scenes="visitors",
        form="choice",
        wordings=(
            (
                "有一位客人来过，在桌上落下了自己的东西。最可能是谁？",
                "One guest was here and left something of its own on the table. Who was it most likely?",
            ),
            (
                "从桌上落下的东西看，下面哪一位刚刚来过？",
                "Judging by what was left on the table, which of these has just been here?",
            ),
            ("请推断刚才在这里的是谁。", "Infer who was here a moment ago."),
            (
                "桌上有一样东西不是家里常用的，而是来客留下的。来客是谁？",
                "One thing on the table is no everyday thing of the house: a visitor forgot it. Who was the visitor?",
            ),
        ),
        propose=theme_proposals(VISITORS, WHO),
        answer=theme_answer(VISITORS),
        needs=("kinds",),
        margins=MARGINS,
    )
)
