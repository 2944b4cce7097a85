"""Which of two people shows a feeling."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import people_in, tops_in
from mindsight.home.questions.facts.wording.feelings import EXPRESSIONS, MARGINS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the top of whoever shows something; the options are the tops of the two."""
    felt = {one for scene in scenes for person in people_in(scene) for one in person["did"]}
    for emotion in shuffled(rng, sorted(felt)):
        options = colour_options(shuffled(rng, tops_in(scenes)))
        yield Proposal(asked=({"emotion": emotion},), fields={"emotion": EXPRESSIONS[emotion]}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the top of the only one whose face shows it."""
    meant = [one for one in people_in(scene) if asked["emotion"] in one["did"]]
    if not meant:
        return Cannot("false_premise")
    if len(meant) > 1:
        return Cannot("ambiguous", tuple(str(one["top"]) for one in meant))
    return Found(str(meant[0]["top"]), ((len(scene.pictures) // 2, str(meant[0]["name"])),))


WHOSE = register(
    QuestionClass(
        key="emotion.whose",
        version=2,
        title=("谁流露出某种情绪", "whose face shows a feeling"),
        ability=("两人中谁有某种情绪", "who of two feels what"),
        scenes="faces_two",
        form="choice",
        wordings=(
            (
                "两个人中有一个脸上露出了{emotion}。此人穿什么颜色的上衣？",
                "One of the two faces shows {emotion}. What colour is the top of that person?",
            ),
            (
                "按时间顺序看：流露出{emotion}的人，上衣是什么颜色？",
                "Look at the pictures in order: which top does the one who expresses {emotion} wear?",
            ),
            (
                "请从上衣的颜色指出表情为{emotion}的那个人。",
                "Tell by the colour of the top in whose face {emotion} is seen.",
            ),
            (
                "谁的表情是{emotion}？请回答此人上衣的颜色。",
                "Who of these people looks full of {emotion}? Name the colour of the top.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
