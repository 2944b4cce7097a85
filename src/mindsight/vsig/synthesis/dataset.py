"""Write a data set of clips in the benchmark's folders, ``<language>/指令N`` or ``<language>/InstN``, with its truth.

Each clip is cached by the hash of all that decides its content, the engine's own code included: a clip that was made before, even in a
run that was killed, is not made again.
"""

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import mindsight.engine
from mindsight.engine.seeds import subseed
from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.record import canonical
from mindsight.text import Language
from mindsight.vsig.dataset.discovery import ANNOTATIONS, MADE, TRUTHS
from mindsight.vsig.media.blob_store import BlobStore
from mindsight.vsig.media.cache import cache_folder
from mindsight.vsig.synthesis.clip import Order, film, prepare_scene
from mindsight.vsig.synthesis.speech import recorded, voice
from mindsight.vsig.synthesis.speech.recorded import Recording
from mindsight.vsig.synthesis.truth import Truth, clip_name

Layout = Literal["vsig", "ecog"]
_SIGN = "made by mindsight vsig synth\n"
_MARK = ".synth"
_HEAD = 8
_SOFTWARE = ("numpy", "mujoco-core", "av", "pillow")


@dataclass(frozen=True)
class Wanted:
    """The specification of a data set."""

    count: int
    templates: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    languages: tuple[Language, ...] = ("zh", "en")
    seed: int = 7
    size: tuple[int, int] = (640, 360)
    fps: int = 25
    spoken: bool = True
    layout: Layout = "vsig"
    recordings: tuple[Recording, ...] = ()
    turns: tuple[tuple[int, Language], ...] = ()
    """Template and language of each clip in turn; by default all templates per language."""


class Made(NamedTuple):
    """A clip in the data set: its order, the number of draws refused by the second reading, and whether it was cached."""

    number: int
    order: Order
    ambiguous: int
    drawn: int
    known: bool


@dataclass(frozen=True)
class _Job:
    number: int
    order: Order
    recording: Recording | None


def orders_of(wanted: Wanted) -> list[Order]:
    """Return the order of each clip, cycling through templates and languages."""
    turns = wanted.turns or [(template, language) for language in wanted.languages for template in wanted.templates]
    return [
        Order(
            *turns[number % len(turns)],
            subseed(wanted.seed, "synth", number) >> 16,
            wanted.size,
            wanted.fps,
            wanted.spoken,
        )
        for number in range(wanted.count)
    ]


def write_dataset(
    root: Path,
    wanted: Wanted,
    *,
    engine: Engine | None = None,
    workers: int = 1,
    cache: Path | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Made]:
    """Make a data set.

    Raises:
        InputError: The folder holds something else, or a clip cannot be made.
    """
    _claim(root)
    jobs = [
        _Job(number, order, recorded.chosen(wanted.recordings, order)) for number, order in enumerate(orders_of(wanted))
    ]
    maker = _Maker(cache if cache is not None else cache_folder() / "synth")
    made: list[Made] = []
    pages: dict[Path, list[dict[str, Any]]] = {}
    progress(0, len(jobs))
    clips = map_items(maker, jobs, engine=engine, workers=workers, batch=1, name=_name)
    for job, (clip, own, key, known) in zip(jobs, clips, strict=True):
        folder, page = _placed(root, job, clip, own, key)
        refused = page["truth"]["refused"]
        made.append(Made(job.number, job.order, refused.get("ambiguous", 0), 1 + sum(refused.values()), known))
        pages.setdefault(folder, []).append(page)
        progress(len(made), len(jobs))
    for folder, held in pages.items():
        _write_pages(folder, held, wanted.layout)
    return made


def _name(job: _Job) -> str:
    return f"{job.number}: {job.order.template} {job.order.language} {job.order.seed}"


@dataclass(frozen=True)
class _Maker:
    """Makes one clip, or takes it from the cache of the machine that makes it; the head puts it into its folder."""

    cache: Path

    def __call__(self, job: _Job) -> tuple[bytes, dict[str, Any], str, bool]:
        """Return the clip, its page, the key of both, and whether they were in the cache."""
        store, key = BlobStore(self.cache), _key(job)
        held = store.get(key)
        clip, page = _made(job) if held is None else _unpacked(held)
        if held is None:
            store.put(key, _packed(clip, page))
        return clip, page, key, held is not None


def _placed(root: Path, job: _Job, clip: bytes, page: dict[str, Any], key: str) -> tuple[Path, dict[str, Any]]:
    """Write a clip; return its folder, and its page with its name."""
    order = job.order
    folder = root / order.language / (f"指令{order.template}" if order.language == "zh" else f"Inst{order.template}")
    folder.mkdir(parents=True, exist_ok=True)
    video = clip_name(order, job.number)
    partial = folder / f".{video}.partial"
    partial.write_bytes(clip)
    partial.replace(folder / video)
    return folder, _named(page, video, folder.name, key)


def _made(job: _Job) -> tuple[bytes, dict[str, Any]]:
    if job.recording is None:
        scene = prepare_scene(job.order)
    else:
        scene = prepare_scene(job.order, job.recording.utterance(job.order), job.recording.wording)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        file = Path(folder) / "clip.mp4"
        truth = Truth(scene, film(scene, file), "")
        content = file.read_bytes()
    return content, {"annotation": truth.annotation("", ""), "choices": truth.choices(), "truth": truth.page()}


def _named(page: dict[str, Any], video: str, folder: str, key: str) -> dict[str, Any]:
    named = {"id": f"synth-{key[:16]}", "video_name": video, "folder": folder, "task_template": folder}
    return {**page, "annotation": {**page["annotation"], **named}, "truth": {**page["truth"], "video": video}}


def _write_pages(folder: Path, pages: Sequence[dict[str, Any]], layout: Layout) -> None:
    annotations = [page["annotation"] for page in pages]
    (folder / ANNOTATIONS).write_bytes(canonical.page(annotations))
    videos = [page["annotation"]["video_name"] for page in pages]
    if layout == "ecog":
        truths = {video: page["choices"] for video, page in zip(videos, pages, strict=True)}
        (folder / TRUTHS).write_bytes(canonical.page(truths))
    full = {video: page["truth"] for video, page in zip(videos, pages, strict=True)}
    (folder / MADE).write_bytes(canonical.line(full))


def _claim(root: Path) -> None:
    """Prepare the folder: empty, or made by this command before, whose clips are replaced."""
    if root.exists() and any(root.iterdir()) and not (root / _MARK).is_file():
        raise InputError("{folder}: holds something else; choose another folder with --out", folder=str(root))
    root.mkdir(parents=True, exist_ok=True)
    (root / _MARK).write_text(_SIGN, encoding="utf-8")
    for pattern in ("*/指令*/*", "*/Inst*/*"):
        for path in root.glob(pattern):
            if path.name in {ANNOTATIONS, TRUTHS, MADE} or (path.suffix == ".mp4" and path.name.startswith("clip")):
                path.unlink()


def _key(job: _Job) -> str:
    spoken = voice.version() if job.order.spoken and job.order.template > 1 and job.recording is None else ""
    said = None if job.recording is None else job.recording.fingerprint
    return canonical.digest({"order": asdict(job.order), "voice": spoken, "recording": said, "makers": _makers()})


@lru_cache(maxsize=1)
def _makers() -> dict[str, str]:
    """Return the versions of all that draws and films: code of the engine and of this package, and libraries."""
    from importlib.metadata import version

    roots = [Path(next(iter(mindsight.engine.__path__))), Path(__file__).parent]
    files = sorted(path for root in roots for path in root.rglob("*.py"))
    code = canonical.sha256(b"".join(canonical.sha256(path.read_bytes()).encode() for path in files))
    return {"code": code, **{name: version(name) for name in _SOFTWARE}, "renderer": os.environ.get("MUJOCO_GL", "")}


def _packed(content: bytes, page: dict[str, Any]) -> bytes:
    head = canonical.line(page)
    return b"".join([len(head).to_bytes(_HEAD, "little"), head, content])


def _unpacked(held: bytes) -> tuple[bytes, dict[str, Any]]:
    place = _HEAD + int.from_bytes(held[:_HEAD], "little")
    return held[place:], json.loads(held[_HEAD:place])
