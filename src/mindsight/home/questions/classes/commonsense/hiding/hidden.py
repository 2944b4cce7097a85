"""Behind which of two screens a toy went."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option

OPTIONS = (("left", "左边的挡板后面", "behind the left screen"), ("right", "右边的挡板后面", "behind the right screen"))
HIDERS = frozenset({"upturned_beaker", "small_ball", "screen_board"})


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each toy."""
    toys = {one.kind: one for scene in scenes for one in scene.pictures[0].objects
            if one.category not in {"fixture", "part"} and one.kind not in HIDERS}  # fmt: skip
    for kind in shuffled(rng, sorted(toys)):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in OPTIONS)))
        yield Proposal(asked=({"kind": kind},), fields={"toy": (toys[kind].zh, toys[kind].en)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the screen behind which the toy was last seen to go."""
    toy = scene.pictures[-1].more["toy"]
    if toy["kind"] != asked["kind"]:
        return Cannot("absent")
    if toy["how"] != "hidden":
        return Cannot("false_premise" if toy["how"] == "visible" else "missing_information")
    return Found(toy["screen"], ((len(scene.pictures) - 1, f"screen_{toy['screen']}"),))


HIDDEN = register(
    QuestionClass(
        key="commonsense.hidden",
        version=1,
        title=("东西藏到哪块挡板后面了", "behind which screen a thing went"),
        ability=("物体持久性", "object permanence"),
        scenes="hiding",
        form="choice",
        wordings=(
            (
                "图片按时间先后排列。最后一张里，看不见的{toy}在哪里？",
                "The pictures follow in time. Where is the {toy} that is out of sight in the last one?",
            ),
            (
                "看完这组图：{toy}最后藏在哪块挡板后面？",
                "After these pictures: behind which screen is the {toy} hidden in the end?",
            ),
            (
                "要拿到最后被挡住的{toy}，该看哪块挡板的后面？",
                "To get the {toy} that is hidden in the end, behind which screen should one look?",
            ),
            (
                "请依次看这几张图：{toy}最后被哪块挡板遮住了？",
                "Look at the pictures in order: which screen covers the {toy} in the end?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "kinds", "sides"),
        margins=(
            "东西消失之前一张图里，它至少有五分之一被那块挡板遮住；两块挡板之间的空隙比它宽",
            "before it vanishes, at least a fifth of the thing is behind that screen; the gap between the screens is wider than it",
        ),
    )
)
