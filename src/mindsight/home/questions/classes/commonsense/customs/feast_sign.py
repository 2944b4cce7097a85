"""Which thing belongs to a feast; the signs and their sources are those of ``feast``."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.customs.feast import ABILITY, NAMES
from mindsight.home.questions.classes.commonsense.hints.signs import MARGINS, sign_answer, sign_proposals
from mindsight.home.questions.scenes.signs.themes import FEASTS

FEAST_SIGN = register(
    QuestionClass(
        key="commonsense.feast_sign",
        version=1,
        title=("节日的标志", "the sign of a feast"),
        ability=ABILITY,
        scenes="feasts",
        form="point",
        contested=True,
        wordings=(
            ("请指出桌上属于{theme}的东西。", "Point at the thing on the table that belongs to {theme}."),
            ("哪样东西是为{theme}准备的？请指一下。", "Which thing was got ready for {theme}? Point at it."),
            (
                "桌上哪样东西会让人想到{theme}？请点出来。",
                "What on the table makes one think of {theme}? Point it out.",
            ),
            ("过{theme}才会摆出来的是哪一样？请指出。", "Point at what is put out just for {theme}."),
        ),
        propose=sign_proposals(FEASTS, NAMES),
        answer=sign_answer(FEASTS),
        needs=("kinds",),
        margins=MARGINS,
    )
)
