"""Kinds of irrelevance: the words of a task are those of its valid twin, what decides is seen, and the oracle reads no reason."""

from collections import Counter
from contextlib import suppress
from functools import lru_cache
from itertools import count
from pathlib import Path

import pytest

from mindsight.engine.scenes.plans import FixturePlan
from mindsight.home import tasks
from mindsight.home.classes import CLASSES
from mindsight.home.episodes.baselines import BASELINES, agent_of, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.irrelevance import NARROW, NEEDS_PICTURE, REASONS, Reason
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import Slot, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.preparation.wordings import redrawn_in
from mindsight.home.setting import Setting
from mindsight.home.studies.validity import SHOWN_BY_PICTURES
from mindsight.home.tasks import Rejected, heat
from mindsight.home.tasks.desk.rules import DRAWER
from mindsight.home.tasks.gift.items import ITEMS, Item
from mindsight.home.tasks.gift.people import PEOPLE, against, fitting, harming, serving
from mindsight.home.tasks.sort_count.sets import CRITERIA, Criterion
from mindsight.record.canonical import model_page

POOL = tasks.load()
STEPS = 60
SEEN: list[tuple[str, Reason]] = [(key, one) for key in POOL for one in POOL[key].reasons if one in NEEDS_PICTURE]
WIDE = [pair for pair in SEEN if pair[1] not in NARROW]
WANTED: tuple[tuple[Reason, int], ...] = (("ambiguous", 2), ("hazardous", 0))
"""How many suitable presents there are."""
BLIND: tuple[Reason, ...] = ("ambiguous", "missing_information")
LOCKED: dict[tuple[str, Reason], dict[str, str]] = {("buttons", "blocked"): {"lock": "locked"}}
"""Difficulty that is the very reason why a task is irrelevant."""
QUICK = {("sort_count", "ambiguous"), ("sort_count", "missing_information"), ("blocks", "false_premise")}


@lru_cache(maxsize=64)
def pair(key: str, reason: Reason, number: int = 0) -> tuple[Instance, Instance]:
    """Return the valid task and the irrelevant one of the first seeds that give both."""
    for seed in count(200 * number):
        if POOL[key].fits(seed, reason):
            try:
                return POOL[key].twin(seed, reason), POOL[key].draw(seed, reason)
            except Rejected:
                continue
    raise AssertionError


def solved(instance: Instance, baseline: str = "oracle") -> Result:
    """Run a built-in subject on a task that says nothing of why it is irrelevant, with a budget that is large enough."""
    unknown = instance.model_copy(update={"reason": "", "oracle_steps": STEPS})
    with Episode(unknown, Setting(), draw=False, keep=False) as episode:
        run_episode(episode, agent_of(baseline, episode, 0))
        return episode.end()


def named(pairs: list[tuple[str, Reason]]) -> list[object]:
    """Return pairs of class and kind as parameters; those that are not quick are slow."""
    return [pytest.param(*one, marks=() if one in QUICK else pytest.mark.slow) for one in pairs]


def test_eight_kinds_have_a_twentieth_of_the_irrelevant_tasks_of_a_usual_plan_each() -> None:
    plan = Plan(tasks=tuple(CLASSES))
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=plan.seed, reasons=plan.reasons)
    shares = Counter(slot.reason for slot in wanted if slot.reason)
    assert set(shares) == set(REASONS)
    assert len(REASONS) >= 8
    assert min(shares.values()) >= 0.05 * shares.total(), shares


def test_each_class_has_all_narrow_kinds_and_takes_its_own_in_the_order_of_reports() -> None:
    for key, task in POOL.items():
        assert task.reasons[: len(NARROW)] == NARROW, key
        assert list(task.reasons) == [one for one in REASONS if one in task.reasons], key


def test_only_nonsense_and_foreign_demands_are_known_by_their_words() -> None:
    assert set(REASONS) - NEEDS_PICTURE == {"impossible", "not_home"}
    assert set(SHOWN_BY_PICTURES) == NEEDS_PICTURE


@pytest.mark.parametrize(("key", "reason"), named(SEEN))
@pytest.mark.parametrize("number", range(3))
def test_the_words_are_those_of_the_valid_task_and_the_room_is_not(key: str, reason: Reason, number: int) -> None:
    valid, spoiled = pair(key, reason, number)
    assert spoiled.instruction == valid.instruction
    assert spoiled.scene != valid.scene
    assert {**spoiled.difficulty, **LOCKED.get((key, reason), {})} == {
        **valid.difficulty,
        **LOCKED.get((key, reason), {}),
    }
    assert spoiled.scene.viewpoints == valid.scene.viewpoints, "the list of places gives it away"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "reason"), SEEN)
def test_thirty_demands_read_the_same_valid_and_spoiled(key: str, reason: Reason) -> None:
    # Classifiers of texts are for `home bias`: the area under their curve for some hundred texts hangs on the luck of seeds.
    alike = []
    for seed in range(1000, 1400):
        with suppress(Rejected):
            alike.append(POOL[key].twin(seed, reason).instruction == POOL[key].draw(seed, reason).instruction)
        if len(alike) == 30:
            break
    assert len(alike) == 30
    assert all(alike)


@pytest.mark.parametrize(("key", "reason"), named(WIDE))
def test_the_oracle_declines_from_sight_alone(key: str, reason: Reason) -> None:
    _, spoiled = pair(key, reason)
    result = solved(spoiled)
    assert (result.ending, result.disturbed) == ("decline", ()), "the reason was hidden from it"


@pytest.mark.parametrize("key", POOL)
def test_a_seed_whose_words_do_not_fit_gives_no_task_of_the_kind(key: str) -> None:
    task = POOL[key]
    for reason in task.reasons:
        seed = next((seed for seed in range(60) if not task.fits(seed, reason)), None)
        if seed is not None:
            with pytest.raises(Rejected, match="unfit"):
                task.draw(seed, reason)


def test_both_tasks_of_a_pair_come_from_a_seed_that_fits() -> None:
    wanted = slots(tuple(POOL), trials=48, irrelevant=0.5, seed=3)
    kinds: dict[tuple[str, int], set[str]] = {}
    for slot in wanted:
        assert isinstance(slot, Slot)
        kinds.setdefault((slot.task, slot.seed), set()).add(slot.kind)
        assert slot.reason in {"", slot.kind}
    assert all(len(found) == 1 for found in kinds.values())
    assert len(kinds) == 24 * len(POOL)


# --- what the room shows ---


def labels(instance: Instance) -> dict[str, list[str]]:
    """Return the labels on a desk by fixture."""
    return {one.name: one.options["label"] for one in instance.scene.fixtures if "label" in one.options}


def test_a_tray_has_the_label_of_the_drawer() -> None:
    valid, spoiled = pair("desk", "ambiguous")
    place = DRAWER.partition("/")[0]
    assert labels(valid)[place] != labels(valid)["desk_tray"]
    assert labels(spoiled)[place] == labels(spoiled)["desk_tray"] == labels(valid)[place]


def test_the_labels_of_a_desk_are_blank() -> None:
    valid, spoiled = pair("desk", "missing_information")
    assert all(any(words) for words in labels(valid).values())
    assert labels(spoiled) == {name: ["", ""] for name in labels(valid)}


def signs(instance: Instance) -> list[str]:
    """Return what the signs of the sorting boxes say in English."""
    return [str(one.options["en"]) for one in instance.scene.fixtures if one.kind == "sorting_box"]


@pytest.mark.parametrize("number", range(6))
def test_the_signs_of_the_boxes(number: int) -> None:
    ambiguous, missing, strange = (
        pair("sort_count", reason, number) for reason in ("ambiguous", "missing_information", "false_premise")
    )
    assert len(set(signs(ambiguous[1]))) == len(set(signs(ambiguous[0]))) - 1
    assert set(signs(missing[1])) == {""}
    assert not set(signs(strange[1])) & {group.en for group in criterion(strange[0]).groups}
    assert len(set(signs(strange[1]))) == len(signs(strange[0]))


def criterion(instance: Instance) -> Criterion:
    """Return the criterion of a task of sorting."""
    return next(one for one in CRITERIA if one.key == instance.details["criterion"])


@pytest.mark.parametrize("number", range(6))
def test_nothing_on_the_table_belongs_in_a_box_of_another_criterion(number: int) -> None:
    _, spoiled = pair("sort_count", "false_premise", number)
    said = set(signs(spoiled))
    groups = [group for one in CRITERIA for group in one.groups if group.en in said]
    assert not [thing.name for thing in spoiled.scene.things for group in groups if thing.kind in group.kinds]


def presents(instance: Instance) -> list[Item]:
    """Return what answers the wish among the presents in a room."""
    person = next(one for one in PEOPLE if one.key == instance.details["person"])
    there = [(thing.kind, thing.colour, thing.state) for thing in instance.scene.things]
    found: list[Item] = []
    for kind, colour, state in there:
        fits = [one for one in ITEMS if one.kind == kind and one.colour in {"", colour} and one.state in {"", state}]
        found += [one for one in fits if one in serving(person)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_two_presents_are_suitable_or_all_that_is_wished_for_does_harm(number: int) -> None:
    for reason, wanted in WANTED:
        valid, spoiled = pair("gift", reason, number)
        person = next(one for one in PEOPLE if one.key == spoiled.details["person"])
        assert len([one for one in presents(valid) if one in fitting(person)]) == 1
        assert len([one for one in presents(spoiled) if one in fitting(person)]) == wanted
        assert len(spoiled.scene.things) == len(valid.scene.things)
        if reason == "hazardous":
            assert presents(spoiled)
            assert all(one in harming(person) for one in presents(spoiled))


def test_every_harmful_present_breaks_a_rule_with_a_source() -> None:
    broken = {rule for person in PEOPLE for item in harming(person) for rule in against(person, item) if rule.harms}
    assert len(broken) >= 10
    assert all(rule.sources for rule in broken)
    assert not [rule.key for rule in broken if rule.ground in {"custom", "occasion"}]
    assert all(one.sources for one in heat.HAZARDS)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["suitcase", "clean_room"])
def test_the_world_says_that_it_does_harm_and_that_its_twin_does_not(key: str) -> None:
    valid, spoiled = pair(key, "hazardous")
    for instance, harm in ((valid, False), (spoiled, True)):
        with Episode(instance, Setting(), draw=False, keep=False) as episode:
            places = [
                one.name
                for one in instance.scene.fixtures
                if one.kind in {"suitcase", "waste_bin", "laundry_basket", "toy_chest"}
            ]
            assert any(heat.harms(episode.world, place) for place in places) is harm


def heater_of(instance: Instance) -> FixturePlan:
    """Return the only heater of a room."""
    (found,) = (one for one in instance.scene.fixtures if one.kind == heat.HEATER)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("key", ["suitcase", "clean_room"])
def test_a_heater_is_in_the_valid_rooms_of_hazardous_pairs_too_off_or_far(key: str) -> None:
    lit: list[bool] = []
    for number in range(8):
        valid, spoiled = pair(key, "hazardous", number)
        one, other = heater_of(valid), heater_of(spoiled)
        assert other.options["on"]
        if not one.options["on"]:
            assert one == other.model_copy(update={"options": {"on": False}}), "only the glow tells them apart"
        assert [fixture for fixture in valid.scene.fixtures if fixture != one] == [
            fixture for fixture in spoiled.scene.fixtures if fixture != other
        ]
        lit.append(bool(one.options["on"]))
    # Neither a heater nor its glow alone gives the reason away.
    assert set(lit) == {True, False}


@pytest.mark.slow
def test_the_valid_task_of_a_hazardous_pair_is_reworded_and_kept_apart_from_that_of_other_pairs(tmp_path: Path) -> None:
    task = POOL["suitcase"]
    seed = pair("suitcase", "hazardous")[0].seed
    with_heater, without = (prove(task, seed, "", kind=kind, cache=tmp_path) for kind in ("hazardous", "absent"))
    assert [len([one for one in put.scene.fixtures if one.kind == heat.HEATER]) for put in (with_heater, without)] == [
        1,
        0,
    ]
    again = prove(task, seed, "", kind="hazardous", cache=tmp_path)
    assert model_page(again) == model_page(with_heater) != model_page(without)
    assert redrawn_in(again, "b").scene == again.scene
    assert redrawn_in(with_heater, "a").instruction != redrawn_in(with_heater, "b").instruction


@pytest.mark.slow
def test_a_heater_that_is_off_or_far_away_does_no_harm() -> None:
    _, spoiled = pair("suitcase", "hazardous")
    heater = next(one for one in spoiled.scene.fixtures if one.kind == heat.HEATER)
    case = next(one for one in spoiled.scene.fixtures if one.kind == "suitcase")
    away = tuple(-part for part in case.at)
    for change in ({"options": {"on": False}}, {"at": away}):
        moved = tuple(one.model_copy(update=change) if one is heater else one for one in spoiled.scene.fixtures)
        scene = spoiled.scene.model_copy(update={"fixtures": moved})
        with Episode(spoiled.model_copy(update={"scene": scene}), Setting(), draw=False, keep=False) as episode:
            far = sum((a - b) ** 2 for a, b in zip(moved[-1].at, case.at, strict=True)) > heat.LEAST_M**2
            assert far or "at" not in change, "the room is too small for this test"
            assert not heat.harms(episode.world, case.name)


# --- subjects that lack what is needed to tell them apart ---


def test_who_cannot_read_does_not_tell_blank_or_doubled_signs_from_good_ones() -> None:
    ends = set()
    for reason in BLIND:
        for instance in pair("sort_count", reason):
            ends.add(solved(instance, "oracle+cannot_read=1").ending)
    assert ends == {"decline"}


@pytest.mark.slow
@pytest.mark.parametrize("reason", BLIND)
def test_who_cannot_read_ends_alike_at_a_desk_with_and_without_labels(reason: Reason) -> None:
    valid, spoiled = (solved(one, "oracle+cannot_read=1") for one in pair("desk", reason))
    assert valid.ending == spoiled.ending == "decline"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "reason"), WIDE)
def test_the_blind_subject_guesses_the_same_of_both(key: str, reason: Reason) -> None:
    from mindsight.home.episodes.blind import irrelevance

    valid, spoiled = pair(key, reason)
    assert irrelevance(valid.instruction["en"], key, "en") == irrelevance(spoiled.instruction["en"], key, "en")


def test_who_claims_everything_fails_at_each_kind() -> None:
    _, spoiled = pair("sort_count", "ambiguous")
    with Episode(spoiled.model_copy(update={"oracle_steps": STEPS}), Setting(), draw=False, keep=False) as episode:
        run_episode(episode, BASELINES["eager"](episode, 0))
        assert episode.end().outcome == "FP"
