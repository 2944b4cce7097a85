"""Which domino falls first."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.dominoes.row import ABILITY, MARGINS, readings, story, uses
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, found_in, shuffled
from mindsight.home.questions.facts.facts import Scene

OPTIONS = 4
PLACES = {"first": 0, "last": -1}


def offered(asked: Asked, scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Offer the right colours and others of the rows."""
    # Where two lean, what each would lead to is offered too: if only one of two were, it would be the right choice.
    several = {tone for scene in scenes for tone in readings(scene.only.more, PLACES[asked["which"]])}
    right = sorted(several | set(found_in(answer, asked, scenes)))
    others = sorted({tone for scene in scenes for tone in scene.only.more["row"]} - set(right))
    tones = shuffled(rng, [*right, *shuffled(rng, others)][: max(OPTIONS, len(right))])
    yield Proposal(asked=(asked,), options=colour_options(tones))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the first."""
    yield from offered({"which": "first"}, scenes, rng)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the first or last one that falls."""
    row = story(scene.only)
    if isinstance(row, Cannot):
        return row
    tone = row["falls"][PLACES[asked["which"]]]
    return Found(tone, uses(scene.only, tone))


DOMINO_FIRST = register(
    QuestionClass(
        key="commonsense.domino_first",
        version=1,
        title=("哪块骨牌最先倒", "which domino falls first"),
        ability=ABILITY,
        scenes="dominoes",
        form="choice",
        wordings=(
            (
                "这排骨牌现在都被扶着，只有一块斜着；一松手，最先倒下的是什么颜色的？",
                "All dominoes of the row are held and only one leans. Once they are let go, what colour is the first to fall?",
            ),
            (
                "同时松开所有骨牌，引起连锁反应的那一块是什么颜色？",
                "All dominoes are released at once. What colour is the one that starts the chain?",
            ),
            (
                "没有人再碰骨牌，哪种颜色的一块会首先倒下？",
                "Nobody touches the dominoes any more. Which colour falls before all others?",
            ),
            (
                "骨牌放手之后，倒下的顺序由哪种颜色的一块开始？",
                "After the dominoes are let go, with which colour does the falling begin?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=MARGINS,
    )
)
