"""Which switch turns a lamp."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.switches.cause import CAUSE, switch_colours
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

LAMPS: Mapping[str, Words] = {"left": ("左边", "left"), "middle": ("中间", "middle"), "right": ("右边", "right")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each lamp."""
    colours = switch_colours(scenes, rng)
    for lamp in shuffled(rng, LAMPS):
        yield Proposal(asked=({"lamp": lamp},), fields={"which": LAMPS[lamp]}, options=colour_options(colours))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the switch, if the pictures tell it."""
    turns = scene.pictures[-1].more["turns"]
    found = [tone for tone, lamp in turns.items() if lamp == asked["lamp"]]
    return Found(found[0]) if found else Cannot("missing_information")


CAUSE_SWITCH = register(
    QuestionClass(
        key="commonsense.cause_switch",
        version=1,
        title=("哪个开关管这盏灯", "which switch turns a lamp"),
        ability=("因果关系", "cause and effect"),
        scenes="switches",
        form="choice",
        wordings=(
            (
                "三个开关各管一盏灯，图片按时间先后排列。{which}的灯由什么颜色的开关控制？",
                "Each switch turns its own lamp; the pictures follow in time. Which colour has the switch of the {which} lamp?",
            ),
            (
                "每个开关只控制一盏灯。想改变{which}那盏灯，该扳哪种颜色的开关？",
                "Each switch controls one lamp. To change the {which} lamp, the lever of which colour must be moved?",
            ),
            (
                "请比较前后几张图：{which}的灯对应哪种颜色的开关？",
                "Compare the pictures in order: the switch of which colour belongs to the {which} lamp?",
            ),
            (
                "三盏灯分别由三个拨杆开关控制。哪种颜色的开关管{which}那盏灯？",
                "Three lever switches control the three lamps, one each. Which colour is the one for the {which} lamp?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "colour", "states", "sides"),
        margins=CAUSE.margins,
    )
)
