"""Predicates hold when they should and only then, with margins that go to zero at the limit."""

import mujoco
import numpy as np
import pytest

from engine.props import desk_room, do, fixed, pick, plan, point_on, set_down, thing, world_of
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import goals, measures, predicates
from mindsight.engine.physics.goals import check
from mindsight.engine.physics.predicates import Judge, Verdict, graded
from mindsight.engine.physics.world import World


def judged(world: World, *tree: object) -> Verdict:
    return Judge(list(tree)).judge(world)


@pytest.fixture
def packing() -> World:
    """An open suitcase on the floor with a mug and a bottle beside it."""
    return world_of(
        plan(
            fixed("suitcase", (0.0, 0.0)),
            fixed("desk", (0.0, 1.3)),
            things=(thing("mug", "floor", (-0.8, -0.6)), thing("water_bottle", "floor", (0.8, -0.6))),
        )
    )


def test_the_limit_of_inside_is_the_wall(packing: World) -> None:
    assert not judged(packing, "inside", "mug.1", "suitcase/inside").holds
    set_down(packing, "mug.1", (0.0, 0.0, 0.03))
    verdict = judged(packing, "inside", "mug.1", "suitcase/inside")
    assert verdict.holds
    hollow = packing.scene.register.containers["suitcase/inside"]
    packing.put("mug.1", Frame((hollow.half[0], 0.0, 0.03)))
    mujoco.mj_forward(packing.model, packing.data)
    astride = judged(packing, "inside", "mug.1", "suitcase/inside")
    assert not astride.holds
    assert astride.margin < 0 < verdict.margin
    assert "cm out" in astride.en
    assert "厘米" in astride.zh


def test_what_reaches_above_the_rim_is_outside(packing: World) -> None:
    hollow = packing.scene.register.containers["suitcase/inside"]
    packing.put("mug.1", Frame((0.0, 0.0, hollow.at[2] + hollow.half[2] - 0.05)))
    mujoco.mj_forward(packing.model, packing.data)
    assert measures.inside(packing, "mug.1", "suitcase/inside") < -0.02


def test_a_lying_bottle_is_inside(packing: World) -> None:
    """By the corners of a box around it, a lying cylinder would stick through the floor of the suitcase."""
    set_down(packing, "water_bottle.1", (0.0, 0.1, 0.06), turn("x", 90))
    packing.settle(2.0)
    assert judged(packing, "inside", "water_bottle.1", "suitcase/inside").holds


def test_what_the_hand_holds_is_inside_nothing(packing: World) -> None:
    set_down(packing, "mug.1", (0.0, 0.0, 0.03))
    assert pick(packing, "mug.1").ok
    assert not judged(packing, "inside", "mug.1", "suitcase/inside").holds
    assert judged(packing, "not", ["inside", "mug.1", "suitcase/inside"]).holds


@pytest.mark.parametrize(("kind", "subject"), [("gloves", "the gloves are"), ("mug", "the mug is")])
def test_a_sentence_agrees_with_its_subject(kind: str, subject: str) -> None:
    world = desk_room(thing(kind, "desk/top", (0.0, 0.0)))
    name = f"{kind}.1"
    for tree in (["on", name, "desk"], ["inside", name, "desk/drawer"], ["undisturbed", name]):
        assert judged(world, *tree).en.startswith(subject), tree
    set_down(world, name, (0.0, -1.0, 0.1))
    for tree in (["on", name, "desk"], ["undisturbed", name]):
        assert judged(world, *tree).en.startswith(subject), tree


def test_on_holds_through_a_stack_and_not_beside_it() -> None:
    world = desk_room(
        *(thing("book", "desk/top", (0.4 * index - 0.4, 0.0), name=f"book.{index}") for index in range(3))
    )
    assert not judged(world, "on", "book.0", "book.1").holds
    low = world.frame("book.1").at
    set_down(world, "book.0", (low[0], low[1], low[2] + 0.10))
    set_down(world, "book.2", (low[0], low[1], low[2] + 0.25))
    for upper, lower in (("book.0", "book.1"), ("book.2", "book.1"), ("book.2", "book.0"), ("book.2", "desk")):
        verdict = judged(world, "on", upper, lower)
        assert verdict.holds, (upper, lower)
        assert verdict.margin > 0.1  # N
    assert not judged(world, "on", "book.1", "book.0").holds


def test_on_does_not_pass_through_furniture() -> None:
    world = world_of(
        plan(
            fixed("coffee_table", (0, 0)),
            things=(thing("book", "coffee_table/top"), thing("mug", "coffee_table/shelf")),
        )
    )
    assert judged(world, "on", "book.1", "coffee_table").holds
    assert judged(world, "on", "mug.1", "coffee_table").holds
    assert not judged(world, "on", "book.1", "mug.1").holds


def test_stable_sees_what_is_about_to_fall() -> None:
    world = desk_room(thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0)))
    still = judged(world, "stable", ["mug.1", "book.1"])
    assert still.holds
    assert 0.9 < still.margin <= 1
    at = world.frame("book.1").at
    world.put("book.1", Frame((at[0], at[1], at[2] + 0.2)))
    falling = judged(world, "stable", ["mug.1", "book.1"], 0.5)
    assert not falling.holds
    assert falling.margin < 0


def test_an_empty_lid_closes_and_trying_it_changes_nothing(packing: World) -> None:
    before = packing.fingerprint()
    empty = judged(packing, "lid_closes", "suitcase/lid")
    assert empty.holds
    assert empty.margin > 0
    assert packing.fingerprint() == before


def _umbrella_at(x: float, y: float, z: float, yaw: float) -> World:
    world = world_of(plan(fixed("suitcase", (0.0, 0.0)), things=(thing("umbrella", "floor", (0.0, -1.0)),)))
    set_down(world, "umbrella.1", (x, y, z), turn("z", yaw))
    return world


def test_a_thing_across_the_wall_keeps_the_lid_open() -> None:
    verdict = judged(_umbrella_at(0.0, -0.24, 0.25, 90), "lid_closes", "suitcase/lid")
    assert not verdict.holds
    assert verdict.margin < -1
    assert "short" in verdict.en


@pytest.mark.parametrize(
    "place", [(0.0, -0.24, 0.25, 90), (0.0, 0.0, 0.1, 0), (0.2, 0.0, 0.25, 45), (0.0, 1.0, 0.05, 0)]
)
def test_letting_the_rest_sleep_does_not_change_whether_a_lid_closes(
    place: tuple[float, float, float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = _umbrella_at(*place)
    quick = measures.closes_to(world, "suitcase/lid")
    real = World.snapshot
    monkeypatch.setattr(World, "snapshot", lambda self, *, awake=True: real(self, awake=awake or True))
    assert measures.closes_to(world, "suitcase/lid") == pytest.approx(quick, abs=2.5)
    assert (measures.closes_to(world, "suitcase/lid") <= 0) is (quick <= 0)


def test_parts_are_open_or_closed() -> None:
    world = desk_room()
    assert judged(world, "part_is", "desk/drawer", "closed").holds
    assert not judged(world, "part_is", "desk/drawer", "open").holds
    assert do(world, "open", point_on(world, "desk/drawer")).ok
    opened = judged(world, "part_is", "desk/drawer", "open")
    assert opened.holds
    assert opened.margin == pytest.approx(0.75, abs=0.1)
    assert not judged(world, "part_is", "desk/drawer", "closed").holds
    # Ajar is neither.
    part = world.scene.register.parts["desk/drawer"]
    world.data.joint("desk/drawer").qpos[0] = 0.1 * part.opened
    assert not judged(world, "part_is", "desk/drawer", "open").holds
    assert not judged(world, "part_is", "desk/drawer", "closed").holds


def test_states_of_devices_compare_values_and_types() -> None:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    assert judged(world, "state", "dial", "position", 0).holds
    assert do(world, "rotate", point_on(world, "dial/knob"), degrees=30).ok
    assert judged(world, "state", "dial", "position", 30).holds
    far = judged(world, "state", "dial", "position", 90)
    assert (far.holds, far.margin) == (False, -60.0)
    assert not judged(world, "state", "dial", "position", "30").holds
    assert not judged(world, "state", "dial", "colour", "red").holds


def test_true_is_not_one() -> None:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    world.devices["dial"] = {"position": True, "seconds": 0.0}
    assert not judged(world, "state", "dial", "position", 1).holds


def test_clean_holds_once_it_is_wiped() -> None:
    world = desk_room(thing("coffee_stain", "desk/top"))
    assert not judged(world, "clean", "coffee_stain.1").holds
    assert do(world, "wipe", point_on(world, "coffee_stain.1")).ok
    verdict = judged(world, "clean", "coffee_stain.1")
    assert (verdict.holds, verdict.margin) == (True, 1.0)


@pytest.mark.parametrize(
    ("move_m", "turn_deg", "holds"), [(0.0, 0, True), (0.04, 0, True), (0.06, 0, False), (0, 12, False)]
)
def test_undisturbed_has_its_limits(move_m: float, turn_deg: float, holds: bool) -> None:
    world = desk_room(thing("book", "desk/top"))
    at = world.frame("book.1").at
    world.put("book.1", Frame((at[0] + move_m, at[1], at[2]), turn("z", turn_deg)))
    world.settle(0.5)
    verdict = judged(world, "undisturbed", "book.1")
    assert verdict.holds is holds
    assert (verdict.margin >= 0) is holds


def test_what_moves_with_its_drawer_is_undisturbed() -> None:
    world = desk_room(thing("keys", "desk/drawer"))
    before = np.array(world.frame("keys.1").at)
    assert do(world, "open", point_on(world, "desk/drawer")).ok
    assert np.linalg.norm(np.array(world.frame("keys.1").at) - before) > 0.2
    assert judged(world, "undisturbed", "keys.1").holds
    at = world.frame("keys.1").at
    set_down(world, "keys.1", (at[0] + 0.08, at[1], at[2]), world.frame("keys.1").turn)
    assert not judged(world, "undisturbed", "keys.1").holds


HOLDS, FAILS = ["part_is", "desk/drawer", "closed"], ["part_is", "desk/drawer", "open"]


@pytest.mark.parametrize(
    ("tree", "holds"),
    [
        (["all"], True),
        (["all", HOLDS, HOLDS], True),
        (["all", HOLDS, FAILS], False),
        (["any", HOLDS, FAILS], True),
        (["any", FAILS, FAILS], False),
        (["not", FAILS], True),
        (["not", HOLDS], False),
        (["not", ["not", HOLDS]], True),
        (["count", ">=", 1, HOLDS, FAILS], True),
        (["count", ">=", 2, HOLDS, FAILS], False),
        (["count", "==", 1, HOLDS, FAILS], True),
        (["count", "==", 0, HOLDS, FAILS], False),
        (["count", "<=", 1, HOLDS, FAILS], True),
        (["count", "<=", 0, HOLDS, FAILS], False),
    ],
)
def test_combinations(tree: list[object], holds: bool) -> None:
    verdict = Judge(tree).judge(desk_room())
    assert verdict.holds is holds
    assert (verdict.margin > 0) is holds
    assert verdict.zh
    assert verdict.en


def test_after_needs_the_order() -> None:
    tree = ["after", ["part_is", "desk/drawer", "open"], ["clean", "coffee_stain.1"]]

    def steps(*verbs: str) -> bool:
        world = desk_room(thing("coffee_stain", "desk/top"))
        judge = Judge(tree)
        judge.judge(world)
        for verb in verbs:
            done = do(world, verb, point_on(world, "coffee_stain.1" if verb == "wipe" else "desk/drawer"))
            assert done.ok
            verdict = judge.judge(world)
        return verdict.holds

    assert steps("open", "wipe")
    assert steps("open", "close", "wipe")
    assert not steps("wipe")
    assert not steps("wipe", "open")
    assert not steps("open")


def test_the_graded_score_is_the_share_that_holds() -> None:
    world = desk_room()
    assert graded(Judge(["all", HOLDS, FAILS, FAILS, HOLDS]).judge(world)) == 0.5
    assert graded(Judge(["all", ["all", HOLDS, FAILS], HOLDS]).judge(world)) == 0.75
    assert graded(Judge(HOLDS).judge(world)) == 1
    assert graded(Judge(["any", FAILS, HOLDS]).judge(world)) == 1


def test_looking_around_costs_no_second_trial(monkeypatch: pytest.MonkeyPatch, packing: World) -> None:
    tried = []
    real = measures.closes_to
    monkeypatch.setattr(measures, "closes_to", lambda world, part: tried.append(part) or real(world, part))
    judge = Judge(["all", ["lid_closes", "suitcase/lid"], ["not", ["lid_closes", "suitcase/lid"]]])
    judge.judge(packing)
    do(packing, "look", turn=30)
    judge.judge(packing)
    assert tried == ["suitcase/lid"]
    set_down(packing, "mug.1", (0.0, 0.0, 0.03))
    judge.judge(packing)
    assert len(tried) == 2


def test_every_predicate_is_checked() -> None:
    assert set(goals._FIELDS) == set(predicates._LEAVES)
    assert {*predicates._COMBINED, "after"} == goals._COMBINED


@pytest.mark.parametrize(
    "tree",
    [
        [],
        "inside",
        {"inside": 1},
        [["inside", "a", "b"]],
        [1, 2],
        ["within", "a", "b"],
        ["inside", "a"],
        ["inside", "a", "b", "c"],
        ["inside", "a", 3],
        ["inside", "", "b"],
        ["part_is", "a", "ajar"],
        ["state", "a", "b"],
        ["state", "a", "b", None],
        ["stable", "a"],
        ["stable", []],
        ["stable", ["a"], -1],
        ["undisturbed", "a", float("nan")],
        ["offset", "a", "b"],
        ["offset", "a", "b", [0, 0]],
        ["offset", "a", "b", [0, 0, float("inf")]],
        ["aligned", "a", "up", [0, 0, 1]],
        ["aligned", "a", "z", [0, 0, 0]],
        ["aligned", "a", "z", [0, 0, 1], "both"],
        ["apart", "a", []],
        ["apart", "a", ["b"], 0],
        ["any"],
        ["not"],
        ["not", ["clean", "a"], ["clean", "b"]],
        ["after", ["clean", "a"]],
        ["all", ["clean", "a"], "b"],
        ["all", ["clean"]],
        ["count", ["clean", "a"]],
        ["count", ">", 1, ["clean", "a"]],
        ["count", ">=", 1.5, ["clean", "a"]],
        ["count", ">=", True, ["clean", "a"]],
        ["count", ">=", 1],
    ],
)
def test_an_invalid_goal_is_refused(tree: object) -> None:
    with pytest.raises(ValueError, match=r"goal|predicate|takes|is no|inside"):
        check(tree)
