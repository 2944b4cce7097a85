"""How the part in a red frame opens: hinged at the left or right, pulled out or lifted."""

from collections.abc import Iterator, Sequence

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
WAYS_ASKED = {key for key, _, _ in WAYS}
TRIES = 30


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Frame one part in two scenes; in the others something that does not open, and two parts at once."""
    for _ in range(TRIES):
        order = [int(place) for place in rng.permutation(4)]
        one, other = (one_part(scenes[place].only, rng) for place in order[:2])
        plain, both = nothing(scenes[order[2]].only, rng), two_parts(scenes[order[3]].only, rng)
        if one is None or other is None or plain is None or both is None:
            continue
        # What folds down is so rare that the words alone would make it an unlikely answer.
        if (
            not {
                scenes[place].only.more["opens"][part.name] for place, part in zip(order[:2], (one, other), strict=True)
            }
            <= WAYS_ASKED
        ):
            continue
        frames = dict(zip(order, (around(one), around(other), plain, around(*both)), strict=True))
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in WAYS]
        yield Proposal(
            asked=tuple(
                {"frames": [{"picture": 0, "box": [round(side, 1) for side in frames[place]]}]} for place in range(4)
            ),
            options=tuple(shuffled(rng, options)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the way in which the only part in the frame opens."""
    facts = scene.only
    found = within(facts, asked["frames"][0]["box"])
    if not found:
        return Cannot("false_premise")
    ways = {facts.more["opens"][one.name] for one in found}
    if len(ways) > 1:
        return Cannot("ambiguous")
    return Found(ways.pop(), ((0, found[0].name),)) if len(found) == 1 else Unclear("two parts that open alike")


HINGE = register(
    QuestionClass(
        key="object.hinge",
        version=2,
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
