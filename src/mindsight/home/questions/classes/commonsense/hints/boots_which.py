"""Which boots came in from a certain weather."""

from collections.abc import Mapping

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.boots_weather import ABILITY, BOOTS, MARGINS
from mindsight.home.questions.classes.commonsense.hints.which_colour import colour_of_one, colours_for
from mindsight.home.questions.facts.answer import Cannot
from mindsight.home.questions.question import Words

WALKED: Mapping[str, Words] = {
    "rain": ("在雨里走过", "through the rain"),
    "snow": ("在雪里走过", "through the snow"),
    "dry": ("在干燥的地面上走过", "on dry ground only"),
}

BOOTS_WHICH = register(
    QuestionClass(
        key="commonsense.boots_which",
        version=1,
        title=("哪双靴子经过这种天气", "which boots came in from a weather"),
        ability=ABILITY,
        scenes="boots",
        form="choice",
        wordings=(
            (
                "这些靴子里，刚刚{state}的那双是什么颜色？",
                "One pair of these boots has just walked {state}. What colour is it?",
            ),
            ("哪种颜色的靴子的主人刚刚{state}？", "Boots of which colour has their owner just worn {state}?"),
            ("请找出{state}的那双靴子，说出颜色。", "Find the pair that was worn {state} and name its colour."),
            (
                "看样子，哪种颜色的那双靴子是{state}回来的？",
                "By its looks, the pair of which colour came back from walking {state}?",
            ),
        ),
        propose=colours_for(BOOTS, WALKED),
        answer=colour_of_one(BOOTS, Cannot("false_premise")),
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
