"""What classes about dominoes share: the leaning one that starts, and their margins."""

from collections.abc import Mapping
from typing import Any

from mindsight.home.questions.facts.answer import Cannot
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.motion.dominoes import DOMINO

MARGINS: Words = (
    "相邻骨牌中心距5.8–6.7厘米，缺口至少12.6厘米，骨牌高8.5厘米；斜靠的一块倾斜19°；逐块拿走的仿真与按距离的判断一致",
    "dominoes 8.5 cm high are 5.8 to 6.7 cm apart, a gap is at least 12.6 cm; one leans by 19°; simulations agree with distances",
)
ABILITY: Words = ("因果关系：连锁反应", "cause and effect: chain reaction")


def story(facts: Facts) -> dict[str, Any] | Cannot:
    """Return the row if just one domino leans, or why "the leaning domino" means none."""
    leans = facts.more["leans"]
    if len(leans) != 1:
        return Cannot("ambiguous" if leans else "false_premise")
    return facts.more


def uses(facts: Facts, *tones: str) -> tuple[tuple[int, str], ...]:
    """Return the dominoes of some colours as evidence."""
    return tuple((0, one.name) for one in facts.objects if one.kind == DOMINO and one.colour in tones)


def readings(row: Mapping[str, Any], place: int) -> list[str]:
    """Return, if two lean, which would fall first (place 0) or last (−1) for each of them alone."""
    leans, order = row["leans"], row["row"]
    if len(leans) != 2 or place == 0:
        return list(leans) if len(leans) == 2 else []
    pairs = zip(leans, reversed(leans), strict=True)
    return [
        max(row["without"][gone], key=lambda tone: abs(order.index(tone) - order.index(lean))) for lean, gone in pairs
    ]
