"""Which thing shows that somebody was here."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.signs import MARGINS, sign_answer, sign_proposals
from mindsight.home.questions.classes.commonsense.hints.visitor import ABILITY, WHO
from mindsight.home.questions.scenes.signs.themes import VISITORS

VISITOR_TRACE = register(
    QuestionClass(
        key="commonsense.visitor_trace",
        version=1,
        title=("留下的痕迹", "what shows who was here"),
        ability=ABILITY,
        scenes="visitors",
        form="point",
        wordings=(
            (
                "桌上哪样东西说明这里来过{theme}？请指出来。",
                "Which thing on the table tells that {theme} has been here? Point at it.",
            ),
            ("请指出{theme}落在这里的东西。", "Point at what {theme} has left here."),
            (
                "如果{theme}来过，会留下桌上的哪样东西？请指一下。",
                "If {theme} came by, which thing on the table did they leave? Point at it.",
            ),
            ("哪样东西最能表明{theme}来过？请点出。", "Point out the best evidence that {theme} was around."),
        ),
        propose=sign_proposals(VISITORS, WHO),
        answer=sign_answer(VISITORS),
        needs=("kinds",),
        margins=MARGINS,
    )
)
