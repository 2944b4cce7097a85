"""Which thing of the first picture is gone in the second."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS, answer, proposals_for

GONE = register(
    QuestionClass(
        key="state.gone",
        version=2,
        title=("少了什么", "what was taken away"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "与第一张图相比，第二张图的桌上少了什么？",
                "Compared with the first picture, what is missing from the table in the second?",
            ),
            (
                "两张图之间，有人从桌上拿走了一样东西，是什么？",
                "Between the two pictures somebody took one thing from the table. What was it?",
            ),
            (
                "第一张图里有、第二张图里没有的是哪样东西？",
                "Which thing is in the first picture but not in the second?",
            ),
            ("请找出后一张图中消失了的那样物品。", "Find the one thing that has disappeared in the later picture."),
        ),
        propose=proposals_for("gone"),
        answer=answer,
        needs=("kinds", "time"),
        margins=MARGINS,
    )
)
