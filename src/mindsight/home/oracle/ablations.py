"""Ablations of the oracle: each takes one ability away, so that a test can be tried on subjects with known faults.

An ablation has a kind and a strength, written ``jitter=20``; several are joined to the oracle's name by ``+``, as in
``oracle+jitter=20+slow=1``. Random draws depend on the instance and the kind, never on the strength: a stronger ablation
affects all that a weaker one of its kind affects, and more.
"""

import difflib
from dataclasses import dataclass
from typing import NamedTuple

from mindsight.errors import InputError
from mindsight.text import Text, spelled

BEARER = "oracle"
"""The built-in subject that can be ablated: the others have no ability to lose."""


@dataclass(frozen=True)
class AblationKind:
    """One kind of ablation: its names, the unit of its strength, and the strengths that a validation tries, weakest first.

    ``bounds`` are the least and greatest strength that can be set; at the strength ``unharmed`` it changes nothing.
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
    """The ablations under which the valid or the irrelevant tasks of a class go wrong, because it needs the ability taken away.

    All other ablations leave the tasks as they are. ``mindsight home validate`` tests both.
    """

    valid: tuple[str, ...]
    irrelevant: tuple[str, ...]


@dataclass(frozen=True)
class Ablation:
    """A kind of ablation, by its key, at a strength."""

    kind: str
    strength: float

    def __str__(self) -> str:
        return f"{self.kind}={self.strength:g}"


ABLATIONS: dict[str, AblationKind] = {kind.key: kind for kind in (
    AblationKind("jitter", "指点抖动", "pointing jitter", "像素（标准差）", "px (standard deviation)", (1, 8, 64), (0, 1000)),
    AblationKind("colour_blind", "红绿色盲", "colour blindness", "被认错颜色的物体的占比", "share of things whose colour is mistaken",
         (0.3, 0.6, 1.0), (0, 1)),
    AblationKind("cannot_read", "不识字", "cannot read", "读不出的文字的占比", "share of texts that stay unread", (0.3, 0.6, 1.0), (0, 1)),
    AblationKind("forgets", "健忘", "forgets", "看过几幅画面后遗忘", "pictures after which a sight is forgotten",
         (12, 4, 1), (1, 1000), 1000),
    AblationKind("no_depth", "缺少深度感", "no depth", "距离的相对误差（标准差）", "relative error of distance (standard deviation)",
         (0.002, 0.01, 0.05), (0, 2)),
    AblationKind("mirrored", "左右颠倒", "mirrored left and right", "左右看反的布局的占比",
         "share of arrangements taken the wrong way round", (0.3, 0.6, 1.0), (0, 1)),
    AblationKind("slow", "动作迟缓", "slow", "每个有用的回合白费的回合数", "turns wasted for each useful one", (0.5, 1.5, 4.0), (0, 100)),
    AblationKind("gives_up", "过早放弃", "gives up early", "每个回合放弃的概率", "chance of giving up, per turn",
         (0.02, 0.08, 0.3), (0, 1)),
    AblationKind("hallucinates", "幻视", "hallucinates", "把别的东西看成所缺之物的概率",
         "chance of seeing what is absent in something else", (0.3, 0.6, 1.0), (0, 1)),
)}  # fmt: skip
"""Every kind of ablation, in the order of the report's matrix."""


def parse(subject: str) -> tuple[str, tuple[Ablation, ...]]:
    """Split a built-in subject into its name and its ablations, such as ``oracle+jitter=20``.

    Raises:
        InputError: An ablation does not exist or is named twice, its strength is no number or out of range, or the subject
            cannot be ablated.
    """
    name, *words = subject.split("+")
    found = tuple(_ablation(word) for word in words)
    if found and name != BEARER:
        raise InputError('"{name}" cannot be ablated; only {bearer} can', name=name, bearer=BEARER)
    named = [one.kind for one in found]
    for kind in named:
        if named.count(kind) > 1:
            raise InputError('the ablation "{name}" is named twice in {subject}', name=kind, subject=subject)
    return name, found


def written(ablations: tuple[Ablation, ...]) -> str:
    """Return ablations as the suffix of a subject's name; empty without any."""
    return "".join(f"+{one}" for one in ablations)


def ablation_kind(name: str) -> AblationKind:
    """Return a kind of ablation by its key.

    Raises:
        InputError: There is no ablation of that name.
    """
    if name not in ABLATIONS:
        close = difflib.get_close_matches(name, ABLATIONS, n=1)
        raise InputError(
            'there is no ablation "{name}"; there are {known} (did you mean "{guess}"?)',
            name=name,
            known=", ".join(ABLATIONS),
            guess=close[0] if close else next(iter(ABLATIONS)),
        )
    return ABLATIONS[name]


def _ablation(word: str) -> Ablation:
    name, equals, value = word.strip().partition("=")
    kind = ablation_kind(name)
    try:
        strength = float(value)
    except ValueError:
        strength = float("nan")
    low, high = kind.bounds
    if not equals or not low <= strength <= high:
        raise InputError(
            '"{lesion}": write {dial}=STRENGTH with a number from {low} to {high}, such as {dial}={example}',
            lesion=word,
            dial=kind.key,
            low=f"{low:g}",
            high=f"{high:g}",
            example=f"{kind.strengths[0]:g}",
        )
    return Ablation(kind.key, strength)


def titled(ablation: Ablation) -> Text:
    """Return the title of an ablation: its name and its strength."""
    kind = ablation_kind(ablation.kind)
    value = f"{ablation.strength:g}"
    return spelled(f"{kind.zh} {value}", f"{kind.en} {value}")
