"""With which bowl of rice somebody has broken the custom of the Chinese table.

Rule: chopsticks are not stuck upright into rice, which looks like incense burnt for the dead; they are laid down, as here across the bowl
(USC Digital Folklore Archives, "Etiquette: China").
"""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.which_colour import colour_of_one, colours_for
from mindsight.home.questions.facts.answer import Answer, Cannot
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

BOWL = "rice_bowl"
ABILITY: Words = ("习俗：餐桌礼仪", "custom: manners at table")
_of_bowls = colour_of_one(BOWL, Cannot("false_premise"))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the bowl."""
    yield from colours_for(BOWL, {"upright": ("", "")})(scenes, rng)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the only bowl with chopsticks that stand."""
    return _of_bowls(asked, scene)


RICE_CUSTOM = register(
    QuestionClass(
        key="commonsense.rice_custom",
        version=1,
        title=("哪只碗的筷子放得犯忌", "which bowl's chopsticks break the custom"),
        ability=ABILITY,
        scenes="rice_bowls",
        form="choice",
        contested=True,
        wordings=(
            (
                "按中国人吃饭的规矩，哪种颜色的碗上筷子放得不对？",
                "By the custom of Chinese meals, at the bowl of which colour are the chopsticks put wrongly?",
            ),
            (
                "长辈看到会不高兴的是哪种颜色碗里的筷子？",
                "Chinese grandparents would object to the chopsticks of one bowl. What colour is it?",
            ),
            (
                "有一双筷子犯了餐桌上的忌讳，在哪种颜色的碗里？",
                "One pair of chopsticks breaks a taboo of the Chinese table. In which coloured bowl?",
            ),
            (
                "哪种颜色的碗，筷子的放法在中国餐桌上不礼貌？",
                "Which colour is the bowl whose chopsticks are placed impolitely for a Chinese table?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=(
            "筷子或竖插在饭里，或横放在碗口；碗露出至少60%，外框短边至少18像素",
            "chopsticks stand in the rice or lie across the rim; at least 60 % of a bowl is visible, 18 pixels on its shorter side",
        ),
    )
)
