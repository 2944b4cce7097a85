"""Ways of ablating the oracle, so that a test can be tried on subjects that are known to be wrong.

An ablation is a dial and a strength, written ``jitter=20``; several are joined to a built-in subject by ``+``, as in
``oracle+jitter=20+slow=1``. All chance in an ablation comes from the instance and the dial, never from the strength: a
stronger ablation of a kind takes away what a weaker one took, and more.
"""

import difflib
from dataclasses import dataclass
from typing import NamedTuple

from mindsight.errors import InputError
from mindsight.text import Text, spelled

BEARER = "oracle"
"""The built-in subject that can be damaged: the others have nothing to lose."""


@dataclass(frozen=True)
class Dial:
    """One way of being damaged: names, the unit of its strength, and the strengths that a validation tries, rising in harm.

    ``bounds`` are the least and greatest strength that can be set; at ``unharmed`` the dial does nothing.
    """

    key: str
    zh: str
    en: str
    unit_zh: str
    unit_en: str
    strengths: tuple[float, ...]
    bounds: tuple[float, float]
    unharmed: float = 0.0


class Needs(NamedTuple):
    """Which dials a class of tasks needs at rest: turned up, they make its valid or its irrelevant tasks go wrong.

    A dial that is not named leaves them as they are. That both hold is what ``mindsight home validate`` tries out.
    """

    valid: tuple[str, ...]
    irrelevant: tuple[str, ...]


@dataclass(frozen=True)
class Ablation:
    """A dial turned to a strength."""

    dial: str
    strength: float

    def __str__(self) -> str:
        return f"{self.dial}={self.strength:g}"


DIALS: dict[str, Dial] = {
    dial.key: dial
    for dial in (
        Dial("jitter", "指点抖动", "pointing jitter", "像素（标准差）", "px (standard deviation)", (1, 8, 64), (0, 1000)),
        Dial("colour_blind", "红绿色盲", "colour blindness", "被认错颜色的物体的占比", "share of things whose colour is mistaken",
             (0.3, 0.6, 1.0), (0, 1)),
        Dial("cannot_read", "不识字", "cannot read", "读不出的文字的占比", "share of texts that stay unread", (0.3, 0.6, 1.0), (0, 1)),
        Dial("forgets", "健忘", "forgets", "看过几幅画面后遗忘", "pictures after which a sight is forgotten", (12, 4, 1), (1, 1000), 1000),
        Dial("no_depth", "缺少深度感", "no depth", "距离的相对误差（标准差）", "relative error of distance (standard deviation)",
             (0.002, 0.01, 0.05), (0, 2)),
        Dial("mirrored", "左右颠倒", "mirrored left and right", "左右看反的布局的占比", "share of arrangements taken the wrong way round",
             (0.3, 0.6, 1.0), (0, 1)),
        Dial("slow", "动作迟缓", "slow", "每个有用的回合白费的回合数", "turns wasted for each useful one", (0.5, 1.5, 4.0), (0, 100)),
        Dial("gives_up", "过早放弃", "gives up early", "每个回合放弃的概率", "chance of giving up, per turn", (0.02, 0.08, 0.3), (0, 1)),
        Dial("hallucinates", "幻视", "hallucinates", "把别的东西看成所缺之物的概率", "chance of seeing what is absent in something else",
             (0.3, 0.6, 1.0), (0, 1)),
    )
}  # fmt: skip
"""Every dial, in the order in which a matrix shows them."""


def parse(subject: str) -> tuple[str, tuple[Ablation, ...]]:
    """Split a built-in subject into its name and its ablations, such as ``oracle+jitter=20``.

    Raises:
        InputError: A dial does not exist or is named twice, its strength is no number or out of range, or the subject
            cannot be damaged.
    """
    name, *words = subject.split("+")
    found = tuple(_ablation(word) for word in words)
    if found and name != BEARER:
        raise InputError('"{name}" cannot be ablated; only {bearer} can', name=name, bearer=BEARER)
    named = [one.dial for one in found]
    for dial in named:
        if named.count(dial) > 1:
            raise InputError('the ablation "{name}" is named twice in {subject}', name=dial, subject=subject)
    return name, found


def written(ablations: tuple[Ablation, ...]) -> str:
    """Return ablations as they are joined to a subject; empty without any."""
    return "".join(f"+{one}" for one in ablations)


def dial_of(name: str) -> Dial:
    """Return a dial by its key.

    Raises:
        InputError: There is none of that name.
    """
    if name not in DIALS:
        close = difflib.get_close_matches(name, DIALS, n=1)
        raise InputError(
            'there is no ablation "{name}"; there are {known} (did you mean "{guess}"?)',
            name=name,
            known=", ".join(DIALS),
            guess=close[0] if close else next(iter(DIALS)),
        )
    return DIALS[name]


def _ablation(word: str) -> Ablation:
    name, equals, value = word.strip().partition("=")
    dial = dial_of(name)
    try:
        strength = float(value)
    except ValueError:
        strength = float("nan")
    low, high = dial.bounds
    if not equals or not low <= strength <= high:
        raise InputError(
            '"{lesion}": write {dial}=STRENGTH with a number from {low} to {high}, such as {dial}={example}',
            lesion=word,
            dial=dial.key,
            low=f"{low:g}",
            high=f"{high:g}",
            example=f"{dial.strengths[0]:g}",
        )
    return Ablation(dial.key, strength)


def titled(ablation: Ablation) -> Text:
    """Return what an ablation is called."""
    dial = dial_of(ablation.dial)
    value = f"{ablation.strength:g}"
    return spelled(f"{dial.zh} {value}", f"{dial.en} {value}")
