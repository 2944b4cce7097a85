"""What classes about guests at a table share: names as options, margins."""

from collections.abc import Iterable, Sequence

from numpy.random import Generator

from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places
from mindsight.home.questions.question import Option

OPTIONS = 4
MARGINS = (
    "所有姓名牌可读（大写字母至少14像素），所有餐具露出至少60%；物品离自己的姓名牌最近",
    "all cards can be read (capitals of at least 14 pixels), all things are at least 60 % visible; each is nearest to its own card",
)


def guests(scenes: Sequence[Scene]) -> list[str]:
    """Return all guests of a set."""
    return sorted({guest for scene in scenes for guest in places(scene.only)})


def name_options(rng: Generator, answers: Iterable[str], everybody: Iterable[str]) -> tuple[Option, ...]:
    """Return four names as options: the answers, filled up with others; none if there are more answers, fewer if there are not enough."""
    wanted = sorted(set(answers))
    if len(wanted) > OPTIONS:
        return ()
    others = [name for name in everybody if name not in wanted]
    return tuple(
        Option(key=name, zh=name, en=name) for name in shuffled(rng, [*wanted, *shuffled(rng, others)][:OPTIONS])
    )
