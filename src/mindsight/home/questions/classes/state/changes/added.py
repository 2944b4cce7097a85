"""Which thing is new in the second of two pictures."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS, answer, proposals_for

ADDED = register(
    QuestionClass(
        key="state.added",
        version=2,
        title=("多了什么", "what was added"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "与第一张图相比，第二张图的桌上多了什么？",
                "Compared with the first picture, what is new on the table in the second?",
            ),
            (
                "两张图之间，有人往桌上添了一样东西，是什么？",
                "Between the two pictures somebody put one more thing on the table. What is it?",
            ),
            (
                "第二张图里有、第一张图里没有的是哪样东西？",
                "Which thing is in the second picture but not in the first?",
            ),
            ("请找出后一张图中新出现的那样物品。", "Find the one thing that has appeared in the later picture."),
        ),
        propose=proposals_for("added"),
        answer=answer,
        needs=("kinds", "time"),
        margins=MARGINS,
    )
)
