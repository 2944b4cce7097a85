"""Judging goals (trees of predicates, see ``goals``) on a world, each with a margin and a sentence that gives the reason.

Judging never changes the world: trials run on a copy. A margin is positive where the predicate holds; it is the
distance to the limit, in the unit that the sentence names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.physics import counts, measures
from mindsight.engine.physics.feedback import title
from mindsight.engine.physics.goals import RELATION_WORDS, RELATIONS, Tree, check, is_number
from mindsight.engine.physics.world import World

Fact = str | float | bool
FIT_CM, FIT_DEG = 0.4, 6.0
"""Two pieces fit together if neither distance nor angle is off by more than this."""


@dataclass(frozen=True)
class Verdict:
    """Whether a predicate holds, by what margin, and the reason in both languages."""

    holds: bool
    margin: float
    zh: str
    en: str
    parts: tuple["Verdict", ...] = ()

    def words(self, language: str) -> str:
        """Return the sentence in a language, ``zh`` or ``en``."""
        return self.zh if language == "zh" else self.en


class Judge:
    """Judges one goal during an episode and keeps the history that ``after`` needs.

    Call ``judge`` once after every action, so that the order of events is known.
    """

    def __init__(self, goal: Tree) -> None:
        check(goal)
        self.goal = goal
        self._held_before: dict[str, bool] = {}
        self._situation = b""
        self._leaves: dict[str, Verdict] = {}

    @property
    def ordered(self) -> bool:
        """Whether the goal depends on the order of events, so that no judgement may be skipped."""
        return _has_after(self.goal)

    def judge(self, world: World) -> Verdict:
        """Return the verdict on the world's current state."""
        situation = world.situation()
        if situation != self._situation:
            self._situation, self._leaves = situation, {}
        return self._judge(world, self.goal)

    def _judge(self, world: World, tree: Tree) -> Verdict:
        name, *rest = tree
        if name in _LEAVES:
            # Testing whether a lid closes is slow, and looking around changes nothing that a goal depends on.
            key = repr(tree)
            if key not in self._leaves:
                self._leaves[key] = _LEAVES[name](world, *rest)
            return self._leaves[key]
        inner = [self._judge(world, branch) for branch in rest if isinstance(branch, list)]
        if name == "after":
            return self._remember(tree, inner)
        return _COMBINED[name](inner, [part for part in rest if not isinstance(part, list)])

    def _remember(self, tree: Tree, inner: list[Verdict]) -> Verdict:
        key = repr(tree)
        first, then = inner
        # The second must hold now, and the first must have held before the second did.
        before = self._held_before.get(key, False)
        self._held_before[key] = before or (first.holds and not then.holds)
        holds = then.holds and before
        return Verdict(
            holds,
            then.margin if before else min(first.margin, -1.0),
            f"先{first.zh}，然后{then.zh}",
            f"first {first.en}, then {then.en}",
            (first, then),
        )


def _has_after(tree: Tree) -> bool:
    return tree[:1] == ["after"] or any(_has_after(branch) for branch in tree[1:] if isinstance(branch, list))


def graded(verdict: Verdict) -> float:
    """Return the share of a conjunction's parts that hold, in [0, 1]: the graded score reported beside success.

    A verdict that holds as a whole scores 1 whatever its parts: in "first this, then that" the first may hold no longer.
    """
    if verdict.holds or not verdict.parts:
        return float(verdict.holds)
    return sum(graded(part) for part in verdict.parts) / len(verdict.parts)


def _all(inner: list[Verdict], _rest: list[Any]) -> Verdict:
    wrong = [verdict for verdict in inner if not verdict.holds]
    shown = wrong or inner
    return Verdict(
        not wrong,
        min((verdict.margin for verdict in inner), default=1.0),
        "；".join(verdict.zh for verdict in shown) or "无条件",
        "; ".join(verdict.en for verdict in shown) or "no condition",
        tuple(inner),
    )


def _any(inner: list[Verdict], _rest: list[Any]) -> Verdict:
    best = max(inner, key=lambda verdict: (verdict.holds, verdict.margin))
    return Verdict(best.holds, best.margin, best.zh, best.en)


def _not(inner: list[Verdict], _rest: list[Any]) -> Verdict:
    only = inner[0]
    return Verdict(not only.holds, -only.margin, only.zh, only.en)


def _count(inner: list[Verdict], rest: list[Any]) -> Verdict:
    relation, wanted = rest
    found = sum(verdict.holds for verdict in inner)
    gap = RELATIONS[relation](found, wanted)
    holds = gap >= 0
    zh, en = RELATION_WORDS[relation]
    return Verdict(
        holds,
        float(gap) + (0.5 if holds else 0.0),
        f"{len(inner)}项中有{found}项成立（要求{zh}{wanted}项）",
        f"{found} of {len(inner)} hold (wanted {en} {wanted})",
    )


_COMBINED: Mapping[str, Callable[[list[Verdict], list[Any]], Verdict]] = {
    "all": _all,
    "any": _any,
    "not": _not,
    "count": _count,
}


def _inside(world: World, thing: str, container: str) -> Verdict:
    gap = measures.inside(world, thing, container)
    (zh, en), (place_zh, place_en) = _names(world, thing), _names(world, container.partition("/")[0])
    be = _be(world, thing)
    if gap >= 0:
        return Verdict(True, gap, f"{zh}在{place_zh}里", f"the {en} {be} in the {place_en}")
    out = f"{-gap * 100:.1f}"
    return Verdict(
        False,
        gap,
        f"{zh}没有放进{place_zh}（超出{out}厘米）",
        f"the {en} {be} not in the {place_en} ({out} cm out)",
    )


def _on(world: World, upper: str, lower: str) -> Verdict:
    force = measures.rests_on(world, upper, lower)
    (zh, en), (lower_zh, lower_en) = _names(world, upper), _names(world, lower)
    holds = force > measures.CARRIED_N
    where = ("在", "on") if holds else ("不在", "not on")
    return Verdict(
        holds,
        force if holds else -1.0,
        f"{zh}{where[0]}{lower_zh}上",
        f"the {en} {_be(world, upper)} {where[1]} the {lower_en}",
    )


def _stable(world: World, things: list[str], seconds: float = 1.0) -> Verdict:
    slack = measures.stability(world, things, seconds)
    words = ("稳定", "stable") if slack >= 0 else ("不稳定", "not stable")
    return Verdict(slack >= 0, slack, f"摆放{words[0]}", f"the arrangement is {words[1]}")


def _lid_closes(world: World, part: str) -> Verdict:
    left = measures.closes_to(world, part)
    names = _names(world, part)
    if left <= 0:
        return Verdict(True, -left, f"{names[0]}能合上", f"the {names[1]} closes")
    deg = f"{left:.0f}"
    return Verdict(False, -left, f"{names[0]}合不上（还差{deg}°）", f"the {names[1]} does not close ({deg}° short)")


def _part_is(world: World, part: str, state: str) -> Verdict:
    slack = measures.part_position(world, part, state)
    names = _names(world, part)
    zh = {"open": "开着", "closed": "关着"}[state]
    words = (zh, state) if slack >= 0 else (f"没有{zh}", f"not {state}")
    return Verdict(slack >= 0, slack, f"{names[0]}{words[0]}", f"the {names[1]} is {words[1]}")


def _state(world: World, device: str, key: str, wanted: Fact) -> Verdict:
    panel = world.scene.register.devices[device]
    found = panel.facts(world.devices[device]).get(key)
    names = _names(world, device)
    titles, now = panel.words(key, found)
    aim = panel.words(key, wanted)[1]
    holds = found == wanted and type(found) is type(wanted)
    gap = abs(float(found) - float(wanted)) if is_number(found) and is_number(wanted) else 1.0
    return Verdict(
        holds,
        1.0 if holds else -(gap or 1.0),
        f"{names[0]}的{titles[0]}：{now[0]}" + ("" if holds else f"（要求{aim[0]}）"),
        f"{titles[1]} of the {names[1]}: {now[1]}" + ("" if holds else f" (wanted {aim[1]})"),
    )


def _clean(world: World, stain: str) -> Verdict:
    gone = stain in world.wiped
    names = _names(world, stain)
    return Verdict(
        gone,
        1.0 if gone else -1.0,
        f"{names[0]}{'已擦掉' if gone else '还在'}",
        f"the {names[1]} is {'wiped away' if gone else 'still there'}",
    )


def _undisturbed(world: World, thing: str, centimetres: float = 5.0, degrees: float = 10.0) -> Verdict:
    moved, turned = measures.displacement(world, thing)
    names = _names(world, thing)
    slack = min(centimetres - moved, (degrees - turned) * centimetres / degrees)
    holds = slack >= 0
    return Verdict(
        holds,
        slack,
        f"{names[0]}{'在原处' if holds else f'被移动了{moved:.0f}厘米'}",
        f"the {names[1]} {_be(world, thing)} {'in place' if holds else f'out of place by {moved:.0f} cm'}",
    )


def _offset(world: World, thing: str, reference: str, wanted: list[float], centimetres: float = 2.0) -> Verdict:
    off = np.multiply(100, measures.off_by(world, thing, reference, wanted))
    # Stacked blocks differ in height by a whole block, but placing sideways is less exact.
    far = max(float(np.hypot(off[0], off[1])), 2 * abs(float(off[2])))
    (zh, en), (other_zh, other_en) = _coloured(world, thing), _coloured(world, reference)
    holds, be = far <= centimetres, _be(world, thing)
    if holds:
        return Verdict(
            True, centimetres - far, f"{zh}与{other_zh}的相对位置正确", f"the {en} {be} right from the {other_en}"
        )
    shown = "" if world.held in {thing, reference} else f"{np.linalg.norm(off):.0f}"
    return Verdict(
        False,
        centimetres - far,
        f"{zh}与{other_zh}的相对位置不对" + (f"（偏{shown}厘米）" if shown else ""),
        f"the {en} {be} not where it belongs from the {other_en}" + (f" ({shown} cm off)" if shown else ""),
    )


def _aligned(
    world: World, thing: str, axis: str, wanted: list[float], ends: str = "this", degrees: float = 20.0
) -> Verdict:
    askew = measures.askew_deg(world, thing, axis, wanted, ends)
    zh, en = _coloured(world, thing)
    holds = askew <= degrees
    return Verdict(
        holds,
        degrees - askew,
        f"{zh}的朝向{'正确' if holds else f'不对（差{askew:.0f}°）'}",
        f"the {en} {_be(world, thing)} {'the right way round' if holds else f'turned the wrong way ({askew:.0f}°)'}",
    )


def _apart(world: World, thing: str, others: list[str], centimetres: float = 1.0) -> Verdict:
    free = 100 * measures.gap(world, thing, others, centimetres / 50)
    zh, en = _coloured(world, thing)
    holds = free >= centimetres
    return Verdict(
        holds,
        free - centimetres,
        f"{zh}{'没有' if holds else ''}挨着搭好的东西",
        f"the {en} {_be(world, thing)} {'apart from' if holds else 'too close to'} what is built",
    )


def _coloured(world: World, name: str) -> tuple[str, str]:
    """Return the Chinese and English title of a thing with its colour, to distinguish several of a kind."""
    (zh, en), thing = _names(world, name), world.scene.things.get(name)
    if thing is None or not thing.movable:
        return zh, en
    colour = COLOURS[thing.look.colour]
    return f"{colour.zh}{zh}", f"{colour.en} {en}"


def _said(world: World, wanted: Mapping[str, int]) -> Verdict:
    """Judge the counts stated last: each label needs exactly one number, the right one."""
    heard = counts.counts(world.said, wanted)
    parts = tuple(_said_of(label, heard[label], count) for label, count in wanted.items())
    wrong = [part for part in parts if not part.holds] or list(parts)
    return Verdict(
        all(part.holds for part in parts),
        min(part.margin for part in parts),
        "，".join(part.zh for part in wrong),
        ", ".join(part.en for part in wrong),
        parts,
    )


def _said_of(label: str, heard: counts.Stated, count: int) -> Verdict:
    zh, en = label.partition("|")[0], label.rpartition("|")[2]
    if heard.clear is None:
        several = sorted(f"{number:g}" for number in heard.numbers)
        what_zh, what_en = ("说了" + "和".join(several), f"said to be {' and '.join(several)}") if several else (
            "没有说清数目", "not said"
        )  # fmt: skip
        return Verdict(False, -float(count + 1), f"{zh}{what_zh}（应为{count}）", f"{en}: {what_en} (right is {count})")
    right = heard.clear == count
    said = f"{heard.clear:g}"
    return Verdict(
        right,
        1.0 if right else -abs(heard.clear - count),
        f"{zh}说是{said}" + ("" if right else f"（应为{count}）"),
        f"{en}: said {said}" + ("" if right else f" (right is {count})"),
    )


def _fits(world: World, first: str, second: str, place_cm: list[float]) -> Verdict:
    away, turned = measures.misfit(world, first, second, (place_cm[0] / 100, place_cm[1] / 100))
    slack = min(FIT_CM - away, (FIT_DEG - turned) * FIT_CM / FIT_DEG)
    zh, en = _names(world, first)
    # All pieces have the same title: the number distinguishes them.
    one, other = first.rpartition(".")[2], second.rpartition(".")[2]
    if slack >= 0:
        return Verdict(True, slack, f"{zh}{one}和{other}拼合", f"{en}s {one} and {other} fit together")
    return Verdict(
        False,
        slack,
        f"{zh}{one}和{other}没有拼合（差{away:.1f}厘米、{turned:.0f}°）",
        f"{en}s {one} and {other} do not fit together ({away:.1f} cm and {turned:.0f}° off)",
    )


def _be(world: World, thing: str) -> str:
    return "are" if world.scene.things[thing].plural else "is"


def _names(world: World, name: str) -> tuple[str, str]:
    return title(world.scene, name, "zh"), title(world.scene, name, "en")


_LEAVES: Mapping[str, Callable[..., Verdict]] = {
    "inside": _inside,
    "on": _on,
    "stable": _stable,
    "lid_closes": _lid_closes,
    "part_is": _part_is,
    "state": _state,
    "clean": _clean,
    "undisturbed": _undisturbed,
    "offset": _offset,
    "aligned": _aligned,
    "apart": _apart,
    "said": _said,
    "fits": _fits,
}
