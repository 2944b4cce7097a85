"""Everything on which the truth of a task rests is shown large enough, and stands out from what surrounds it."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.color import rgb2lab

from mindsight.engine.drawing.contrast import LEAST_DELTA_E, NOWHERE, differing, letters_px, prominence
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.scenes.scene import build
from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.preparation.seeing import LEAST_MARK_PX, LEAST_PX, LEAST_SHARE, refuse_unseen
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected

POOL = tasks.load()
Pixels = NDArray[np.bool_]


def refusal(instance: Instance, read: tuple[str, ...] | None = None) -> str:
    """Return why what an instance shows is not enough; empty if it is."""
    with Episode(instance, Setting(), draw=False) as episode:
        before = episode.world.view
        try:
            refuse_unseen(episode.world, episode.camera, POOL[instance.task].reads(instance) if read is None else read)
        except Rejected as error:
            return str(error)
        finally:
            assert episode.world.view == before
    return ""


def stained(scene: ScenePlan, name: str, **change: str | tuple[float, float]) -> ScenePlan:
    """Return a scene in which one thing is otherwise."""
    things = (one.model_copy(update=change) if one.name == name else one for one in scene.things)
    return scene.model_copy(update={"things": tuple(things)})


# The measure


def test_a_colour_differs_as_another_library_says() -> None:
    rng = np.random.default_rng(0)
    one = rng.integers(0, 256, (40, 50, 3), dtype=np.uint8)
    other = np.clip(one + rng.normal(0, 12, one.shape), 0, 255).astype(np.uint8)
    away = np.linalg.norm(rgb2lab(one) - rgb2lab(other), axis=2)
    clear = np.abs(away - LEAST_DELTA_E) > 0.2
    assert 0.2 < (away >= LEAST_DELTA_E).mean() < 0.8
    np.testing.assert_array_equal(differing(one, other)[clear], (away >= LEAST_DELTA_E)[clear])


def test_what_stands_out_is_counted_within_the_thing_alone() -> None:
    own, differs = np.zeros((20, 30), bool), np.zeros((20, 30), bool)
    own[5:15, 10:20] = True
    differs[8:12, 12:30] = True
    found = prominence(differs, own)
    assert (found.pixels, found.side_px, found.share) == (32, 4.0, 0.32)
    assert prominence(differs, np.zeros_like(own)) == NOWHERE


@pytest.mark.parametrize("up_deg", [90.0, 60.0, 35.0])
def test_print_on_a_round_lid_has_its_height_less_only_what_is_turned_away(up_deg: float) -> None:
    task = POOL["sort_count"]
    tins = next(one for one in map(task.twin, range(100), ["absent"] * 100) if one.details["criterion"] == "label")
    plan = tins.scene
    tin = next(one for one in plan.things if one.kind == "round_tin" and one.on.endswith("/top"))
    world = World(build(plan.model_copy(update={"things": (tin,)})))
    labels, owners = world.ownership.labels
    ((geom, letter_m),) = (
        (world.model.geom(name).id, one.letter_m)
        for name, one in world.scene.register.texts.items()
        if owners[labels[world.model.geom(name).id]] == tin.name
    )
    up, away_m, fovy_deg = np.radians(up_deg), 0.6, 30.0
    eye = world.data.geom_xpos[geom] + away_m * np.array([0.0, -np.cos(up), np.sin(up)])
    world.look(View("above", tuple(map(float, eye)), 0.0, -up_deg, fovy_deg))
    with Camera(world) as camera:
        px_per_m = camera.size_px[1] / 2 / np.tan(np.radians(fovy_deg / 2)) / away_m
        assert letters_px(camera, geom, letter_m) == pytest.approx(letter_m * px_per_m * np.sin(up), rel=0.03)


# What is refused


@pytest.mark.parametrize(
    ("key", "seed", "reason", "said"),
    [
        ("clean_room", 204, "", "faint: coffee_stain.1"),
        ("gift", 300, "", "illegible: bouquet.1"),
    ],
)
def test_seeds_that_were_hard_to_make_out_are_drawn_anew(key: str, seed: int, reason: Reason, said: str) -> None:
    assert refusal(POOL[key].draw(seed, reason)).startswith(said)


def locked_case() -> Instance:
    """Return a task with a padlock, and with print that need not be read."""
    return next(one for seed in range(20, 40) for one in [POOL["suitcase"].draw(seed, "blocked")] if not refusal(one))


def test_a_padlock_is_a_mark_and_its_lack_is_seen() -> None:
    instance = locked_case()
    case = next(one for one in instance.scene.fixtures if one.kind == "suitcase")
    plain = case.model_copy(update={"options": {**case.options, "locked": False}})
    views = []
    for fixture in (case, plain):
        fixtures = tuple(fixture if one is case else one for one in instance.scene.fixtures)
        world = World(build(instance.scene.model_copy(update={"fixtures": fixtures})))
        with Camera(world) as camera:
            place = min(instance.scene.viewpoints, key=lambda one: float(np.hypot(*np.subtract(one.eye[:2], case.at))))
            world.look(dataclasses.replace(View.at(place).facing_position(world.middle(case.name)), fovy_deg=20.0))
            views.append(camera.picture())
    assert differing(*views).sum() >= LEAST_MARK_PX


def test_a_seed_without_its_things_in_sight_is_refused() -> None:
    instance = locked_case()
    thing = next(one for one in instance.scene.things if one.on != "floor")
    # Under the bed, where no place shows it.
    bed = next(one for one in instance.scene.fixtures if one.kind.endswith("bed"))
    hidden = stained(instance.scene, thing.name, on="floor", at=bed.at)
    assert refusal(instance.model_copy(update={"scene": hidden})).startswith(f"faint: {thing.name}")


# What is accepted


def shown_best(camera: Camera, name: str, geoms: NDArray[np.int64], label: int) -> tuple[int, float]:
    """Return how many pixels of a thing differ from the picture without it, and their share, in the first good view without zoom."""
    world, best = camera.world, (0, 0.0)
    for place in world.scene.plan.viewpoints:
        for view in (View.at(place), View.at(place).facing_position(world.middle(name))):
            world.look(view)
            own: Pixels = labelled(world, camera.geoms()) == label
            if not own.any():
                own = camera.geoms(only=geoms) >= 0
            lab = [rgb2lab(camera.picture_without(without)) for without in (geoms[:0], geoms)]
            seen = own & (np.linalg.norm(lab[0] - lab[1], axis=2) >= LEAST_DELTA_E - 0.3)
            share = float(seen.sum() / max(1, own.sum()))
            best = max(best, (int(seen.sum()), share))
            if share >= LEAST_SHARE - 0.05 and seen.sum() >= 0.8 * LEAST_PX:
                return best
    return best


@pytest.mark.slow
@pytest.mark.parametrize("key", list(POOL))
def test_accepted_tasks_show_every_loose_thing(key: str, tmp_path: Path) -> None:
    found = 0
    for seed in range(900, 912):
        reason: Reason = "absent" if seed % 2 else "blocked"
        try:
            instance = prove(POOL[key], seed, reason, cache=tmp_path)
        except Rejected:
            continue
        found += 1
        world = World(build(instance.scene))
        shut = {part.owner for part in world.scene.register.parts.values()}
        with Camera(world) as camera:
            for thing in instance.scene.things:
                if thing.on.endswith("inside") and thing.on.partition("/")[0] in shut:
                    continue
                label = world.ownership.labels[1].index(thing.name)
                pixels, share = shown_best(camera, thing.name, world.ownership.seen[thing.name], label)
                # The other things may have been left out too when it was accepted, with what they hide and shade.
                assert pixels >= 0.8 * LEAST_PX, (seed, thing.name, pixels, share)
                assert share >= LEAST_SHARE - 0.05, (seed, thing.name, pixels, share)
        if found == 2:
            return
    raise AssertionError(f"{key}: twelve seeds gave {found} tasks")
