"""Building with blocks: what is drawn, what its photograph shows, that it can be built, and that words reveal nothing."""

import itertools
from functools import lru_cache

import numpy as np
import pytest

from mindsight.engine import fixtures
from mindsight.engine.catalogue.blocks import COLOURS
from mindsight.engine.drawing.snapshot import snapshot
from mindsight.engine.geometry.building import FORMS, Piece, bearers, read, written
from mindsight.engine.physics import hands
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.episodes.baselines import BASELINES, agent_of, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.irrelevance import Reason
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.setting import Setting
from mindsight.home.tasks import blocks, load
from mindsight.home.tasks.blocks.table import PHOTO, UNDER_GLASS
from mindsight.home.tasks.blocks.templates import RANDOM, TEMPLATES, sizes, structure
from mindsight.home.tasks.blocks.words import IMPOSSIBLE, WORDINGS

TASK = load()["blocks"]
SEEDS = (1, 4)
GATE = (
    Piece("brick_block", "red", "upright", (-5, 0, 0)),
    Piece("brick_block", "blue", "upright", (5, 0, 0)),
    Piece("plank_block", "orange", "along", (0, 0, 10)),
    Piece("block", "green", "along", (-5, 0, 12)),
)


@lru_cache
def drawn(seed: int, reason: Reason | str = "") -> Instance:
    return TASK.draw(seed, reason)  # type: ignore[arg-type]


def model_of(scene: ScenePlan) -> tuple[Piece, ...]:
    return read(str(next(one for one in scene.fixtures if one.kind == PHOTO).options["model"]))


def blocks_of(scene: ScenePlan, *, covered: bool) -> set[tuple[str, str]]:
    return {(one.kind, one.colour) for one in scene.things if (one.on == UNDER_GLASS) is covered}


def test_there_are_templates_of_every_size() -> None:
    assert len(TEMPLATES) >= 10
    assert set().union(*(sizes(template) for template in TEMPLATES)) == set(blocks.BLOCKS)
    assert all(set(sizes(template)) <= set(blocks.BLOCKS) for template in (*TEMPLATES, RANDOM))


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_stable_and_no_blocks_overlap(template: str) -> None:
    for count, number in itertools.product(sizes(template), range(6)):
        pieces = structure(template, count, stream(number, "test", template))
        assert pieces is not None
        _check(pieces, count)


def test_random_structures_are_stable() -> None:
    for number in range(60):
        count = 3 + number % 6
        pieces = structure(RANDOM, count, stream(number, "test", RANDOM))
        if pieces is not None:
            _check(pieces, count)


def _check(pieces: tuple[Piece, ...], count: int) -> None:
    """Check a structure: its number of blocks, all different, each on the ground or on others under its middle."""
    assert len(pieces) == count
    assert len({(one.kind, one.colour) for one in pieces}) == count
    for piece in pieces:
        under = [pieces[number] for number in bearers(piece, pieces)]
        assert (piece.at[2] == 0) is not bool(under), piece
        assert all(FORMS[one.kind].flat for one in under)
        for axis in (0, 1) if under else ():
            assert min(one.at[axis] - one.half[axis] for one in under) < piece.at[axis]
            assert piece.at[axis] < max(one.at[axis] + one.half[axis] for one in under)
    for one, other in itertools.combinations(pieces, 2):
        apart = np.abs(np.subtract(one.middle, other.middle)) - np.add(one.half, other.half)
        assert apart.max() > -0.01, (one, other)


def test_a_description_is_read_as_it_was_written() -> None:
    assert read(written(GATE)) == GATE
    with pytest.raises(ValueError, match=r"unpack|convert"):
        read("a clean plate")


def test_a_photograph_shows_what_makes_a_structure() -> None:
    """Another colour, the mirror image, a block fewer, a block on end: each gives another picture."""
    mirrored = tuple(Piece(one.kind, one.colour, one.pose, (-one.at[0], *one.at[1:])) for one in GATE)
    lying = (*GATE[:3], Piece("brick_block", "green", "along", (0, 0, 12)))
    standing = (*GATE[:3], Piece("brick_block", "green", "upright", (0, 0, 12)))
    swapped = (Piece("brick_block", "blue", *_place(GATE[0])), Piece("brick_block", "red", *_place(GATE[1])), *GATE[2:])
    pictures = [np.asarray(snapshot(one).picture, int) for one in (GATE, mirrored, swapped, GATE[:3], lying, standing)]
    for first, second in itertools.combinations(pictures, 2):
        assert (np.abs(first - second).max(axis=2) > 40).mean() > 0.01
    assert np.array_equal(pictures[0], np.asarray(snapshot.__wrapped__(GATE).picture))


def _place(piece: Piece) -> tuple[str, tuple[float, float, float]]:
    return piece.pose, piece.at


def test_hidden_blocks_of_a_photograph_are_detected() -> None:
    behind = Piece("block", "green", "along", (0, 6, 0))
    wall = Piece("arch_block", "red", "along", (0, 0, 0)), Piece("brick_block", "blue", "along", (0, 0, 8))
    assert min(snapshot((*wall, behind)).shares) < blocks.LEAST_SHARE
    assert min(snapshot(GATE).shares) > blocks.LEAST_SHARE


@pytest.mark.parametrize("seed", SEEDS)
def test_the_blocks_of_the_model_lie_there_and_some_more(seed: int) -> None:
    instance = drawn(seed)
    model = {(piece.kind, piece.colour) for piece in model_of(instance.scene)}
    loose, covered = (blocks_of(instance.scene, covered=under) for under in (False, True))
    assert model <= loose
    assert not model & covered
    assert len(loose) + len(covered) == len(instance.scene.things), "two blocks are alike"
    assert len(model) == instance.difficulty["blocks"]
    assert 2 <= len(loose - model) <= 6
    assert {piece.colour for piece in model_of(instance.scene)} <= set(COLOURS)
    names = [one.name for one in (*instance.scene.fixtures, *instance.scene.things)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_what_only_the_picture_shows_reads_the_same(seed: int, reason: Reason) -> None:
    valid, irrelevant = drawn(seed), drawn(seed, reason)
    assert irrelevant.instruction == valid.instruction
    assert irrelevant.difficulty == valid.difficulty
    assert irrelevant.scene.viewpoints == valid.scene.viewpoints
    assert irrelevant.scene.fixtures == valid.scene.fixtures
    assert irrelevant.scene != valid.scene
    assert len(irrelevant.scene.things) == len(valid.scene.things)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_block_is_absent_or_under_glass(seed: int) -> None:
    model = {(piece.kind, piece.colour) for piece in model_of(drawn(seed).scene)}
    absent, blocked = (drawn(seed, reason).scene for reason in ("absent", "blocked"))
    assert len(model - blocks_of(absent, covered=False)) == 1
    assert not model & blocks_of(absent, covered=True)
    assert model - blocks_of(blocked, covered=False) == blocks_of(blocked, covered=True)


def test_a_block_under_glass_cannot_be_taken() -> None:
    with Episode(drawn(SEEDS[0], "blocked"), Setting(), draw=False) as episode:
        world = episode.world
        name = next(one.name for one in world.scene.plan.things if one.on == UNDER_GLASS)
        for viewpoint in world.scene.plan.viewpoints:
            hands.perform(world, Action(verb="look", to=viewpoint.name))
            x, y, depth = world.view.project(world.middle(name), world.aspect)
            if depth > 0 and 0 < x < 1000 and 0 < y < 1000:
                assert hands.perform(world, Action(verb="pick", point=(x, y))).code != "picked"
        low = world.frame(name).at[2]
        assert low == pytest.approx(world.frame("glass_cover").at[2] + 0.016, abs=0.06)


def test_wordings_say_the_same() -> None:
    assert len(WORDINGS) >= 3
    assert len(IMPOSSIBLE) >= 5
    for zh, en in WORDINGS:
        assert "{table}" in zh
        assert "{table}" in en
        for word in ("形状", "照片", "垫子"):
            assert word in zh, zh
        for word in ("photograph", "mat", "front", "left"):
            assert word in en.lower(), en


@pytest.mark.parametrize("reason", ["impossible", "not_home"])
def test_some_demands_are_refused_by_their_words(reason: Reason) -> None:
    assert drawn(SEEDS[0], reason).instruction != drawn(SEEDS[0]).instruction


def test_equal_seeds_give_equal_instances_and_others_do_not() -> None:
    first, second = SEEDS
    assert TASK.draw(first, "").sha256 == drawn(first).sha256
    assert drawn(first).sha256 != drawn(second).sha256


def test_a_photograph_is_recognised_from_near_only() -> None:
    """Its description is seen once its smallest block is large enough; from the door it is not."""
    instance = drawn(SEEDS[1])
    with Episode(instance.model_copy(update={"oracle_steps": 40}), Setting(), draw=False) as episode:
        perception = Perception(episode)
        episode.act(Action(verb="look", to="overview"))
        perception.look()
        assert not perception.texts.get(PHOTO)
        episode.act(Action(verb="look", to=str(instance.difficulty["table"])))
        perception.look()
        episode.act(Action(verb="look", point=perception.present[PHOTO].point, zoom=10.0))
        perception.look()
        assert perception.texts[PHOTO] == {written(model_of(instance.scene))}


@pytest.mark.slow
def test_the_oracle_builds_what_the_photograph_shows_and_nothing_else() -> None:
    """With an empty goal, and a photograph of the mirror image, it builds the mirror image."""
    instance = drawn(SEEDS[1])
    pieces = model_of(instance.scene)
    mirrored = tuple(Piece(one.kind, one.colour, one.pose, (-one.at[0], *one.at[1:])) for one in pieces)
    structures = {True: mirrored, False: pieces}
    for turned, shown in structures.items():
        scene = instance.scene.model_copy(
            update={
                "fixtures": tuple(
                    one.model_copy(update={"options": {"model": written(shown)}}) if one.kind == PHOTO else one
                    for one in instance.scene.fixtures
                )
            }
        )
        trial = instance.model_copy(update={"scene": scene, "oracle_steps": 60})
        with Episode(trial, Setting(), draw=False) as episode:
            run_episode(episode, BASELINES["oracle"](episode, 0))
            assert episode.end().ending == "finish"
            assert episode.verdict.holds is not turned


@pytest.mark.slow
def test_a_trembling_hand_builds_relative_to_the_blocks_that_stand() -> None:
    """Misplaced blocks are placed again, blocks taken by mistake go back, and three blocks stand in the end."""
    instance = prove(TASK, 5_000_020, "")
    results = [_trembling(instance, seed) for seed in range(4)]
    assert sum(episode.outcome == "TP" for episode in results) >= 3
    codes = [[step.code for step in episode.steps] for episode in results]
    assert max(one.count("picked") for one in codes) > 2 * len(model_of(instance.scene))
    assert all("hand_full" not in one for one in codes)


@pytest.mark.slow
def test_a_trembling_hand_gives_up_if_a_block_fell_onto_another() -> None:
    result = _trembling(prove(TASK, 5_000_005, ""), 0)
    codes = [step.code for step in result.steps]
    assert codes[-2:] == ["covered", "declined"]
    assert codes.count("covered") == 1


def _trembling(instance: Instance, seed: int) -> Result:
    with Episode(instance, Setting(), draw=False) as episode:
        run_episode(episode, agent_of("oracle+jitter=8", episode, seed))
        return episode.end()


@pytest.mark.slow
def test_every_value_of_the_axes_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures.load()
    room = drawn(SEEDS[0]).scene

    def scene(_seed: int, table: str, _kit: object) -> object:
        assert table in FIXTURES
        return room, None

    monkeypatch.setattr(blocks, "_scene", scene)
    monkeypatch.setattr(blocks, "_goal", lambda *_rest: ["all"])
    found: dict[str, set[str | int]] = {axis: set() for axis in TASK.axes}
    for seed in range(150):
        try:
            instance = TASK.draw(seed, "")
        except blocks.Rejected:
            continue
        for axis, value in instance.difficulty.items():
            found[axis].add(value)
    assert found == {axis: set(values) for axis, values in TASK.axes.items()}


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", *(one for one in TASK.reasons if TASK.fits(4, one))])
def test_an_instance_is_proved(reason: Reason) -> None:
    assert prove(TASK, 4, reason).oracle_steps > 0
