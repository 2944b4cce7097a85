"""From which plate something was eaten."""

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.boots_weather import MARGINS
from mindsight.home.questions.classes.commonsense.hints.meal_of import ABILITY, MEALS, PLATE
from mindsight.home.questions.classes.commonsense.hints.which_colour import colour_of_one, colours_for
from mindsight.home.questions.facts.answer import Cannot

MEAL_PLATE = register(
    QuestionClass(
        key="commonsense.meal_plate",
        version=1,
        title=("谁的盘子里吃过这种食物", "from which plate something was eaten"),
        ability=ABILITY,
        scenes="meals",
        form="choice",
        wordings=(
            (
                "有人吃了{state}，用的是哪种颜色边的盘子？",
                "Somebody has eaten {state}. The plate with which colour of rim was it?",
            ),
            ("哪种颜色边的盘子里盛过{state}？", "On the plate with a rim of which colour had {state} been served?"),
            (
                "请找出吃{state}的人用的盘子，说出盘边的颜色。",
                "Find the plate of the one who ate {state} and name the colour of its rim.",
            ),
            (
                "吃{state}留下的残余在哪种颜色边的盘子里？",
                "The leftovers of {state} lie on the plate with a rim of which colour?",
            ),
        ),
        propose=colours_for(PLATE, MEALS),
        answer=colour_of_one(PLATE, Cannot("absent")),
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
