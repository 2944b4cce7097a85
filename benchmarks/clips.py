"""What a second of clip costs: people in a furnished room, 24 pictures of 640 × 360 a second, drawn and encoded; and preparing a figure.

Each case runs in a process of its own, so that its memory is its own. What is done once a clip (furnishing, building) is told beside it.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.rows import Row

if TYPE_CHECKING:
    from mindsight.engine.choices import Profile

SIZE_PX, PER_S, SECONDS = (640, 360), 24, 2
_ALLOWED_S = {1: 3.0, 2: 6.0}
_ALLOWED_PREPARED_S, _ALLOWED_MIB = 0.5, 400


def measure() -> Iterator[Row]:
    """Yield rows for one and two people in both profiles, for preparing a figure, and for the memory."""
    cases = {(profile, people): _case(people, profile) for profile in ("fast", "fine") for people in _ALLOWED_S}
    for (profile, people), own in cases.items():
        allowed = _ALLOWED_S[people]
        told = f"{own['once_s']:.1f} CPU s once a clip for the room's model and the first picture"
        name = f"clip, {profile}, {people} in a furnished room, 1 s: CPU"
        yield Row(name, own["second_s"], "s", f"≤ {allowed:g}", own["second_s"] <= allowed, told)
        peak, told = own["peak_mib"], f"{own['own_mib']:.0f} MiB its own, the rest are files that all workers share"
        yield Row(
            f"clip, {profile}, {people}: peak memory", peak, "MiB", f"≤ {_ALLOWED_MIB}", peak <= _ALLOWED_MIB, told
        )
    prepared = max(own["prepared_s"] for own in cases.values())
    body_s = cases["fast", 1]["body_s"]
    told = f"shape, clothes, layers; the body that all share is read once a process, in {body_s:.1f} s"
    met = prepared <= _ALLOWED_PREPARED_S
    yield Row("clip: a figure prepared", prepared, "s", f"≤ {_ALLOWED_PREPARED_S:g}", met, told)


def _case(people: int, profile: str) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.clips", str(people), profile]
    found: dict[str, float] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return found


def _measured(count: int, profile: "Profile") -> dict[str, float]:
    from mindsight.engine import catalogue, fixtures
    from mindsight.engine.drawing.clip import write_clip
    from mindsight.engine.drawing.rendering import Camera
    from mindsight.engine.drawing.views import View
    from mindsight.engine.figures.people.actions import ACTIONS, STAND
    from mindsight.engine.figures.people.anatomy import anatomy
    from mindsight.engine.figures.people.body import Person
    from mindsight.engine.figures.people.looks import draw_looks
    from mindsight.engine.figures.people.presence import Presence
    from mindsight.engine.figures.plays.pairs import PAIRS
    from mindsight.engine.figures.plays.staging import Stage
    from mindsight.engine.memory import keep_little
    from mindsight.engine.physics.world import World
    from mindsight.engine.scenes.layout import furnish
    from mindsight.engine.scenes.scene import build
    from mindsight.engine.seeds import stream

    keep_little()  # as workers that draw questions do
    catalogue.load()
    fixtures.load()
    begun = time.process_time()
    anatomy()
    body_s, people, prepared = time.process_time() - begun, [], []
    for number in range(count):
        begun = time.process_time()
        people.append(Person(draw_looks(stream(number, "clip benchmark"), age="adult")))
        people[-1].points(STAND)
        prepared.append(time.process_time() - begun)
    stage = Stage((0.0, 0.6))
    if count > 1:
        motions = PAIRS["quarrel"](people[0], people[1], stage).motions
    else:
        motions = (stage.course(people[0], ACTIONS["clap"].poses, 0.0).at,)
    begun = time.process_time()
    present: list[Presence] = []
    plan = furnish("living_room", 5)
    scene = build(
        plan,
        more=lambda workshop: present.extend(
            Presence(workshop, f"person_{number}", one, motion(0.0))
            for number, (one, motion) in enumerate(zip(people, motions, strict=True))
        ),
    )
    own_mib: list[float] = []
    with Camera(World(scene), width=SIZE_PX[0], height=SIZE_PX[1], profile=profile) as camera:
        camera.world.look(View.at(plan.viewpoints[0]))
        camera.picture()
        once_s = time.process_time() - begun

        def frames() -> Iterator[object]:
            for number in range(PER_S * SECONDS):
                for one, motion in zip(present, motions, strict=True):
                    one.show(motion(number / PER_S), camera)
                yield camera.picture()
                own_mib.append(_own_mib())

        begun = time.process_time()
        with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
            write_clip(Path(folder) / "clip.mp4", frames(), frames_per_s=PER_S)  # type: ignore[arg-type]
        second_s = (time.process_time() - begun) / SECONDS
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "second_s": second_s, "once_s": once_s, "prepared_s": max(prepared), "body_s": body_s, "peak_mib": peak_mib,
        "own_mib": max(own_mib),
    }  # fmt: skip


def _own_mib() -> float:
    """Return this process's memory without the pages of files, which all processes share."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measured(int(sys.argv[1]), sys.argv[2])))  # type: ignore[arg-type]
