"""Which thing was moved to another place between two pictures."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS, answer, proposals_for

MOVED = register(
    QuestionClass(
        key="state.moved",
        version=2,
        title=("什么被挪动了", "what was moved"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "第一张图之后，桌上哪样东西被挪到了别处？",
                "After the first picture, which thing was moved to another place on the table?",
            ),
            ("两张图都有、但位置变了的是哪样东西？", "Which thing is in both pictures but at a different place?"),
            (
                "请找出两张图之间换了位置的那样物品。",
                "Find the one thing whose place changed between the two pictures.",
            ),
            (
                "有一样东西仍在桌上，却不在原来的地方了，是哪样？",
                "One thing is still on the table but no longer where it was. Which one?",
            ),
        ),
        propose=proposals_for("moved"),
        answer=answer,
        needs=("kinds", "time"),
        margins=MARGINS,
    )
)
