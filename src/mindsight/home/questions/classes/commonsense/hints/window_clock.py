"""What hour of the 24 it is, by a clock and the light outside a window."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.window_time import ABILITY, DAY
from mindsight.home.questions.classes.commonsense.hints.window_weather import MARGINS, uses
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option
from mindsight.home.questions.scenes.rooms.windows import CLOCK

LEAST_SHOWN, LEAST_PX = 0.9, 60.0
MORNING = 6
"""Until this hour a clock's hour is one of the night or of the afternoon, later one of the morning or of the evening."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the hour, with the right ones and those twelve hours away as options."""
    found = set(found_in(answer, {}, scenes))
    keys = sorted({*found, *((str((int(hour.partition(":")[0]) + 12) % 24) + hour[-3:]) for hour in found)})
    if len(keys) >= len(DAY):
        yield Proposal(asked=({},), options=tuple(Option(key=key, zh=key, en=key) for key in shuffled(rng, keys)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the time as a 24-hour clock shows it."""
    facts = scene.only
    clock = next((one for one in facts.objects if one.kind == CLOCK), None)
    if clock is None or clock.shown < LEAST_SHOWN or clock.side_px < LEAST_PX:
        return Unclear("the clock is not seen well")
    if not facts.more["open"]:
        return Cannot("missing_information")
    hour, minute, bright = facts.more["hour"], facts.more["minute"], facts.more["time"] == "noon"
    if facts.more["time"] not in DAY:
        return Unclear("it is dusk")
    afternoon = bright == (hour < MORNING)
    return Found(f"{(hour + 12) % 24 if afternoon else hour}:{minute:02d}", ((0, clock.name), *uses(facts)))


WINDOW_CLOCK = register(
    QuestionClass(
        key="commonsense.window_clock",
        version=1,
        title=("二十四小时制的时间", "the time on a 24-hour clock"),
        ability=ABILITY,
        scenes="windows",
        form="choice",
        wordings=(
            ("按二十四小时制，现在几点？", "On a 24-hour clock, what time is it now?"),
            (
                "结合挂钟和窗外的光线，用二十四小时制说出时间。",
                "From the clock on the wall and the light outside, tell the time in the 24-hour system.",
            ),
            (
                "挂钟分不出上午下午。实际上是几点（二十四小时制）？",
                "The wall clock cannot tell morning from evening. What is the time really, counted to 24?",
            ),
            (
                "若把挂钟换成二十四小时的数字钟，它此刻显示什么？",
                "If a 24-hour digital clock hung in place of this one, what would it show?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading", "colour"),
        margins=MARGINS,
    )
)
