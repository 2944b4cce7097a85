"""Sorting and counting: what is drawn, that signs and the look of things decide, and that words reveal nothing."""

from collections import Counter
from functools import lru_cache
from typing import Literal

import pytest

from home.tasks.test_sort_count_near_misses import stage
from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.counts import counts
from mindsight.engine.physics.goals import check, counted_labels
from mindsight.engine.scenes import places
from mindsight.engine.scenes.custom import violations
from mindsight.home.adapters.environment import HomeEnvironment
from mindsight.home.episodes.interface import MOST_COUNTED, menu
from mindsight.home.irrelevance import REASONS, Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.tasks import load, sort_count
from mindsight.home.tasks.sort_count.sets import CRITERIA, Criterion, Group
from mindsight.text import Language

Why = Reason | Literal[""]
TASK = load()["sort_count"]
CELLS = len(sort_count._CELLS)


@lru_cache
def drawn(seed: int, reason: Why = "") -> Instance:
    return TASK.draw(seed, reason)


def seed_of(**wanted: str | int) -> int:
    """Return the first seed of certain difficulty."""
    axes = ("criterion", "groups", "things", "strays", "start")
    return next(
        seed
        for seed in range(CELLS)
        if all(dict(zip(axes, sort_count.cell(seed), strict=True))[axis] == value for axis, value in wanted.items())
    )


SEEDS = (
    seed_of(criterion="colour", groups=3, things="8-12", strays="some", start="begun"),
    seed_of(criterion="label", groups=2, things="8-12", strays="some", start="empty"),
)


def groups_of(instance: Instance) -> dict[str, Group]:
    """Return the group of each box, from its sign."""
    criterion = next(one for one in CRITERIA if one.key == instance.details["criterion"])
    signs = {one.name: one.options["zh"] for one in instance.scene.fixtures if one.kind == "sorting_box"}
    return {name: next(group for group in criterion.groups if group.zh == zh) for name, zh in signs.items()}


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: one.key)
def test_a_criterion_is_not_a_matter_of_taste(criterion: Criterion) -> None:
    catalogue.load()
    assert len(criterion.groups) >= 3
    members = [member for group in criterion.groups for member in group.members()]
    assert len(set(members)) == len(members), "something belongs to two groups"
    for kind, colour, state in (*members, *criterion.strays):
        assert not colour or colour in KINDS[kind].colours, (kind, colour)
        assert not state or state in KINDS[kind].states, (kind, state)
    for kind, colour, state in members:
        assert sum(group.holds(kind, colour, state) for group in criterion.groups) == 1
    loose = [member for member in criterion.strays for group in criterion.groups if sort_count._may_hold(group, member)]
    assert criterion.key in {"material", "use"} or not loose


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: one.key)
def test_every_name_of_a_group_is_understood_as_that_group(criterion: Criterion) -> None:
    labels = [group.names for group in criterion.groups]
    assert len(set(labels)) == len(labels)
    for number, label in enumerate(labels, start=2):
        for name in label.split("|"):
            found = counts([f"{name}: {number}"], labels)
            assert [one for one in labels if found[one].clear == number] == [label], name
    shown = "，".join(f"{group.zh}{number}件" for number, group in enumerate(criterion.groups, start=2))
    told = ", ".join(f"{number} {group.en}" for number, group in enumerate(criterion.groups, start=2))
    for said in (shown, told):
        heard = counts([said], labels)
        assert [heard[label].clear for label in labels] == list(range(2, 2 + len(labels)))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_goal_follows_from_signs_and_looks(seed: int) -> None:
    instance = drawn(seed)
    by_box = groups_of(instance)
    number = Counter[str]()
    expected: list[list[object]] = []
    for thing in instance.scene.things:
        boxes = [box for box, group in by_box.items() if group.holds(thing.kind, thing.colour, thing.state)]
        number.update(by_box[box].names for box in boxes)
        if boxes:
            expected.append(["inside", thing.name, f"{boxes[0]}/inside"])
        else:
            expected += [["not", ["inside", thing.name, f"{box}/inside"]] for box in by_box]
    assert sorted(map(str, instance.goal[1:-1])) == sorted(map(str, expected))
    assert instance.goal[-1] == ["said", dict(number)]


@pytest.mark.parametrize("seed", SEEDS)
def test_amounts_are_as_the_task_says(seed: int) -> None:
    instance = drawn(seed)
    low, high = map(int, str(instance.difficulty["things"]).split("-"))
    boxes = groups_of(instance)
    inside = [leaf for leaf in instance.goal[1:] if leaf[0] == "inside"]
    assert low <= len(inside) <= high
    assert len(boxes) == instance.difficulty["groups"]
    assert all(count >= 2 for count in instance.goal[-1][1].values())
    assert set(instance.needed) == {*boxes, *(leaf[1] for leaf in inside)}
    begun = [thing for thing in instance.scene.things if thing.on.endswith("/inside")]
    assert bool(begun) is (instance.difficulty["start"] == "begun")
    assert max(instance.goal[-1][1].values()) <= MOST_COUNTED


@pytest.mark.parametrize("seed", SEEDS)
def test_the_room_is_usual_and_nothing_lies_on_anything_else(seed: int) -> None:
    scene = drawn(seed).scene
    assert violations(scene) == []
    lying = [thing for thing in scene.things if thing.on.endswith("/top")]
    rects = [places._rect(one, places.footprint(one.kind, one.seed, one.colour, one.state)) for one in lying]
    for number, rect in enumerate(rects):
        assert not any(rect.overlaps(other) for other in rects[number + 1 :])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_what_only_the_picture_shows_reads_the_same(seed: int, reason: Reason) -> None:
    valid, irrelevant = drawn(seed), drawn(seed, reason)
    assert irrelevant.instruction == valid.instruction
    assert irrelevant.difficulty == valid.difficulty
    assert irrelevant.scene.viewpoints == valid.scene.viewpoints
    assert irrelevant.scene != valid.scene
    assert counted_labels(irrelevant.goal) == counted_labels(valid.goal)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_absent_is_everything_that_fits_a_sign(seed: int) -> None:
    instance = drawn(seed, "absent")
    assert len(instance.scene.things) >= 6
    for group in groups_of(instance).values():
        assert not any(group.holds(one.kind, one.colour, one.state) for one in instance.scene.things)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_in_a_blocked_task_a_box_is_locked_and_it_is_empty(seed: int) -> None:
    reasons: tuple[Why, ...] = ("", "absent", "blocked")
    for reason in reasons:
        scene = drawn(seed, reason).scene
        locked = [one.name for one in scene.fixtures if one.options.get("locked")]
        assert len(locked) == (reason == "blocked")
        assert not [thing for thing in scene.things if thing.on.partition("/")[0] in locked]


def test_no_instruction_contains_a_sign_or_a_count() -> None:
    for seed in SEEDS:
        instance = drawn(seed)
        words = instance.instruction["zh"] + instance.instruction["en"].lower()
        assert not any(group.zh in words or group.en.lower() in words for group in groups_of(instance).values())


def test_equal_seeds_give_equal_instances_and_others_do_not() -> None:
    first, second = SEEDS
    assert TASK.draw(first, "").sha256 == drawn(first).sha256
    assert drawn(first).sha256 != drawn(second).sha256


def test_every_value_of_every_axis_comes_in_a_block_of_seeds() -> None:
    cells = [sort_count.cell(seed) for seed in range(CELLS)]
    assert len(set(cells)) == CELLS
    met = [set(values) for values in zip(*cells, strict=True)]
    assert met == [set(values) for values in TASK.axes.values()]


@pytest.mark.parametrize("reason", ["impossible", "not_home"])
def test_some_demands_are_refused_by_their_words(reason: Reason) -> None:
    assert drawn(SEEDS[0], reason).instruction != drawn(SEEDS[0]).instruction
    assert set(REASONS) > {reason}


@pytest.mark.parametrize(
    "tree", [["said"], ["said", {}], ["said", {"red": -1}], ["said", {"red": 1.5}], ["said", {"red": True}],
             ["said", {"red|": 1}], ["said", ["red", 1]], ["said", {"red": 1}, 2]],
)  # fmt: skip
def test_a_goal_of_counts_is_checked(tree: list[object]) -> None:
    with pytest.raises(ValueError, match="said"):
        check(tree)


@pytest.mark.parametrize(("language", "words"), [("zh", "说：“红色：3”"), ("en", "say: “red: 3”")])
def test_a_menu_offers_to_say_a_count(language: Language, words: str) -> None:
    plain = [choice for choice, _ in menu(stage(), (), language)]
    choices = menu(stage(), (), language, ("红色|红|red",))
    assert len(choices) == len(plain) + MOST_COUNTED + 1
    said = dict(choices)[words]
    assert counts([said.text], ["红色|红|red"])["红色|红|red"].clear == 3


@pytest.mark.slow
def test_counts_chosen_from_a_menu_are_accepted() -> None:
    label = "红色|红|red"
    instance = drawn(SEEDS[0]).model_copy(update={"goal": ["said", {label: 3}], "oracle_steps": 5})
    environment = HomeEnvironment()
    environment.open(instance.model_dump(), {"language": "zh", "width": 320, "height": 240}, "menu")
    try:
        environment.act([choice for choice, _ in environment._choices].index("说：“红色：3”") + 1)
        assert environment.end("silence")["result"]["goal_true"]
    finally:
        environment.close()


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", *(one for one in TASK.reasons if TASK.fits(SEEDS[0], one))])
def test_the_oracle_does_or_declines_it(reason: Why) -> None:
    assert prove(TASK, SEEDS[0], reason).oracle_steps > 0


@pytest.mark.parametrize("key", ["size", "label"])
def test_size_and_words_are_recognised_in_any_colour(key: str) -> None:
    for group in next(one for one in CRITERIA if one.key == key).groups:
        for kind, colour, state in group.members():
            assert colour  # it is drawn in some colour …
            assert group.holds(kind, "brown", state)  # … and taken for the same in another
