"""What the classes about things that hide others share: which thing hides a part of which."""

from mindsight.home.questions.facts.answer import Unclear
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.question import Words

LEAST, MOST_NONE = 0.10, 0.015
"""Share of a thing that another hides for certain; less than the second is none."""
MARGINS: Words = (
    "被挡住的部分占10%到40%，没有挡住时不到1.5%；物体露出至少60%，外框短边至少18像素",
    "10 to 40 % of what is hidden is hidden, of other things less than 1.5 %; all are 60 % visible, 18 pixels wide",
)


def hiding(facts: Facts, one: Object) -> list[Object] | Unclear:
    """Return the things that hide a part of one."""
    shares = facts.more["covered"].get(one.name, {})
    if any(MOST_NONE < share < LEAST for share in shares.values()):
        return Unclear("hardly anything of it is hidden")
    return [facts.named(name) for name, share in sorted(shares.items()) if share >= LEAST]


def hidden_by(facts: Facts, one: Object) -> list[Object] | Unclear:
    """Return the things of which one hides a part."""
    shares = {back: own.get(one.name, 0.0) for back, own in facts.more["covered"].items()}
    if any(MOST_NONE < share < LEAST for share in shares.values()):
        return Unclear("it hides hardly anything")
    return [facts.named(name) for name, share in sorted(shares.items()) if share >= LEAST]
