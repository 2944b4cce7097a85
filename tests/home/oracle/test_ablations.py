"""Ablations: each has the stated effect, a stronger one affects more, and intact perception is unchanged."""

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skimage.color import rgb2lab

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.kinds import Look
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.feedback import SENTENCES
from mindsight.errors import InputError
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.episodes.stages import Stages
from mindsight.home.oracle import ablations
from mindsight.home.oracle.ablated_hands import MISSED, ablated
from mindsight.home.oracle.ablated_sight import DEUTAN, MISTAKEN, Lens
from mindsight.home.oracle.ablations import ABLATIONS, Ablation, parse, written
from mindsight.home.oracle.perception import Perception
from mindsight.home.oracle.space import Space
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.home.tasks import load

SHARES = [key for key, kind in ABLATIONS.items() if kind.bounds == (0, 1)]
UNIT = st.floats(0, 1)
KEYS = st.integers(0, 10_000)


def lens(**strengths: float) -> Lens:
    return Lens([Ablation(kind, strength) for kind, strength in strengths.items()], 7)


def sighting(name: str = "mug.1", **fields: Any) -> Sighting:
    seen = Sighting(
        name,
        "thing",
        "mug",
        Look("red", "", ""),
        name,
        (500.0, 500.0),
        (400.0, 400.0, 600.0, 600.0),
        900,
        30.0,
        ("TEA",),
    )
    return replace(seen, **fields)


# How ablations are written


def test_a_subjects_name_states_its_ablations_and_is_parsed_back() -> None:
    name, found = parse("oracle+jitter=20+slow=1.5")
    assert (name, found) == ("oracle", (Ablation("jitter", 20), Ablation("slow", 1.5)))
    assert name + written(found) == "oracle+jitter=20+slow=1.5"
    assert parse("eager") == ("eager", ())


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("oracle+giter=2", 'there is no ablation "giter".*did you mean "jitter"'),
        ("oracle+jitter", 'jitter": write jitter=STRENGTH with a number from 0 to 1000, such as jitter=1'),
        ("oracle+jitter=much", "write jitter=STRENGTH"),
        ("oracle+mirrored=1.5", "a number from 0 to 1"),
        ("oracle+slow=nan", "write slow=STRENGTH"),
        ("oracle+slow=1+slow=2", 'the ablation "slow" is named twice'),
        ("idle+slow=1", '"idle" cannot be ablated; only oracle can'),
    ],
)
def test_an_unknown_ablation_is_refused_in_one_sentence(subject: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse(subject)


@pytest.mark.parametrize("kind", ABLATIONS.values(), ids=str)
def test_a_kind_of_ablation_has_names_units_and_rising_strengths(kind: ablations.AblationKind) -> None:
    assert any("\u4e00" <= letter <= "\u9fff" for letter in kind.zh + kind.unit_zh)
    assert (kind.en + kind.unit_en).isascii()
    low, high = kind.bounds
    assert len(kind.strengths) == 3
    assert all(low <= strength <= high and strength != kind.unharmed for strength in kind.strengths)
    away = [abs(np.log(strength) - np.log(kind.unharmed or 1e-9)) for strength in kind.strengths]
    assert sorted(away) == away


# Seeing


def test_intact_perception_sees_what_is_there() -> None:
    good = Lens()
    one = sighting(says=(("power", True),))
    assert good.seen(one) == one
    assert (good.colour("mug.1", "red"), good.nearness("mug.1"), good.keeps) == ("red", 1.0, float("inf"))
    assert not good.mirrors("photo")
    assert not good.imagines("mug")
    picture = np.arange(12.0).reshape(2, 2, 3)
    assert good.picture(picture) is picture


@given(st.sampled_from(SHARES), UNIT, UNIT, KEYS)
def test_a_stronger_ablation_affects_all_that_a_weaker_one_does(kind: str, one: float, other: float, key: int) -> None:
    weak, strong = sorted((one, other))
    assert lens(**{kind: strong}).hit(kind, key) or not lens(**{kind: weak}).hit(kind, key)


@pytest.mark.parametrize("kind", SHARES)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_share_is_met_in_the_long_run(kind: str, share: float) -> None:
    hits = sum(lens(**{kind: share}).hit(kind, key) for key in range(600))
    assert abs(hits / 600 - share) < 4 * np.sqrt(share * (1 - share) / 600)
    assert all(lens(**{kind: 1}).hit(kind, key) and not lens(**{kind: 0}).hit(kind, key) for key in range(20))


def test_two_ablations_of_one_strength_do_not_affect_the_same_things() -> None:
    both = lens(cannot_read=0.5, mirrored=0.5)
    assert [both.hit("cannot_read", key) for key in range(40)] != [both.hit("mirrored", key) for key in range(40)]


def test_random_draws_depend_on_the_task_and_not_on_its_place_in_a_plan() -> None:
    def drawn(**fields: Any) -> float:
        about = SimpleNamespace(**{"task": "desk", "seed": 3, "reason": "", "id": "desk-0001", **fields})
        return float(Lens((), 7, about).draws("jitter").random())  # type: ignore[arg-type]

    assert drawn() == drawn(id="desk-0009")
    assert len({drawn(), drawn(seed=4), drawn(task="gift"), drawn(reason="absent")}) == 4


def test_the_colours_that_are_mistaken_are_those_that_come_near_without_green_cones() -> None:
    """The matrix is that of Machado, Oliveira and Fernandes (2009); CIE L*a*b* is scikit-image's."""
    linear = {key: np.asarray(one.rgb) ** 2.2 for key, one in COLOURS.items()}

    def away(one: str, other: str, matrix: np.ndarray) -> float:
        seen = [np.clip(matrix @ linear[key], 0, 1) ** (1 / 2.2) for key in (one, other)]
        return float(np.linalg.norm(rgb2lab(seen[0]) - rgb2lab(seen[1])))

    found = {
        one: {
            other
            for other in COLOURS
            if other != one and away(one, other, DEUTAN) < min(27.0, 0.67 * away(one, other, np.eye(3)))
        }
        for one in COLOURS
    }
    assert {key: set(others) for key, others in MISTAKEN.items()} == found
    # White and all greys stay the same.
    assert np.allclose(DEUTAN.sum(1), 1, atol=1e-5)


def test_a_colour_is_mistaken_for_one_that_looks_like_it_and_always_for_the_same() -> None:
    blind = lens(colour_blind=1)
    names = [f"thing.{number}" for number in range(30)]
    taken = {blind.colour(name, "red") for name in names}
    assert taken == set(MISTAKEN["red"])
    assert all(blind.colour(name, "black") == "black" for name in names)
    weaker = lens(colour_blind=0.4)
    assert all(weaker.colour(name, "red") in {"red", blind.colour(name, "red")} for name in names)
    look = blind.seen(sighting()).look
    assert look is not None
    assert look.colour == blind.colour("mug.1", "red")


def test_pictures_lose_red_and_green_and_keep_grey() -> None:
    red_green = np.array([[[200.0, 60.0, 50.0], [90.0, 120.0, 60.0], [128.0, 128.0, 128.0]]])
    seen = lens(colour_blind=1).picture(red_green)
    assert np.ptp(seen[0, :2, 0] - seen[0, :2, 1]) < 0.4 * np.ptp(red_green[0, :2, 0] - red_green[0, :2, 1])
    assert seen[0, 2] == pytest.approx(128.0, abs=0.1)


def test_without_reading_words_and_displays_are_lost_but_photographs_are_seen() -> None:
    blind = lens(cannot_read=1)
    seen = blind.seen(sighting(says=(("hours", 3.0),)))
    assert (seen.text, seen.says, seen.point) == ((), (), (500.0, 500.0))
    assert blind.seen(sighting(kind="model_photo")).text == ("TEA",)


def test_something_absent_is_seen_in_one_thing_and_stays_there() -> None:
    wild, good = lens(hallucinates=1), Lens()
    hosts = [sighting("book.1", kind="book"), sighting("ball.1", kind="ball")]
    wanted = sighting("comb", kind="comb", look=Look("blue", "", ""), text=())
    assert good.mistake(hosts, wanted) is None
    assert wild.mistake([], wanted) is None
    seen = wild.mistake(hosts, wanted)
    assert seen is not None
    assert (seen.kind, seen.name in {"book.1", "ball.1"}) == ("comb", True)
    again = wild.seen(next(one for one in hosts if one.name == seen.name))
    assert (again.kind, again.look) == ("comb", Look("blue", "", ""))
    other = next(one for one in hosts if one.name != seen.name)
    assert wild.seen(other) == other


def pictures(shown: list[list[str]], **strengths: float) -> Perception:
    """Return a perception that has looked at some pictures."""
    view = SimpleNamespace(viewpoint="door")
    episode = SimpleNamespace(world=SimpleNamespace(view=view), sights=lambda: ())
    perception = Perception(episode, lens(**strengths))  # type: ignore[arg-type]
    for names in shown:
        episode.sights = lambda names=names: [sighting(name) for name in names]
        perception.look()
    return perception


def test_a_sighting_is_forgotten_after_so_many_pictures_with_all_that_was_noted_of_it() -> None:
    shown = [["a", "b"], ["b"], ["b"], ["c"]]
    perception = pictures(shown)
    notes = perception.note({"a": 1, "b": 2, "elsewhere": 3})
    assert set(perception.known) == {"a", "b", "c"}
    for keeps, left in ((1, {"c"}), (2, {"b", "c"}), (3, {"b", "c"}), (4, {"a", "b", "c"})):
        perception = pictures(shown, forgets=keeps)
        assert (
            set(perception.known)
            == set(perception.where)
            == set(perception.texts)
            == set(perception.largest_px)
            == left
        )
    perception = pictures(shown[:1], forgets=1)
    notes = perception.note({"a": 1, "b": 2, "elsewhere": 3})
    perception.episode.sights = tuple  # type: ignore[method-assign]
    perception.look()
    assert notes == {"elsewhere": 3}
    assert perception.read("a") == set()


class _Room:
    """A room of one thing on its own, seen from a corner."""

    aspect = 4 / 3
    held = None
    view = View("door", (0.5, -2.0, 1.6), 10.0, -20.0, 60.0)

    def frame(self, _body: str) -> Frame:
        return Frame((1.0, 2.0, 0.4))


@given(st.floats(0.001, 0.5), KEYS)
def test_without_depth_a_place_is_off_along_its_ray_and_stays_in_its_picture_point(spread: float, key: int) -> None:
    room, name = _Room(), f"thing-{key}"
    true = np.asarray(room.frame(name).at)
    judged = Space(room, lens(no_depth=spread))  # type: ignore[arg-type]
    taken = np.asarray(judged.frame(name).at)
    eye = np.asarray(room.view.eye)
    share = np.linalg.norm(taken - eye) / np.linalg.norm(true - eye)
    assert share == pytest.approx(lens(no_depth=spread).nearness(name))
    assert judged.project(taken) == pytest.approx(judged.project(true), abs=1e-6)
    assert Space(room, Lens()).frame(name) == room.frame(name)  # type: ignore[arg-type]


# Acting


def acted(script: list[Action], *, code: str = "picked", **strengths: float) -> list[Action]:
    return list(ablated(iter(script), lens(**strengths), Setting(), lambda: code))


STEPS = [Action(verb="pick", point=(500, 500)), Action(verb="look", to="desk"), Action(verb="finish")]


def test_intact_hands_carry_out_the_script() -> None:
    assert acted(STEPS) == STEPS


def test_trembling_hands_miss_by_the_stated_pixels() -> None:
    script = [Action(verb="press", point=(500, 500))] * 400
    points = np.array([action.point for action in acted(script, jitter=10)]) - 500
    across, down = (points * [0.64, 0.48]).std(0)
    assert across == pytest.approx(10, rel=0.15)
    assert down == pytest.approx(10, rel=0.15)
    # Twice the tremor misses twice as far in the same direction, and never leaves the picture.
    twice = np.array([action.point for action in acted(script, jitter=20)]) - 500
    assert twice == pytest.approx(2 * points)
    edge = [Action(verb="press", point=(0, 1000))] * 50
    assert all(0 <= part <= 1000 for action in acted(edge, jitter=500) for part in action.point or ())
    assert acted(STEPS, jitter=10)[1:] == STEPS[1:]


@pytest.mark.parametrize("code", sorted(MISSED))
def test_trembling_hands_point_again_where_they_touched_nothing(code: str) -> None:
    assert code in SENTENCES
    done = acted(STEPS, code=code, jitter=10)
    assert [action.verb for action in done] == ["pick", "pick", "pick", "look", "finish"]
    assert len({action.point for action in done[:3]}) == 3
    assert acted(STEPS, code=code) == STEPS


@pytest.mark.parametrize(("rate", "wasted"), [(0.5, 5), (1, 10), (2.5, 25)])
def test_slowness_wastes_turns_but_keeps_all_actions(rate: float, wasted: int) -> None:
    script = [Action(verb="press", point=(1, number)) for number in range(10)]
    done = acted(script, slow=rate)
    assert [action for action in done if action.verb == "press"] == script
    assert len(done) == 10 + wasted
    assert done[-1] == script[-1]


def test_giving_up_is_a_chance_in_every_turn() -> None:
    script = [Action(verb="press", point=(1, 1))] * 60

    def turns(chance: float, seed: int) -> int:
        done = list(ablated(iter(script), Lens([Ablation("gives_up", chance)], seed), Setting(), lambda: "pressed"))
        assert len(done) == len(script) or done[-1].verb == "decline"
        return sum(action.verb == "press" for action in done)

    found = [turns(0.2, seed) for seed in range(300)]
    # A geometric wait: (1 - p) / p turns on average, √(1 - p) / p of spread.
    assert np.mean(found) == pytest.approx(4.0, abs=4 * 4.47 / np.sqrt(300))
    assert all(turns(0.4, seed) <= turns(0.1, seed) for seed in range(50))
    assert (turns(0.0, 1), turns(1.0, 1)) == (60, 0)


# An ablated oracle in a room

POOL = load()


@lru_cache
def drawn(key: str) -> Instance:
    return POOL[key].draw(4, "").model_copy(update={"oracle_steps": 40})


def result(instance: Instance, subject: str, stages: Stages | None = None) -> Result:
    stage = stages.lend(instance, Setting()) if stages is not None else None
    with Episode(instance, Setting(), draw=False, stage=stage) as episode:
        run_episode(episode, agent_of(subject, episode, 7))
        return episode.end()


def test_a_stage_that_is_lent_again_is_in_its_first_state() -> None:
    instance, stages = drawn("buttons"), Stages()
    anew = result(instance, "oracle")
    first, wrecked, again = (result(instance, name, stages) for name in ("oracle", "eager", "oracle"))
    stages.clear()
    assert anew.outcome == "TP"
    assert anew == first == again
    assert wrecked.ending == "finish"


@pytest.mark.slow
def test_an_ablation_at_its_unharmed_strength_changes_no_step() -> None:
    instance, stages = drawn("buttons"), Stages()
    whole = "".join(f"+{key}={kind.unharmed:g}" for key, kind in ABLATIONS.items())
    assert result(instance, "oracle" + whole, stages) == result(instance, "oracle", stages)
    stages.clear()


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("key", sorted(POOL))
@pytest.mark.parametrize("strength", [0, 1])
def test_an_oracle_with_many_ablations_always_reaches_an_end(key: str, strength: int) -> None:
    instance, stages = drawn(key), Stages()
    many = [Ablation(kind.key, kind.strengths[strength]) for kind in ABLATIONS.values() if kind.key != "gives_up"]
    ended = result(instance, "oracle" + written(tuple(many)), stages)
    stages.clear()
    assert ended.ending in {"finish", "decline", "budget"}
    assert all(step.code != "unreadable" for step in ended.steps)
