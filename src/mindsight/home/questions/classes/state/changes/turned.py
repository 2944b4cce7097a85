"""Which thing was turned on the spot between two pictures."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS, answer, proposals_for
from mindsight.home.questions.scenes.rooms.changes import LONG_KINDS

TURNED = register(
    QuestionClass(
        key="state.turned",
        version=2,
        title=("什么被转了方向", "what was turned"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            ("第一张图之后，哪样东西在原地转了方向？", "After the first picture, which thing was turned on the spot?"),
            (
                "两张图里位置没变、朝向却变了的是哪样东西？",
                "Which thing is at the same place in both pictures but points another way?",
            ),
            (
                "有人把一样东西原地转了九十度，是哪样？",
                "Somebody turned one thing by a right angle without moving it elsewhere. Which one?",
            ),
            (
                "请找出两张图之间只改变了摆放方向的那样物品。",
                "Find the one thing that only changed its direction between the two pictures.",
            ),
        ),
        propose=proposals_for("turned", LONG_KINDS),
        answer=answer,
        needs=("kinds", "time"),
        margins=MARGINS,
    )
)
