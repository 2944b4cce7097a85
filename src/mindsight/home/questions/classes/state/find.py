"""The place of the only thing that is in a state, such as broken or dirty."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.question import Words


class _Sought(NamedTuple):
    """A state, its words as an attribute, and the states that a careful person might take for it."""

    words: Words
    like_it: frozenset[str] = frozenset()


SOUGHT: Mapping[str, _Sought] = {
    "broken": _Sought(("打碎或折断的", "broken"), frozenset({"worn"})),
    "stained": _Sought(("脏的、该洗的", "dirty and should be washed"), frozenset({"worn"})),
    "on": _Sought(("开着的（亮着的）电器", "an appliance that is switched on"), frozenset({"open"})),
    "cut": _Sought(("已经切开的食物", "food that has been cut")),
    "locked": _Sought(("挂着锁的", "padlocked")),
    "worn": _Sought(("旧损的（生锈、掉漆或磨破）", "old and worn (rusty, peeling or scuffed)"), frozenset({"broken"})),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (states are always the same)
    """Ask for the thing in each state."""
    for state in shuffled(rng, SOUGHT):
        zh, en = SOUGHT[state].words
        thing = (zh, en) if state in {"on", "cut"} else (f"{zh}东西", f"a thing that is {en}")
        yield Proposal(asked=({"state": state},), fields={"thing": thing})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Point at the only thing in that state; nothing else may look as if it were."""
    loose = [one for one in scene.only.objects if one.category not in {"fixture", "part"} and one.state]
    if any(not clear(one) for one in loose if asked["state"] in KINDS[one.kind].states):
        return Unclear("a thing that could be in that state is not seen well")
    if any(one.state in SOUGHT[asked["state"]].like_it for one in loose):
        return Unclear("another thing could be meant")
    found = [one for one in loose if one.state == asked["state"]]
    if len(found) == 1:
        (one,) = found
        return Found(f"{one.point[0]:.0f} {one.point[1]:.0f}", ((0, one.name),), (0, one.name))
    return Cannot("ambiguous" if found else "absent")


FIND = register(
    QuestionClass(
        key="state.find",
        version=1,
        title=("指出处于某状态的物体", "find the thing in a state"),
        ability=("物理状态判断", "judging physical states"),
        scenes="conditions",
        form="point",
        wordings=(
            ("桌上有一件{thing}，请指出来。", "On the table there is {thing}: point at it."),
            ("请在图中指出{thing}。", "Point in the picture at {thing}."),
            ("找一找，桌上哪一件是{thing}？请指出它的位置。", "Look for {thing} on the table and point at it."),
            ("请点出桌上{thing}的位置。", "Give the place of {thing} on the table."),
        ),
        propose=propose,
        answer=answer,
        needs=("states",),
        margins=(
            "可能处于该状态的物体露出至少60%，外框短边至少18像素；没有其他物体处于容易混淆的状态",
            "at least 60 % of what could be in that state is visible, 18 pixels on the shorter side; nothing could be confused with it",
        ),
    )
)
