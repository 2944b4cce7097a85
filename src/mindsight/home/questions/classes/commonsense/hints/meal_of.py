"""What was eaten from the plate of a colour, by what is left on it."""

from collections.abc import Mapping

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.boots_weather import MARGINS, program_for, proposals_for
from mindsight.home.questions.question import Words

PLATE = "used_plate"
MEALS: Mapping[str, Words] = {"fish": ("鱼", "fish"), "egg": ("鸡蛋", "eggs"), "chicken": ("鸡腿", "chicken legs")}
ABILITY: Words = ("隐藏信息：吃过什么", "hidden information: what was eaten")

MEAL_OF = register(
    QuestionClass(
        key="commonsense.meal_of",
        version=1,
        title=("盘子里吃过什么", "what was eaten from a plate"),
        ability=ABILITY,
        scenes="meals",
        form="choice",
        wordings=(
            ("用带{colour}边的盘子的人吃了什么？", "What did the person eat who had the plate with the {colour} rim?"),
            (
                "从残余看，{colour}边的盘子里原来盛的是什么？",
                "Going by the leftovers, what had been served on the plate with the {colour} rim?",
            ),
            ("{colour}边盘子里的剩渣说明吃过什么？", "What do the remains on the {colour}-rimmed plate say was eaten?"),
            ("请推断{colour}边的盘子盛过哪种食物。", "Infer which food was on the {colour}-rimmed plate."),
        ),
        propose=proposals_for(PLATE, MEALS),
        answer=program_for(PLATE, MEALS),
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
