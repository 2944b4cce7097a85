"""What the classes about toy blocks share: which block is meant, and the names of forms."""

from collections.abc import Callable, Sequence

from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import readings
from mindsight.home.questions.question import Option

FORMS = {
    "block": ("正方体形", "cube"),
    "brick_block": ("砖块形", "brick"),
    "plank_block": ("长板形", "flat plank"),
    "roof_block": ("三棱柱形", "triangular prism"),
    "pillar_block": ("圆柱形", "cylinder"),
    "arch_block": ("拱形", "arch"),
}
"""The forms of blocks by kind: a cube, a brick twice as long, a plank three times as long, a gable roof, a pillar, an arch."""


def blocks(facts: Facts) -> list[Object]:
    """Return the blocks of a scene."""
    return [one for one in facts.objects if one.kind in FORMS]


def coloured(facts: Facts, *tones: str, program: Callable[..., Answer]) -> Answer:
    """Return what a program answers about one block of each of some colours."""
    return readings([[one for one in blocks(facts) if one.colour == tone] for tone in tones], program)


def colours(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours that blocks have in any of the scenes."""
    return sorted({one.colour for scene in scenes for one in blocks(scene.only)})


def form_options(kinds: Sequence[str]) -> tuple[Option, ...]:
    """Return forms as options."""
    return tuple(Option(key=kind, zh=FORMS[kind][0], en=FORMS[kind][1]) for kind in kinds)
