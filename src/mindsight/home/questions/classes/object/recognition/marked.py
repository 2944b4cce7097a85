"""What the thing in a red frame is."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import LEAST_PX, clear
from mindsight.home.questions.question import Box

OPTIONS, ROOM = 4, 12.0
"""Number of options, and the distance between a thing and its frame, 0–1000."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Frame one thing in two scenes; in the others an empty part of the table, and two things at once."""
    return framings(scenes, rng, LEAST_PX)


def framings(scenes: Sequence[Scene], rng: Generator, least_px: float) -> Iterator[Proposal]:
    """Yield such frames around things whose shorter side has at least so many pixels, half as many where two are framed."""
    kinds = {one.kind: one for one in things(scenes)}
    for _ in range(40):
        order = [int(place) for place in rng.permutation(4)]
        one, other = (_one(scenes[place].only, rng, least_px) for place in order[:2])
        empty, both = _gap(scenes[order[2]].only, rng), _two(scenes[order[3]].only, rng, max(LEAST_PX, least_px / 2))
        if one is None or other is None or empty is None or both is None or one.kind == other.kind:
            continue
        # Both things of a frame around two are offered: otherwise the one that is would be the right choice.
        asked_of = list(dict.fromkeys([one.kind, other.kind, *both[1]]))
        others = [kind for kind in shuffled(rng, kinds) if kind not in asked_of]
        offered = shuffled(rng, [*asked_of, *others][:OPTIONS])
        frames = dict(zip(order, (_around(one.box), _around(other.box), empty, both[0]), strict=True))
        yield Proposal(
            asked=tuple(
                {"frames": [{"picture": 0, "box": [round(side, 1) for side in frames[place]]}]} for place in range(4)
            ),
            options=kind_options(kinds[key] for key in offered),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the only thing whose middle is in the frame."""
    left, top, right, bottom = asked["frames"][0]["box"]
    inside = [
        one
        for one in scene.only.objects
        if one.category not in {"fixture", "part"} and one.pixels
        and left < (one.box[0] + one.box[2]) / 2 < right and top < (one.box[1] + one.box[3]) / 2 < bottom
    ]  # fmt: skip
    if not inside:
        return Cannot("absent")
    if len(inside) > 1:
        return Cannot("ambiguous")
    return Found(inside[0].kind, ((0, inside[0].name),)) if clear(inside[0]) else Unclear("not seen well")


def _around(box: Box) -> Box:
    return box[0] - ROOM, box[1] - ROOM, box[2] + ROOM, box[3] + ROOM


def _shown(one: Object, least_px: float) -> bool:
    return clear(one) and one.side_px >= least_px


def _loose(facts: Facts) -> list[Object]:
    return [one for one in facts.objects if one.category not in {"fixture", "part"} and one.pixels]


def _apart(box: Box, objects: Sequence[Object]) -> bool:
    return not any(
        min(box[2], one.box[2]) > max(box[0], one.box[0]) and min(box[3], one.box[3]) > max(box[1], one.box[1])
        for one in objects
    )


def _one(facts: Facts, rng: Generator, least_px: float) -> Object | None:
    loose = _loose(facts)
    for one in shuffled(rng, loose):
        if (
            _shown(one, least_px)
            and _apart(_around(one.box), [other for other in loose if other is not one])
            and _within(_around(one.box))
        ):
            return one
    return None


def _two(facts: Facts, rng: Generator, least_px: float) -> tuple[Box, tuple[str, str]] | None:
    """Return a frame around two things of different kinds and no third, and their kinds."""
    loose = _loose(facts)
    for one in shuffled(rng, loose):
        for other in shuffled(rng, loose):
            sides = [*zip(one.box, other.box, strict=True)]
            box = _around((min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])))
            rest = [third for third in loose if third not in (one, other)]
            near = box[2] - box[0] < 330 and box[3] - box[1] < 330
            if (
                one.kind != other.kind
                and _shown(one, least_px)
                and _shown(other, least_px)
                and near
                and _apart(box, rest)
                and _within(box)
            ):
                return box, (one.kind, other.kind)
    return None


def _gap(facts: Facts, rng: Generator) -> Box | None:
    """Return a frame on an empty part of the table, as large as one around a thing."""
    loose = _loose(facts)
    table = max((one for one in facts.objects if one.category == "fixture"), key=lambda one: one.pixels)
    sizes = [(one.box[2] - one.box[0], one.box[3] - one.box[1]) for one in loose]
    for _ in range(60):
        width, height = sizes[int(rng.integers(len(sizes)))]
        x = float(rng.uniform(table.box[0], table.box[2]))
        y = float(rng.uniform(table.box[1], table.box[1] + 0.7 * (table.box[3] - table.box[1])))
        box = _around((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        if _apart(box, loose) and _within(box):
            return box
    return None


def _within(box: Box) -> bool:
    return min(box) > 8 and max(box) < 992


MARKED = register(
    QuestionClass(
        key="object.marked",
        version=1,
        title=("标出的物体", "a marked thing"),
        ability=("识别", "recognition"),
        scenes="tabletop",
        form="choice",
        wordings=(
            ("红框里的东西是什么？", "What is the thing in the red frame?"),
            ("用红框标出的是什么物品？", "Which thing does the red frame mark?"),
            ("请认出红框中的物品。", "Identify the thing in the red frame."),
            ("红框框住的是哪样东西？", "What does the red frame surround?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "框内物体露出至少60%，外框短边至少18像素，框离其他物体有间隙",
            "at least 60 % of the thing is visible, 18 pixels on its shorter side; the frame keeps clear of other things",
        ),
    )
)
