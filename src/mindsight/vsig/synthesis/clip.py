"""Make one clip from its order: draw scenes until one passes the checks, and film it. The same order gives the same clip."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.seeds import stream, subseed
from mindsight.errors import InputError
from mindsight.text import Language
from mindsight.vsig.synthesis.faults import LEAST_SEEN
from mindsight.vsig.synthesis.film import write_film
from mindsight.vsig.synthesis.head import draw_head, frame_count
from mindsight.vsig.synthesis.layout import draw_layout
from mindsight.vsig.synthesis.motion import draw_motion
from mindsight.vsig.synthesis.painting import Painter, drawn_size
from mindsight.vsig.synthesis.reading import SIZE as READING_SIZE
from mindsight.vsig.synthesis.reading import Reading, read_stroke, visible_share
from mindsight.vsig.synthesis.setting import Layout, Stage
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.sound import Samples, Utterance, in_room, lay
from mindsight.vsig.synthesis.speech.timing import Timing, draw_pauses, draw_timing, mute_windows
from mindsight.vsig.synthesis.speech.wording import BESIDE, SIDES, STROKES, Side, Wording, draw_wording
from mindsight.vsig.synthesis.staging import Pointing, Staging
from mindsight.vsig.synthesis.table import Table, find_table
from mindsight.vsig.synthesis.things import draw_items

Picture = NDArray[np.uint8]

_TABLES, _DRAWS, _SAME_ITEMS = 12, 90, 30
_NAMED, _CLUTTER = (8, 10), (2, 4)
_RATES = {"zh": (150, 190), "en": (130, 165)}
_MUTE_RATE = 22_050
_GRAIN = 2.0


@dataclass(frozen=True)
class Order:
    """The specification of a clip: all that decides its content."""

    template: int
    language: Language
    seed: int
    size: tuple[int, int] = (640, 360)
    fps: int = 25
    spoken: bool = True

    @property
    def names(self) -> tuple[str | int, ...]:
        """The names of its random streams: size and frame rate do not change what happens."""
        return ("clip", self.template, self.language, self.spoken)


@dataclass(frozen=True, eq=False)
class Said:
    """The speech of a clip: the wording, the utterance (None for a silent clip), and the times."""

    wording: Wording
    utterance: Utterance | None
    timing: Timing


@dataclass(frozen=True, eq=False)
class Scene:
    """A clip before it is filmed: the staged scene, the speech, and counts of refused draws by reason."""

    order: Order
    said: Said
    staging: Staging
    readings: tuple[Reading, ...]
    refused: Counter[str]

    @property
    def layout(self) -> Layout:
        """The things on the table and the targets."""
        return self.staging.layout

    @property
    def table(self) -> Table:
        """The table in its room."""
        return self.staging.table

    @property
    def frames(self) -> int:
        """Number of frames."""
        return frame_count(self.said.timing, self.order.fps)

    @property
    def last_s(self) -> float:
        """Time of the last frame."""
        return (self.frames - 1) / self.order.fps


@dataclass(frozen=True, eq=False)
class Filmed:
    """Results of filming: the finger in each frame, None while it is out of sight."""

    fingers: tuple[Pointing | None, ...]


def prepare_scene(order: Order, recorded: Utterance | None = None, wording: Wording | None = None) -> Scene:
    """Return the scene of an order: the first draw that passes all checks.

    Raises:
        InputError: No draw passed, which has not been observed for any seed.
    """
    said = _said(order, recorded, wording)
    refused: Counter[str] = Counter()
    for attempt in range(_TABLES):
        table = find_table(subseed(order.seed, *order.names, "table", attempt))
        for number in range(_DRAWS):
            staging = _staged(order, said, table, attempt * _DRAWS + number)
            if staging is None:
                refused["layout"] += 1
                continue
            readings, reason = _judged(staging, order)
            if reason is None:
                return Scene(order, said, staging, readings, refused)
            refused[reason] += 1
    raise InputError(
        "template {template}, seed {seed}: none of {count} layouts is unambiguous; take another seed",
        template=order.template,
        seed=order.seed,
        count=_TABLES * _DRAWS,
    )


def film(scene: Scene, file: Path) -> Filmed:
    """Write a scene as a film and return the finger's track."""
    fingers: list[Pointing | None] = []
    length = scene.frames / scene.order.fps
    write_film(file, _frames(scene, fingers), scene.order.fps, scene.order.size, _sound(scene, length))
    return Filmed(tuple(fingers))


def _said(order: Order, recorded: Utterance | None, wording: Wording | None) -> Said:
    rng = stream(order.seed, *order.names, "said")
    if wording is None:
        sides: tuple[Side, ...] = tuple(
            SIDES[int(rng.integers(len(SIDES)))] for _ in range(BESIDE.get(order.template, 0))
        )
        wording = draw_wording(order.template, order.language, sides, rng)
    if recorded is None and order.spoken and wording.clauses:
        recorded = _spoken(order, wording, rng)
    if recorded is None:
        return Said(wording, None, draw_timing(mute_windows(STROKES[order.template], rng), rng))
    windows = tuple((begin / 1000, end / 1000) for begin, end in recorded.windows)
    return Said(wording, recorded, draw_timing(windows, rng))


def _spoken(order: Order, wording: Wording, rng: np.random.Generator) -> Utterance:
    voices = voice.VOICES[order.language]
    low, high = _RATES[order.language]
    manner = voice.Manner(
        voices[int(rng.integers(len(voices)))], int(rng.integers(low, high)), int(rng.integers(35, 62))
    )
    parts = [voice.speak(clause, manner, order.language) for clause in wording.clauses]
    pauses = draw_pauses(len(parts), rng)
    return lay(
        [pieces for pieces, _ in parts],
        pauses,
        parts[0][1],
        f"{voice.PROGRAM} {manner.voice} {manner.rate} {manner.pitch}",
    )


def _staged(order: Order, said: Said, table: Table, number: int) -> Staging | None:
    items_rng = stream(order.seed, *order.names, "items", number // _SAME_ITEMS)
    items = draw_items(
        items_rng,
        named=int(items_rng.integers(_NAMED[0], _NAMED[1] + 1)),
        clutter=int(items_rng.integers(_CLUTTER[0], _CLUTTER[1] + 1)),
    )
    rng = stream(order.seed, *order.names, "layout", number)
    head = draw_head(table, said.timing, rng)
    stage = Stage(order.template, said.wording.sides, head, said.timing, order.fps)
    layout = draw_layout(stage, items, rng)
    if layout is None:
        return None
    motion = draw_motion(said.timing, layout.aims, table.half, rng)
    return Staging(table, layout, head, motion, subseed(order.seed, *order.names, "arm"))


def _judged(staging: Staging, order: Order) -> tuple[tuple[Reading, ...], str | None]:
    """Return the readings of a staged scene's strokes, and why it is refused (None for a good one)."""
    if staging.moved():
        return (), "moved"
    with staging.camera(READING_SIZE, "fast") as camera:
        readings = tuple(read_stroke(staging, stroke, camera) for stroke in range(STROKES[order.template]))
        if not all(reading.agrees for reading in readings):
            return readings, "ambiguous"
        staging.pose((frame_count(staging.head.timing, order.fps) - 1) / order.fps)
        meant = [one for one in staging.layout.pointed if one is not None]
        hidden = any(visible_share(staging, one, camera) < LEAST_SEEN for one in meant)
    return readings, "hidden" if hidden else None


def _frames(scene: Scene, fingers: list[Pointing | None]) -> Iterator[Picture]:
    """Yield every frame with a fine grain."""
    order, staging = scene.order, scene.staging
    rng = stream(order.seed, *order.names, "grain")
    grain = rng.normal(0, _GRAIN, (2 * order.size[1], 2 * order.size[0], 1)).astype(np.float32)
    with staging.camera(drawn_size(order.size), "fast") as camera:
        painter = Painter(staging, camera, order.size)
        for number in range(scene.frames):
            fingers.append(staging.pose(number / order.fps))
            yield _grained(painter.picture(), grain, rng)


def _grained(picture: Picture, grain: NDArray[np.float32], rng: np.random.Generator) -> Picture:
    height, width, _ = picture.shape
    y, x = int(rng.integers(height)), int(rng.integers(width))
    return np.asarray(np.clip(picture + grain[y : y + height, x : x + width], 0, 255), np.uint8)


def _sound(scene: Scene, length_s: float) -> tuple[Samples, int] | None:
    if not scene.order.spoken:
        return None
    heard = scene.said.utterance
    samples, rate = (np.zeros(1, np.float32), _MUTE_RATE) if heard is None else (heard.samples, heard.rate)
    return in_room(samples, rate, length_s, stream(scene.order.seed, *scene.order.names, "room")), rate


def order_page(order: Order) -> dict[str, object]:
    """Return an order as JSON."""
    return {**asdict(order), "size": list(order.size)}
