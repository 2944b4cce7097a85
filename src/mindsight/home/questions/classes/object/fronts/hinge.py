"""How the part in a red frame opens: hinged at the left or right, pulled out or lifted."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.fronts.frames import around, nothing, one_part, two_parts, within
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

WAYS = (
    ("left", "铰链在左边，像门一样转开", "it swings like a door, hinged at its left"),
    ("right", "铰链在右边，像门一样转开", "it swings like a door, hinged at its right"),
    ("out", "像抽屉一样向外拉出", "it is pulled out like a drawer"),
    ("up", "铰链在后边，向上掀开", "it is lifted like a lid"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each two ways to open, with these two as options.

    Of all four, those that few pieces of furniture have would be right less often: words alone would tell against these.
    """
    for ways in shuffled(rng, combinations(WAYS, 2)):
        keys = [key for key, _, _ in ways]
        for order in shuffled(rng, permutations(range(4))):
            facts = [scenes[place].only for place in order]
            one, other = (one_part(own, rng, key) for own, key in zip(facts, keys, strict=False))
            plain = nothing(facts[2], rng)
            if one is None or other is None or plain is None:
                continue
            both = two_parts(facts[3], rng, keys)
            last = nothing(facts[3], rng) if both is None else around(*both)
            if last is None:
                continue
            frames = dict(zip(order, (around(one), around(other), plain, last), strict=True))
            yield Proposal(
                asked=tuple(
                    {"frames": [{"picture": 0, "box": [round(side, 1) for side in frames[place]]}]}
                    for place in range(4)
                ),
                options=tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in ways))),
            )
            break


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the way in which the only part in the frame opens."""
    facts = scene.only
    found = within(facts, asked["frames"][0]["box"])
    if not found:
        return Cannot("false_premise")
    ways = {facts.more["opens"][one.name] for one in found}
    if len(ways) > 1:
        return Cannot("ambiguous", tuple(sorted(ways)))
    return Found(ways.pop(), ((0, found[0].name),)) if len(found) == 1 else Unclear("two parts that open alike")


HINGE = register(
    QuestionClass(
        key="object.hinge",
        version=3,
        title=("怎样打开", "how it opens"),
        ability=("铰链关系", "hinge relations"),
        scenes="fronts",
        form="choice",
        wordings=(
            ("红框里的那个部件怎样打开？", "How does the part in the red frame open?"),
            (
                "红框里标出的门、抽屉或盖子要怎样打开（左右以图中所见为准）？",
                "How is the door, drawer or lid in the red frame opened (left and right as the picture shows)?",
            ),
            (
                "看一看把手和边缘：红框中的部件是怎么开的？",
                "Look at the handle and the edges: in which way does the framed part open?",
            ),
            (
                "要打开红框里的这一部分，它会怎么动？",
                "If you open the part that the red frame surrounds, how does it move?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        helped_by=("sides",),
        margins=(
            "部件短边至少26像素，整个在画面里；红框只围住一个部件，或围住开法不同的两个，或围住打不开的东西",
            "the part is 26 pixels wide or more and whole; the frame surrounds one part, two that open differently, or none",
        ),
    )
)
