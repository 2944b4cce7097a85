"""To which of four pieces of furniture somebody walks, long before it is reached."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import kind_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import by_top, tops_in, wearing


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; the options are all furniture that is not at a wall."""
    pieces = [one for one in scenes[0].pictures[0].objects if one.category == "fixture"]
    for top in shuffled(rng, tops_in(scenes)):
        yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=kind_options(shuffled(rng, pieces)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what the walk leads to."""

    def goal(one: Mapping[str, Any]) -> str | None:
        return one["did"][0].removeprefix("to ") if one["did"] else None

    return by_top(scene, asked["top"], goal)


GOAL = register(
    QuestionClass(
        key="intention.goal",
        version=1,
        title=("一个人要走到哪里", "where somebody is going"),
        ability=("行为意图：目标尚未到达", "intention: a goal before it is reached"),
        scenes="walks",
        form="choice",
        wordings=(
            (
                "这些画面按时间先后排列，最后一张时人还没走到。穿{top}上衣的人正朝哪件东西走去？",
                "The pictures follow in time and end before anything is reached. What is the person with the {top} top walking to?",
            ),
            (
                "从先后几张画面看，{top}上衣的人照直走下去会走到哪里？",
                "Judging by the pictures in order, where will the one with the {top} top arrive by walking straight on?",
            ),
            (
                "{top}上衣的人才走了一部分路。接下来会到哪件东西跟前？",
                "Only a part of the way has been walked: which of these is the person in the {top} top heading for?",
            ),
            (
                "不看目光，只看走的方向：穿{top}上衣的人要去哪里？",
                "Go by the steps and not by the eyes: which of these is the goal of the one wearing a {top} top?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "四件家具从起点看相隔约44度；走向误差在画面中须小于11度，不走向任何一件时至少偏15度；只走到全程的30%、50%或70%",
            "pieces lie 44° apart; the walk seen points to one within 11° or past all by 15°; 30, 50 or 70 % of the way is shown",
        ),
    )
)
