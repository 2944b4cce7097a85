"""Whether a glass runs over when the beans of another are poured into it."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.motion.pouring import GLASS

MARGINS: Words = (
    "两杯豆子合起来最多占杯子容积的76%，或至少130%；逐粒仿真（豆子代替液体）与按容积的判断一致；量的多少至少相差40%",
    "both glasses' beans fill at most 76 % of the glass or at least 130 %, and simulated grains agree; amounts compared differ by 40 %",
)
ABILITY: Words = ("物理常识：倾倒（颗粒物代替液体）", "physical common sense: pouring (granular matter for liquids)")


def tones(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours of glasses in the scenes."""
    return sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == GLASS})


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each two glasses."""
    for one, other in shuffled(rng, permutations(tones(scenes), 2)):
        fields = {name: (COLOURS[tone].zh, COLOURS[tone].en) for name, tone in (("one", one), ("other", other))}
        yield Proposal(asked=({"from": one, "into": other},), fields=fields)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if some beans fall beside the glass."""
    facts = scene.only

    def run_over(source: Object, target: Object) -> Answer:
        if not facts.more["amounts"][source.name]:
            return Cannot("false_premise")
        how = facts.more["pours"].get(f"{source.name}>{target.name}")
        if how is None:
            return Unclear("this pouring was not simulated")
        return Found("yes" if how == "spills" else "no", ((0, source.name), (0, target.name)))

    return meaning(facts, (Meant(GLASS, asked["from"]), Meant(GLASS, asked["into"])), run_over)


POUR_OVERFLOW = register(
    QuestionClass(
        key="commonsense.pour_overflow",
        version=2,
        title=("倒进去会不会溢出来", "whether a glass runs over"),
        ability=ABILITY,
        scenes="pouring",
        form="yes_no",
        wordings=(
            (
                "把{one}杯里的豆子全部倒进{other}杯，会有豆子溢出来吗？",
                "If all beans of the {one} glass are poured into the {other} one, do any spill over?",
            ),
            (
                "{one}杯的豆子倒进{other}杯以后，{other}杯会满得装不下吗？",
                "Pouring the {one} glass's beans into the {other} glass: is that more than the {other} one can take?",
            ),
            (
                "如果将{one}杯的豆子统统倒入{other}杯，{other}杯会溢出吗？",
                "Will the {other} glass overflow if everything in the {one} glass is tipped into it?",
            ),
            (
                "{one}杯里的豆子都倒进{other}杯，桌上会撒出豆子吗？",
                "Tip all the beans from the {one} glass into the {other} glass: do beans end up on the table?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
