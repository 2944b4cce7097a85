"""Where a named thing is in pictures that are blurred, noisy, dark or coarse: the same one at each strength."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.point import APART, answer
from mindsight.home.questions.classes.object.recognition.robust import LEAST_PX
from mindsight.home.questions.facts.choosing import found_in, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.disturbed import LEVELS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for a point on a thing of each kind that is large in every picture."""
    how = scenes[0].only.more["disturbed"]
    for one in shuffled(rng, things(scenes)):
        asked = {"kind": one.kind, "disturbed": how}
        places = found_in(answer, asked, scenes)
        small = [
            other
            for scene in scenes
            for other in scene.only.objects
            if other.kind == one.kind and other.side_px < LEAST_PX
        ]
        if len(places) == 2 and math.dist(*places) >= APART and not small:
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)})


ROBUST_POINT = register(
    QuestionClass(
        key="object.robust_point",
        version=1,
        title=("干扰下的定位", "localisation under disturbance"),
        ability=(
            "识别的鲁棒性：模糊、噪声、黑暗、低分辨率",
            "robust recognition: blur, noise, darkness, low resolution",
        ),
        scenes="disturbed",
        form="point",
        wordings=(
            ("请在这张图里指出{thing}。", "Point at the {thing} in this picture."),
            ("{thing}放在桌上的哪个位置？请点一下。", "Whereabouts on the table is the {thing}? Mark it with a point."),
            ("图中哪里是{thing}？给出它上面的一个点。", "Where does the picture show the {thing}? Give a point on it."),
            ("请找出{thing}，并在它身上点一下。", "Look for the {thing} and put a point on it."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "物体露出至少60%，外框短边至少44像素，两个场景中的位置相距至少画面的12%；同一问题依次以无干扰和三级强度出现",
            "60 % of the thing is visible, 44 pixels wide, 12 % of the picture apart in the two scenes; undisturbed and at three strengths",
        ),
        strengths=LEVELS,
    )
)
