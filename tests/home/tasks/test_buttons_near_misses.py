"""End states of the buttons task that must fail, each of which a faulty predicate or panel would accept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from mindsight.engine.devices.panels import Effect, Panel, Value
from mindsight.engine.physics import predicates
from mindsight.engine.physics.predicates import Judge, Tree, Verdict
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

Mutant = Callable[[pytest.MonkeyPatch, Tree], Tree]
Wanted = tuple[tuple[str, Value], ...]


@lru_cache
def stage(*kinds: str, locked: bool = False) -> World:
    """Return a bare room with appliances side by side."""
    names = [f"{kind}_{place}" for place, kind in enumerate(kinds, 1)]
    plan = ScenePlan(
        room="kitchen",
        seed=1,
        size=(4.0, 4.0, 2.8),
        time_of_day="noon",
        fixtures=tuple(
            FixturePlan(name=name, kind=kind, seed=place, at=(place * 0.7, 0.0), z=0.8, options={"locked": locked})
            for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1, 1.4), target=(0, 0, 1)),),
    )
    return World(build(plan))


def press_all(goal: Tree, world: World, presses: Sequence[str]) -> Verdict:
    """Press buttons one after another, judging after each as an episode does."""
    world.devices = {name: device.start() for name, device in world.scene.register.devices.items()}
    judge = Judge(goal)
    verdict = judge.judge(world)
    for press in presses:
        device, _, key = press.rpartition("/")
        world.press(device or next(iter(world.devices)), f"{device or next(iter(world.devices))}/{key}")
        verdict = judge.judge(world)
    return verdict


def goal_of(device: str, wanted: Wanted) -> Tree:
    return ["all", *(["state", device, key, value] for key, value in wanted)]


def _state_is(accepts: Callable[[Any, Any], bool]) -> Mutant:
    """The state predicate compares in another way."""

    def mutate(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        def state(world: World, device: str, key: str, wanted: Any) -> Verdict:
            found = world.devices[device].get(key)
            return Verdict(found is not None and accepts(found, wanted), 1.0, "", "")

        patch.setitem(predicates._LEAVES, "state", state)  # type: ignore[arg-type]
        return goal

    return mutate


def _sticky(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A goal once reached stays reached."""
    been: list[Verdict] = []
    honest = Judge.judge

    def judge(self: Judge, world: World) -> Verdict:
        been.append(honest(self, world))
        return next((verdict for verdict in been if verdict.holds), been[-1])

    patch.setattr(Judge, "judge", judge)
    return goal


def _without(key: str) -> Mutant:
    """The goal omits one of its settings."""
    return lambda _patch, goal: ["all", *(leaf for leaf in goal[1:] if leaf[2] != key)]


def _most(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """All but one are enough."""
    return ["count", *goal[1:], ">=", len(goal) - 2]


def _any_device(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """Any appliance in this state counts."""
    return ["any", goal, ["all", *(["state", "rice_cooker_2", *leaf[2:]] for leaf in goal[1:])]]


def _any_variable(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """Any variable with the value counts."""

    def state(world: World, device: str, _key: str, wanted: Any) -> Verdict:
        return Verdict(wanted in world.devices[device].values(), 1.0, "", "")

    patch.setitem(predicates._LEAVES, "state", state)  # type: ignore[arg-type]
    return goal


def _panel(method: str, mutated: Callable[..., Any]) -> Mutant:
    """The panel has a fault."""

    def mutate(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        patch.setattr(Panel, method, mutated)
        return goal

    return mutate


def _press_despite(ignored: str) -> Callable[..., Any]:
    """Press as if the lock were off, the power on or nothing running."""
    honest = Panel.press
    pretended = {"lock": False, "power": True, "running": False}[ignored]

    def press(self: Panel, state: Any, part: str) -> Any:
        if self.effects[part].verb == "lock" or self.effects[part].variable == "power":
            return honest(self, state, part)
        after = dict(honest(self, {**state, ignored: pretended}, part))
        return (
            after
            if ignored == "running" and self.effects[part] == Effect("start")
            else {**after, ignored: state[ignored]}
        )

    return press


def _start_anyway(self: Panel, state: Any, effect: Effect) -> Any:
    if effect.verb == "start":
        return {**state, "running": not state["running"]}
    return _HONEST_AFTER(self, state, effect)


_HONEST_AFTER = Panel._after


def _off_forgets_nothing(self: Panel, state: dict[str, Value], *, all_of_it: bool) -> Any:
    return state if all_of_it else _HONEST_CLEARED(self, state, all_of_it=all_of_it)


_HONEST_CLEARED = Panel._cleared


@dataclass(frozen=True)
class NearMiss:
    """An end state one setting short of the goal: the presses that lead there, and the mutant that accepts it."""

    name: str
    kind: str
    wanted: Wanted
    presses: tuple[str, ...]
    mutant: Mutant
    locked: bool = False
    beside: str = ""


MORE = "minutes_more"
GRILL_5: Wanted = (("mode", "grill"), ("minutes", 5.0), ("running", True))
NEAR_MISSES = (
    NearMiss("one step short", "microwave", (("minutes", 5.0),), (MORE,) * 4, _state_is(lambda f, w: abs(f - w) <= 1)),
    NearMiss("one step beyond", "microwave", (("minutes", 5.0),), (MORE,) * 6, _state_is(lambda f, w: f >= w)),
    NearMiss("far beyond", "microwave", (("minutes", 5.0),), (MORE,) * 9, _state_is(lambda f, w: f >= w)),
    NearMiss("reached, then undone", "microwave", (("minutes", 2.0),), (MORE, MORE, "minutes_less"), _sticky),
    NearMiss("reached, then cycled on", "microwave", (("level", "low"),), ("level", "level"), _sticky),
    NearMiss("wrong mode", "microwave", (("mode", "grill"),), ("defrost",), _state_is(lambda f, _w: f != "heat")),
    NearMiss("started in the wrong mode", "microwave", GRILL_5, ("defrost", *(MORE,) * 5, "start"), _without("mode")),
    NearMiss("started for the wrong time", "microwave", GRILL_5, ("grill", *(MORE,) * 4, "start"), _without("minutes")),
    NearMiss("all set, not started", "microwave", GRILL_5, ("grill", *(MORE,) * 5), _without("running")),
    NearMiss("started, then paused", "microwave", GRILL_5, ("grill", *(MORE,) * 5, "start", "start"), _sticky),
    NearMiss("started, then cancelled", "microwave", GRILL_5, ("grill", *(MORE,) * 5, "start", "stop"), _sticky),
    NearMiss(
        "two of three", "air_conditioner", (("mode", "heat"), ("fan", "high"), ("degrees", 25.0)),
        ("power", "mode", "fan"), _most,
    ),
    NearMiss(
        "set, then switched off", "air_conditioner", (("mode", "heat"),), ("power", "mode", "power"),
        _panel("_cleared", _off_forgets_nothing),
    ),
    NearMiss("never switched on", "air_conditioner", (("mode", "heat"),), ("mode",), _panel("press", _press_despite("power"))),
    NearMiss("locked all along", "rice_cooker", (("taste", "firm"),), ("taste",), _panel("press", _press_despite("lock")), locked=True),
    NearMiss(
        "unlocked, but locked again before it was set", "rice_cooker", (("taste", "firm"),), ("lock", "lock", "taste"),
        _panel("press", _press_despite("lock")), locked=True,
    ),
    NearMiss(
        "set only after it had been started", "rice_cooker", (("dish", "congee"), ("running", True)), ("start", "dish"),
        _panel("press", _press_despite("running")),
    ),
    NearMiss(
        "started without heat", "induction_hob", (("mode", "soup"), ("running", True)), ("power", "soup", "start"),
        _panel("_after", _start_anyway),
    ),
    NearMiss(
        "the mode of another appliance", "induction_hob", (("mode", "soup"),), ("rice_cooker_2/dish", "rice_cooker_2/dish"),
        lambda _patch, goal: ["any", goal, ["state", "rice_cooker_2", "dish", "soup"]], beside="rice_cooker",
    ),
    NearMiss(
        "the twin beside it", "rice_cooker", (("warm", True),), ("rice_cooker_2/warm",), _any_device, beside="rice_cooker",
    ),
    NearMiss(
        "the value of another setting", "air_conditioner", (("swing", True),), ("power",), _any_variable,
    ),
    NearMiss("the scene instead of the lamp", "lamp_panel", (("ceiling", True), ("scene", "read")), ("scene",), _without("ceiling")),
)  # fmt: skip


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_its_mutant_lets_it_pass(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (case.kind, *([case.beside] if case.beside else []))
    goal = goal_of(f"{case.kind}_1", case.wanted)
    assert not press_all(goal, stage(*kinds, locked=case.locked), case.presses).holds
    mutated = case.mutant(monkeypatch, goal)
    assert press_all(mutated, stage(*kinds, locked=case.locked), case.presses).holds


def test_the_state_itself_holds_and_says_so() -> None:
    goal = goal_of("microwave_1", GRILL_5)
    verdict = press_all(goal, stage("microwave"), ("grill", *(MORE,) * 5, "start"))
    assert verdict.holds
    assert "烧烤" in verdict.zh
    short = press_all(goal, stage("microwave"), ("grill", *(MORE,) * 4, "start"))
    assert short.zh == "微波炉的时间：4（要求5）"
    assert short.en == "time of the microwave oven: 4 (wanted 5)"
    assert predicates.graded(short) == pytest.approx(2 / 3)


def test_locking_does_not_undo_a_setting() -> None:
    goal = goal_of("rice_cooker_1", (("taste", "firm"),))
    assert press_all(goal, stage("rice_cooker"), ("taste", "lock")).holds


def test_other_settings_do_not_matter() -> None:
    goal = goal_of("rice_cooker_1", (("taste", "firm"),))
    assert press_all(goal, stage("rice_cooker"), ("taste", "warm", "dish")).holds
