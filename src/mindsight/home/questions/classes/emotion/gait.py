"""What somebody's gait shows, where the face is not seen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import FEELINGS, GAITS
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, GAITS.values()))
        if keys:
            options = word_options(shuffled(rng, keys), FEELINGS)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the feeling that a gait is known for."""

    def felt(one: Mapping[str, Any]) -> str | None:
        return GAITS[one["did"][0]] if one["did"] else None

    return by_top(scene, asked["top"], felt)


GAIT = register(
    QuestionClass(
        key="emotion.gait",
        version=1,
        title=("步态流露的情绪", "what a gait shows"),
        ability=("步态中的情绪", "emotion in the gait"),
        scenes="gaits",
        form="choice",
        wordings=(
            (
                "这些画面每隔0.15秒拍一张。穿{top}上衣的人戴着面具，走路的样子流露出哪种情绪？",
                "The pictures are 0.15 seconds apart. The one in the {top} top is masked: which feeling does the way of walking show?",
            ),
            (
                "按时间顺序看：从步态看，{top}上衣的人是什么心情？",
                "Look at the pictures in order: by the gait, what does the person with the {top} top seem to feel?",
            ),
            (
                "请根据步态判断{top}上衣的人的情绪。",
                "Judge by the gait which emotion the one wearing a {top} top is in.",
            ),
            (
                "{top}上衣的人走得像是怀着怎样的情绪？",
                "As in which emotion does the person in the {top} top walk?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
