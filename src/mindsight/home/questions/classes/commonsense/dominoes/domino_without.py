"""Whether a domino would fall if another one were taken away first: each such world is simulated."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.dominoes.row import MARGINS, story, uses
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each two colours."""
    tones = sorted({tone for scene in scenes for tone in scene.only.more["row"]})
    for gone, other in shuffled(rng, permutations(tones, 2)):
        fields = {name: (COLOURS[tone].zh, COLOURS[tone].en) for name, tone in (("gone", gone), ("other", other))}
        yield Proposal(asked=({"gone": gone, "other": other},), fields=fields)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if it falls in the world without the first one."""
    facts, gone, other = scene.only, asked["gone"], asked["other"]
    if not {gone, other} <= set(facts.more["row"]):
        return Cannot("absent")
    row = story(facts)
    if isinstance(row, Cannot):
        return row
    if gone in row["leans"]:
        return Cannot("false_premise")
    return Found("yes" if other in row["without"][gone] else "no", uses(facts, gone, other))


DOMINO_WITHOUT = register(
    QuestionClass(
        key="commonsense.domino_without",
        version=1,
        title=("拿走一块骨牌，另一块还会倒吗", "would a domino fall without another one"),
        ability=("反事实推理", "counterfactual reasoning"),
        scenes="dominoes",
        form="yes_no",
        wordings=(
            (
                "假如先拿走直立的{gone}骨牌，再松开斜着的那块，{other}骨牌还会倒吗？",
                "If the upright {gone} domino were taken away before the leaning one is let go, would the {other} domino fall?",
            ),
            (
                "要是没有直立的{gone}骨牌，斜着的一块倒下后，{other}骨牌会被撞倒吗？",
                "Without the upright {gone} domino, would the fall of the leaning one bring down the {other} one?",
            ),
            (
                "设想直立的{gone}骨牌不在了：斜着的骨牌放手以后，{other}的会不会倒？",
                "Imagine the upright {gone} domino gone. When the leaning one is released, does the {other} one topple?",
            ),
            (
                "先抽掉直立的{gone}骨牌，连锁反应还能让{other}骨牌倒下吗？",
                "With the upright {gone} domino pulled out first, does the chain reaction still reach the {other} domino?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=MARGINS,
    )
)
