"""What posture and movement of the whole body show, where the face is not seen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import BEARINGS, FEELINGS
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, BEARINGS.values()))
        if keys:
            options = word_options(shuffled(rng, keys), FEELINGS)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the feeling that a posture is known for."""

    def felt(one: Mapping[str, Any]) -> str | None:
        return BEARINGS[one["did"][0]] if one["did"] else None

    return by_top(scene, asked["top"], felt)


POSTURE = register(
    QuestionClass(
        key="emotion.posture",
        version=1,
        title=("身体流露的情绪", "what posture shows"),
        ability=("身体姿态中的情绪", "emotion in posture and movement"),
        scenes="bearings",
        form="choice",
        wordings=(
            (
                "所有人都戴着面具。穿{top}上衣的人，身体姿态流露出哪种情绪？",
                "All faces are masked. Which feeling does the body of the person with the {top} top show?",
            ),
            (
                "按时间顺序看：看不到脸，只看动作，{top}上衣的人是什么心情？",
                "Look at the pictures in order: without seeing a face, what does the one in the {top} top seem to feel?",
            ),
            (
                "请根据姿势和动作判断{top}上衣的人表现的情绪。",
                "Judge by posture and movement which emotion the one wearing a {top} top expresses.",
            ),
            (
                "{top}上衣的人戴着面具，举止像是怎样的情绪？",
                "Behind a mask, the person in the {top} top behaves as in which emotion?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
