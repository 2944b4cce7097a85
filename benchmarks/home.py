"""Speed and memory of the virtual household against bare MuJoCo: the same model, the same pictures, in turn in one process.

CPU seconds wherever nothing waits, so that a busy machine slows both arms. Both draw with one thread of the software
renderer (``LP_NUM_THREADS``), as the workers do.
"""

import contextlib
import gc
import io
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.rows import Row

cpu = time.process_time
ROUNDS = 5
SEEDS = 6
"""How many instances of each task are proved."""
EPISODES, WARM = 200, 40
"""Short episodes of one worker, and after how many its memory has to have stopped growing."""
_ALLOWED_MIB, _GROWTH_MIB = 350, 15
_QUIET = 0.6
_THREADS = "LP_NUM_THREADS"  # besides the one that draws


def measure() -> Iterator[Row]:
    """Yield the rows one by one as they are measured."""
    os.environ[_THREADS] = "0"
    instances = _instances()
    yield _physics(instances["suitcase"])
    yield _frames(instances["suitcase"])
    yield _first_picture(instances["suitcase"])
    yield from (_predicates(name, instance) for name, instance in instances.items())
    yield from (_proving(name) for name in instances)
    yield from _worker()
    yield _two_workers()


def _instances() -> dict[str, Any]:
    """Return one proved instance of each task."""
    from mindsight.home import tasks
    from mindsight.home.preparation import proving

    valid: list[Any] = [""]
    return {
        name: next(one for one in proving.accepted(task, 0, 1, iter(valid)) if not isinstance(one, proving.Rejection))
        for name, task in tasks.load().items()
    }


def _physics(instance: Any) -> Row:
    """Compare time passing in a world with MuJoCo's own steps: something falls at the start of every second."""
    import mujoco

    from mindsight.engine.physics.world import World
    from mindsight.engine.scenes.scene import TIMESTEP_S, build

    world = World(build(instance.scene))
    bare = World(build(instance.scene))
    name = next(thing.name for thing in world.scene.things.values() if thing.movable)

    def drop(one: World) -> None:
        frame = one.started[name]
        one.put(name, type(frame)((frame.at[0], frame.at[1], frame.at[2] + 0.3), frame.turn))

    def ours() -> None:
        for _ in range(10):
            drop(world)
            world.step(1.0)

    def theirs() -> None:
        for _ in range(10):
            drop(bare)
            for _ in range(round(1.0 / TIMESTEP_S)):
                mujoco.mj_step(bare.model, bare.data)

    slow, quick = _in_turn([theirs, ours])
    return _at_least(
        "home: World.step / a loop of mj_step",
        _ratio(slow, quick),
        0.9,
        f"{2500 / statistics.median(slow):.0f} bare steps per CPU second; contacts bound them",
    )


def _frames(instance: Any) -> Row:
    """Compare pictures of the profile ``fast`` with a bare renderer's of the same scene."""
    import mujoco

    from mindsight.engine.drawing.rendering import Camera
    from mindsight.engine.geometry.bodies import SEEN
    from mindsight.engine.physics.world import World
    from mindsight.engine.scenes.scene import build

    world = World(build(instance.scene))
    with Camera(world) as camera, mujoco.Renderer(world.model, 480, 640) as renderer:
        options = mujoco.MjvOption()
        options.geomgroup[:] = [group == SEEN for group in range(6)]

        def ours() -> None:
            for _ in range(10):
                camera.picture()

        def theirs() -> None:
            for _ in range(10):
                renderer.update_scene(world.data, "eye", options)
                renderer.render()

        slow, quick = _in_turn([theirs, ours])
    ceiling = f"bare {10 / statistics.median(slow):.1f} pictures per CPU second at 640×480; rasterising with shadows bounds them"
    return _at_least("home: pictures / mujoco.Renderer", _ratio(slow, quick), 0.9, ceiling)


def _first_picture(instance: Any) -> Row:
    """Compare opening an episode, up to the first picture sent, with building and drawing the same scene bare."""
    import mujoco
    from PIL import Image

    from mindsight.engine.scenes.scene import build
    from mindsight.home.episodes.episode import Episode
    from mindsight.home.setting import Setting

    def ours() -> None:
        Episode(instance, Setting()).close()

    def theirs() -> None:
        model = build(instance.scene).model
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        with mujoco.Renderer(model, 480, 640) as renderer:
            renderer.update_scene(data)
            Image.fromarray(renderer.render()).save(io.BytesIO(), "JPEG", quality=90)

    bare, full = _in_turn([theirs, ours])
    limit = f"bare {statistics.median(bare):.2f} CPU s; drawing textures and forms is the work"
    return _at_most("home: first picture / building and drawing the scene bare", _ratio(full, bare), 1.3, "×", limit)


def _predicates(name: str, instance: Any) -> Row:
    """Time the slowest predicate of a goal, at the start and at the end of an episode that reached it."""
    from mindsight.engine.physics.predicates import Judge
    from mindsight.home.episodes.baselines import BASELINES, run_episode
    from mindsight.home.episodes.episode import Episode
    from mindsight.home.setting import Setting

    leaves = _leaves(instance.goal)
    slowest = 0.0
    with Episode(instance, Setting(), draw=False) as episode:
        for played in (False, True):
            if played:
                run_episode(episode, BASELINES["oracle"](episode, 0))
            for leaf in leaves:
                times = [_timed(lambda leaf=leaf: Judge(leaf).judge(episode.world)) for _ in range(3)]  # type: ignore[misc]
                slowest = max(slowest, statistics.median(times))
    return _at_most(
        f"home: slowest predicate of {name}",
        1000 * slowest,
        150,
        "CPU ms",
        f"{len(leaves)} predicates; trying is simulating",
    )


def _leaves(goal: list[Any]) -> list[list[Any]]:
    inner = [part for part in goal[1:] if isinstance(part, list) and goal[0] in {"all", "any", "not", "count", "after"}]
    return [leaf for branch in inner for leaf in _leaves(branch)] if inner else [goal]


def _proving(name: str) -> Row:
    """Time drawing and proving instances of a task, accepted or not."""
    from mindsight.home import tasks
    from mindsight.home.preparation import proving

    task = tasks.load()[name]

    def prove(seed: int) -> float:
        def once() -> None:
            try:
                proving.prove(task, seed, "")
            except tasks.Rejected:
                return

        return _timed(once)

    times = [prove(seed) for seed in range(SEEDS)]
    limit = f"slowest {max(times):.1f} s of {SEEDS}; building the scene and the oracle's pictures"
    return _at_most(f"home: preparing and proving {name}", statistics.median(times), 3, "CPU s", limit)


def _worker() -> Iterator[Row]:
    """Play many short episodes in one process and see what memory it holds."""
    printed = _output([_start(EPISODES)])[0].split()
    warm, end, peak, shared = (float(part) for part in printed)
    name = f"home: a worker over {EPISODES} episodes"
    note = f"and {shared:.0f} MiB of libraries and fonts that workers share"
    yield _at_most(f"{name}, peak of its own memory", peak - shared, _ALLOWED_MIB, "MiB", note)
    yield _at_most(
        f"{name}, growth", end - warm, _GROWTH_MIB, "MiB", f"after the first {WARM}; {end:.0f} MiB at the end"
    )


def _two_workers() -> Row:
    """Compare two workers with one, by the clock: twice the episodes in how much more time."""
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)

    def seconds(workers: int) -> float:
        started = time.perf_counter()
        _output([_start(20) for _ in range(workers)])
        return time.perf_counter() - started

    ratio = statistics.median(2 * seconds(1) / seconds(2) for _ in range(2))
    if busy > _QUIET:
        return Row(
            "home: two workers / one", ratio, "×", "told", True, f"the machine is busy (load {busy:.1f} per core)"
        )
    return _at_least("home: two workers / one", ratio, 1.7, "2 on two idle cores; starting the processes is counted")


def _start(episodes: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "benchmarks.home", str(episodes)]
    environment = {**os.environ, _THREADS: "0"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def _output(processes: "list[subprocess.Popen[str]]") -> list[str]:
    printed = []
    for process in processes:
        printed.append(process.communicate()[0])
        if process.returncode != 0:
            raise RuntimeError(f"a worker ended with status {process.returncode}")
    return printed


def _short_episodes(count: int) -> str:
    """Play short episodes one after another; return the memory when warm, at the end and at most, in MiB."""
    from mindsight.home import tasks
    from mindsight.home.adapters.environment import HomeEnvironment

    pool: list[dict[str, Any]] = []
    for task in tasks.load().values():
        seed = 0
        while len([one for one in pool if one["task"] == task.key]) < 3:
            with contextlib.suppress(tasks.Rejected):
                pool.append(task.draw(seed, "").model_dump(mode="json"))
            seed += 1
    environment = HomeEnvironment()
    warm = 0.0
    for index in range(count):
        environment.open(pool[index % len(pool)], {})
        environment.act({"verb": "wait", "seconds": 0.2})
        environment.end("silence")
        environment.close()
        if index == min(WARM, count - 1):
            gc.collect()
            warm = _memory_mib("VmRSS")
    gc.collect()
    return " ".join(str(part) for part in (warm, *map(_memory_mib, ("VmRSS", "VmHWM", "RssFile"))))


def _memory_mib(key: str) -> float:
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith(f"{key}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _timed(way: Callable[[], object]) -> float:
    started = cpu()
    way()
    return cpu() - started


def _in_turn(ways: list[Callable[[], object]]) -> list[list[float]]:
    """Return the CPU seconds of each way over several rounds; one round goes through all, the first is not counted."""
    times: list[list[float]] = [[] for _ in ways]
    for number in range(ROUNDS + 1):
        for way, taken in zip(ways, times, strict=True):
            gc.collect()
            seconds = _timed(way)
            if number:
                taken.append(seconds)
    return times


def _ratio(above: list[float], below: list[float]) -> float:
    """Return the median of the ratios round by round: a slow moment of the machine meets both."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def _at_least(name: str, value: float, target: float, limit: str) -> Row:
    return Row(name, value, "×", f"≥ {target:g}", value >= target, limit)


def _at_most(name: str, value: float, target: float, unit: str, limit: str) -> Row:
    return Row(name, value, unit, f"≤ {target:g}", value <= target, limit)


if __name__ == "__main__":
    print(_short_episodes(int(sys.argv[1])))
