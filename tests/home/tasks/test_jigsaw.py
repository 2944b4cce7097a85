"""The jigsaw to be done: what is drawn, that only looking solves it, and that words reveal nothing."""

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.engine.drawing.prints import motifs
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.geometry.jigsaw import GRIDS, Cut
from mindsight.engine.scenes import custom
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.setting import Setting
from mindsight.home.tasks import jigsaw, load
from mindsight.home.tasks.jigsaw import oracle
from mindsight.home.tasks.jigsaw.sight import Print, _square, assign

TASK = load()["jigsaw"]
SEEDS = (4, 9)
BOTH = (pytest.param(4, marks=pytest.mark.slow), 9)


@lru_cache
def drawn(seed: int, reason: Reason | str = "") -> Instance:
    return TASK.draw(seed, reason)  # type: ignore[arg-type]


def codes(instance: Instance) -> dict[str, tuple[Cut, tuple[int, int]]]:
    return {thing.name: Cut.read(thing.state) for thing in instance.scene.things}


def result_of(instance: Instance) -> Result:
    with Episode(instance.model_copy(update={"oracle_steps": 60}), Setting(), draw=False) as episode:
        run_episode(episode, BASELINES["oracle"](episode, 0))
        return episode.end()


def test_every_combination_comes_once_in_a_block() -> None:
    cells = [jigsaw.cell(seed) for seed in range(120, 240)]
    assert len(set(cells)) == 120
    for position, axis in enumerate(("pieces", "motif", "turned")):
        assert {one[position] for one in cells} == set(TASK.axes[axis])


def test_there_are_motifs_enough() -> None:
    assert len(motifs.MOTIFS) >= 8


@pytest.mark.parametrize("seed", SEEDS)
def test_a_jigsaw_is_complete_and_its_box_shows_it(seed: int) -> None:
    instance = drawn(seed)
    count, motif, turned = jigsaw.cell(seed)
    assert instance.difficulty == {"pieces": count, "motif": motif, "turned": turned}
    found = codes(instance)
    (cut,) = {cut for cut, _ in found.values()}
    assert (cut.motif, cut.columns, cut.rows) == (motif, *GRIDS[count])
    assert sorted(cell for _, cell in found.values()) == sorted(cut.cells)
    for kind in ("jigsaw_frame", "jigsaw_box"):
        (fixture,) = (one for one in instance.scene.fixtures if one.kind == kind)
        assert (fixture.options["motif"], fixture.options["seed"], fixture.options["pieces"]) == (
            motif,
            cut.seed,
            count,
        )
    assert str(count) in instance.instruction["zh"]
    assert str(count) in instance.instruction["en"]
    picture = motifs.picture(motif, cut.columns, cut.rows, cut.seed)
    assert motifs.likeness(picture, cut.columns, cut.rows) >= jigsaw.LEAST_UNLIKE
    assert not custom.violations(instance.scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_goal_covers_all_neighbours_and_the_frame(seed: int) -> None:
    instance = drawn(seed)
    columns, rows = GRIDS[int(instance.difficulty["pieces"])]
    fits = [leaf for leaf in instance.goal[1:] if leaf[0] == "fits"]
    assert len(fits) == len({tuple(leaf[1:3]) for leaf in fits}) == 2 * columns * rows - columns - rows
    assert {leaf[1] for leaf in instance.goal[-1][1:]} == {thing.name for thing in instance.scene.things}


def test_names_do_not_reveal_where_a_piece_belongs() -> None:
    cells = [
        tuple(cell for _, cell in (codes(drawn(seed))[name] for name in sorted(codes(drawn(seed))))) for seed in SEEDS
    ]
    assert len(set(cells)) == len(SEEDS)


@pytest.mark.parametrize("seed", BOTH)
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_what_only_the_picture_shows_reads_the_same(seed: int, reason: Reason) -> None:
    valid, irrelevant = drawn(seed), drawn(seed, reason)
    assert irrelevant.instruction == valid.instruction
    assert irrelevant.difficulty == valid.difficulty
    assert irrelevant.scene.viewpoints == valid.scene.viewpoints
    assert irrelevant.scene != valid.scene


@pytest.mark.parametrize("seed", BOTH)
def test_one_piece_is_absent_and_only_a_blocked_frame_is_barred(seed: int) -> None:
    assert len(drawn(seed).scene.things) - len(drawn(seed, "absent").scene.things) == 1
    assert drawn(seed).scene.things == drawn(seed, "blocked").scene.things
    for reason in ("", "absent", "blocked"):
        frame = next(one for one in drawn(seed, reason).scene.fixtures if one.kind == "jigsaw_frame")
        assert frame.options["barred"] is (reason == "blocked")


@pytest.mark.parametrize("reason", ["impossible", "not_home"])
def test_some_demands_are_refused_by_their_words(reason: Reason) -> None:
    assert drawn(SEEDS[1], reason).instruction != drawn(SEEDS[1]).instruction


def test_equal_seeds_give_equal_instances() -> None:
    assert TASK.draw(SEEDS[1], "").sha256 == drawn(SEEDS[1]).sha256


def test_pieces_are_matched_by_prints_under_other_light_and_any_turn() -> None:
    rng = np.random.default_rng(3)
    cells = motifs.cells(np.asarray(motifs.picture("city", 3, 3, 2), float), 3, 3)
    order, turns = rng.permutation(9), rng.integers(0, 4, 9)
    whole = np.ones((8, 8))
    dim = [
        np.rot90(cells[place], -turn) * 0.6 + 12 + rng.normal(0, 4, (8, 8, 3))
        for place, turn in zip(order, turns, strict=True)
    ]
    found = assign([Print(one, whole) for one in dim], [Print(one, whole) for one in cells])
    assert found == [(int(place), int(turn)) for place, turn in zip(order, turns, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8, 22])
def test_a_piece_is_seen_where_it_lies(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    instance, looked = drawn(seed), []

    def compared(runner: oracle.Puzzler) -> oracle.Answer:
        for name, piece in runner.pieces.items():
            frame = runner.perception.episode.world.frame(name)
            yaw = 2 * np.degrees(np.arctan2(frame.turn[3], frame.turn[0]))
            looked.append((*(piece.at - frame.at)[:2], (piece.yaw_deg - yaw + 45) % 90 - 45))
        yield from ()
        return False

    monkeypatch.setattr(oracle.Puzzler, "fit_all", compared)
    result_of(instance)
    assert len(looked) == instance.difficulty["pieces"]
    assert np.abs(looked).max(0) == pytest.approx((0.0, 0.0, 0.0), abs=7.0)
    assert np.abs(np.array(looked)[:, :2]).max() < 0.009


@pytest.mark.slow
def test_another_picture_on_the_lid_makes_the_oracle_fail() -> None:
    """The oracle follows what it sees: a lid with another picture misleads it."""
    instance = drawn(SEEDS[1])
    fixtures = tuple(
        one.model_copy(update={"options": {**one.options, "motif": "castle"}}) if one.kind == "jigsaw_box" else one
        for one in instance.scene.fixtures
    )
    assert instance.difficulty["motif"] != "castle"
    other = instance.model_copy(update={"scene": instance.scene.model_copy(update={"fixtures": fixtures})})
    assert result_of(other).outcome != "TP"


@pytest.mark.parametrize("degrees", [0, 17, 45, 89])
def test_the_turn_of_a_square_is_found_though_a_few_points_stray(degrees: int) -> None:
    rng, turned = np.random.default_rng(degrees), np.radians(degrees)
    axes = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    points = rng.uniform(-0.04, 0.04, (6_000, 2))
    points[:10] *= 3.0
    middle, yaw = _square(points @ axes + np.array([1.0, -2.0]))
    assert (np.degrees(yaw) - degrees + 45) % 90 - 45 == pytest.approx(0.0, abs=1.0)
    assert middle == pytest.approx([1.0, -2.0], abs=0.001)


@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4).filter(lambda part: float(np.linalg.norm(part)) > 0.1))
def test_many_points_are_placed_as_one_by_one(part: list[float]) -> None:
    w, x, y, z = (np.array(part) / np.linalg.norm(part)).tolist()
    frame = Frame((1.0, -2.0, 0.5), (w, x, y, z))
    places = np.random.default_rng(0).normal(size=(3, 4, 3))
    one_by_one = np.array([frame.point((a, b, c)) for a, b, c in places.reshape(-1, 3).tolist()])
    assert frame.points(places).reshape(-1, 3) == pytest.approx(one_by_one, abs=1e-14)


@pytest.mark.slow
def test_prints_alone_decide_where_a_piece_goes() -> None:
    """With other names on the same pieces the oracle does the same."""
    instance = drawn(SEEDS[1])
    names = [thing.name for thing in instance.scene.things]
    others = dict(zip(names, names[1:] + names[:1], strict=True))
    things = tuple(thing.model_copy(update={"name": others[thing.name]}) for thing in instance.scene.things)
    cut = next(cut for cut, _ in codes(instance).values())
    named = {cell: others[name] for name, (_, cell) in codes(instance).items()}
    renamed = instance.model_copy(
        update={"scene": instance.scene.model_copy(update={"things": things}), "goal": jigsaw.goal(cut, named)}
    )
    assert result_of(renamed).outcome == "TP"


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", *(one for one in TASK.reasons if TASK.fits(7, one))])
def test_an_instance_is_proved(reason: Reason) -> None:
    assert prove(TASK, 7, reason).oracle_steps > 0
