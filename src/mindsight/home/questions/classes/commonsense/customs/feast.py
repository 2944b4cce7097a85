"""For which feast a home is decorated.

Chinese feasts are those of the first national list of intangible cultural heritage (State Council, 2006); all signs are as Encyclopædia
Britannica describes them: a lantern or 福 for the Spring Festival, mooncakes for the Mid-Autumn Festival, a fir with balls and a star for
Christmas, a carved pumpkin for Halloween, painted eggs for Easter.
"""

from collections.abc import Mapping

from mindsight.home.questions.classes import QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.signs import MARGINS, theme_answer, theme_proposals
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.signs.themes import FEASTS

NAMES: Mapping[str, Words] = {
    "spring": ("春节", "the Spring Festival"),
    "christmas": ("圣诞节", "Christmas"),
    "halloween": ("万圣节", "Halloween"),
    "easter": ("复活节", "Easter"),
    "midautumn": ("中秋节", "the Mid-Autumn Festival"),
}
ABILITY: Words = ("文化符号", "cultural signs")

FEAST = register(
    QuestionClass(
        key="commonsense.feast",
        version=1,
        title=("在过什么节", "which feast it is"),
        ability=ABILITY,
        scenes="feasts",
        form="choice",
        contested=True,
        wordings=(
            (
                "从桌上的摆设看，这家人在过什么节？",
                "Judging by what is put out on the table, which feast does this family keep?",
            ),
            ("桌上的东西表明快到哪个节日了？", "Which feast is near, as something on the table tells?"),
            ("请看桌上的东西，说出这家在庆祝的节日。", "Look at the table and name the feast that is celebrated here."),
            ("这张桌子是为哪个节日布置的？", "For which feast has this table been decorated?"),
        ),
        propose=theme_proposals(FEASTS, NAMES),
        answer=theme_answer(FEASTS),
        needs=("kinds",),
        margins=MARGINS,
    )
)
