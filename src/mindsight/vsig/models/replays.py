"""Stored answers as a subject: mindsight's own runs, result files of VSIG-bench and EcoG-Bench, and lists by id.

An answer belongs to the sample with its id, else to the one with its template and clip name. Unmatched answers and samples are
reported; an answer that fits two samples belongs to none.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from mindsight.errors import InputError
from mindsight.record.folder import ITEMS, MANIFEST, RunFolder
from mindsight.record.model import Item, Scalar
from mindsight.text import storable
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.language.templates import number_in
from mindsight.vsig.models.replay_files import lines_of, page_of, text_of

_ID_NAMES = ("id", "sample", "sample_id", "question_id")
_ANSWER_NAMES = ("answer", "text", "response", "output", "prediction", "raw")


@dataclass(frozen=True)
class Stored:
    """A stored answer, and what is known of its sample.

    ``lost``: the original request had failed. ``instance`` is the hash of the sample that was asked about, and ``size`` that of the
    picture that was sent, if known.
    """

    text: str
    id: str = ""
    video: str = ""
    template: int | None = None
    dataset: str = ""
    stop: str = "stop"
    lost: bool = False
    instance: str = ""
    size: tuple[int, int] | None = None
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Matched:
    """Stored answers by sample id, and the unmatched answers."""

    answers: dict[str, Stored]
    answers_left: tuple[Stored, ...]
    samples_left: tuple[Sample, ...]

    def changed(self, samples: Iterable[Sample]) -> list[Sample]:
        """Return the samples that were changed since they were answered."""
        stored = ((sample, self.answers.get(sample.id)) for sample in samples)
        return [sample for sample, one in stored if one and one.instance and one.instance != sample.fingerprint]


@dataclass(frozen=True)
class Replay:
    """Stored answers and their origin."""

    answers: tuple[Stored, ...]
    name: str = ""


def read_replay(path: Path) -> Replay:
    """Read stored answers in any of the known forms.

    Raises:
        InputError: There are none, or a file cannot be read.
    """
    run = _run_at(path)
    if run is not None:
        return _run(run)
    if path.is_dir():
        found = tuple(stored for file in _result_files(path) for stored in _file(file))
        if not found:
            raise InputError(
                "{folder}: holds no stored answers; name a run folder, or one with files such as results_NAME.json",
                folder=str(path),
            )
        return Replay(found, name=path.name)
    if not path.is_file():
        raise InputError("{file}: there is no such file or folder with stored answers", file=str(path))
    answers = tuple(_file(path))
    if not answers:
        raise InputError("{file}: holds no stored answers", file=str(path))
    return Replay(answers, name=path.stem)


def plan_at(path: Path) -> dict[str, Any] | None:
    """Return the plan of the run that stored answers are from; None if they are not from a run of mindsight."""
    run = _run_at(path)
    return None if run is None else run.manifest.plan


def identity_at(path: Path) -> dict[str, Scalar]:
    """Return the identity of the run that stored answers are from; empty if they are not from a run of mindsight."""
    run = _run_at(path)
    return {} if run is None else run.manifest.identity


def subject_at(path: Path) -> str:
    """Return the subject of stored answers, as ``SCHEME:REST``, through any number of replays; empty if unknown."""
    seen: set[Path] = set()
    while (run := _run_at(path)) is not None and run.path.resolve() not in seen:
        spec = run.manifest.subject.spec
        if not spec.startswith("replay:"):
            return spec
        seen.add(run.path.resolve())
        path = Path(spec.removeprefix("replay:"))
    return ""


def _run_at(path: Path) -> RunFolder | None:
    """Return the run at a path that is its folder or the record in it."""
    folder = path.parent if path.name == ITEMS else path
    return RunFolder.open(folder) if (folder / MANIFEST).is_file() else None


def match(replay: Replay, samples: Sequence[Sample]) -> Matched:
    """Find the sample of each stored answer.

    Raises:
        InputError: No answer belongs to any sample.
    """
    by_id = {stored.id: stored for stored in reversed(replay.answers) if stored.id}
    answers = {sample.id: by_id[sample.id] for sample in samples if sample.id in by_id}
    by_clip: dict[tuple[str, int | None], list[Stored]] = defaultdict(list)
    for stored in replay.answers:
        # An answer with a sample's id belongs to that sample; a second one with the same id is unmatched.
        if stored.video and stored.id not in answers:
            by_clip[stored.video, stored.template].append(stored)
    owners: dict[int, list[tuple[str, Stored]]] = defaultdict(list)
    for sample in samples:
        found = None if sample.id in answers else _by_clip(sample, by_clip)
        if found is not None:
            owners[id(found)].append((sample.id, found))
    answers |= dict(owned[0] for owned in owners.values() if len(owned) == 1)
    if not answers:
        raise InputError(
            "{name}: none of its {count} answers matches a sample of this data; they are matched by id, or by the clip's "
            "name and template",
            name=replay.name,
            count=len(replay.answers),
        )
    used = {id(stored) for stored in answers.values()}
    left = tuple(stored for stored in replay.answers if id(stored) not in used)
    return Matched(answers, left, tuple(sample for sample in samples if sample.id not in answers))


def _by_clip(sample: Sample, by_clip: dict[tuple[str, int | None], list[Stored]]) -> Stored | None:
    """Return the only answer for a clip, or the only one of its scene if several scenes have a clip of that name."""
    video = PurePosixPath(sample.video).name
    found = by_clip.get((video, sample.template)) or by_clip.get((video, None)) or []
    if len(found) > 1:
        around = {sample.scene, *PurePosixPath(sample.folder).parts}
        found = [stored for stored in found if stored.dataset in around]
    return found[0] if len(found) == 1 else None


def _run(run: RunFolder) -> Replay:
    manifest = run.manifest
    if manifest.document.suite != "vsig":
        raise InputError(
            "{folder}: is a run of {suite}, not of vsig", folder=str(run.path), suite=manifest.document.suite
        )
    answers = tuple(stored_of(item) for item in run.items)
    if not answers:
        raise InputError("{folder}: holds no stored answers", folder=str(run.path))
    return Replay(answers, name=manifest.subject.name)


def stored_of(item: Item) -> Stored:
    """Return the answer of a recorded item as one that was stored."""
    answer = item.answer
    said, sent = answer.get("said"), answer.get("sent")
    size = sent.get("size") if isinstance(sent, dict) else None
    return Stored(
        text=text_of(answer.get("text")),
        id=item.id,
        instance=item.instance,
        stop=str(said.get("stop", "stop")) if isinstance(said, dict) else "stop",
        lost=item.status == "failed",
        size=(int(size[0]), int(size[1])) if isinstance(size, (list, tuple)) and len(size) == 2 else None,
        more={"said": said, "sent": sent} if isinstance(said, dict) else {},
    )


def _result_files(folder: Path) -> Iterator[Path]:
    """Yield the result files below a folder by name; links are not followed."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.startswith("results_") and name.endswith(".json") and not name.endswith("_summary.json"):
                yield Path(place) / name


def _file(path: Path) -> Iterator[Stored]:
    if path.suffix.lower() == ".jsonl":
        for entry in lines_of(path):
            yield from _listed(entry, path)
        return
    page = page_of(path)
    if isinstance(page, dict) and isinstance(page.get("predictions"), list):
        yield from _results(page, path)
    elif isinstance(page, list):
        for entry in page:
            yield from _listed(entry, path)
    elif isinstance(page, dict):
        for name, answer in page.items():
            yield Stored(text_of(answer), id=storable(name))
    else:
        raise InputError(
            "{file}: holds no answers; it should be an object of them by id, or a list with an id each", file=str(path)
        )


def _results(page: dict[str, Any], path: Path) -> Iterator[Stored]:
    """Yield the answers of a result file; their ids come from the truth beside them."""
    truths = page.get("ground_truths")
    truths = truths if isinstance(truths, list) and len(truths) == len(page["predictions"]) else []
    template = number_in(str(page.get("instruction", ""))) or number_in(path.parent.name)
    dataset = page.get("dataset")
    dataset = dataset if isinstance(dataset, str) else _dataset(path, page.get("model_name"))
    for number, prediction in enumerate(page["predictions"]):
        truth = truths[number] if truths and isinstance(truths[number], dict) else {}
        fields = prediction if isinstance(prediction, dict) else {}
        video = fields.get("video_name") or truth.get("video_name") or ""
        known = truth if truth.get("video_name") in (None, video) else {}
        own = number_in(str(known.get("task_template", "")))
        name = known.get("id") or fields.get("id") or ""
        yield Stored(
            text=text_of(prediction),
            id=storable(str(name)),
            video=storable(str(video)),
            template=own or template,
            dataset=storable(dataset),
        )


def _dataset(path: Path, model: Any) -> str:
    """Return the data set in a result file's name; the name ends with the model's, which is also a folder's."""
    name = path.stem.removeprefix("results_")
    known = model if isinstance(model, str) else path.resolve().parent.parent.name
    return name.removesuffix(f"_{known}")


def _listed(entry: Any, path: Path) -> Iterable[Stored]:
    if not isinstance(entry, dict):
        raise InputError("{file}: an entry is not an object with an id and an answer", file=str(path))
    name = next((entry[key] for key in _ID_NAMES if isinstance(entry.get(key), (str, int))), "")
    video = entry.get("video_name") or entry.get("video") or ""
    if not name and not video:
        raise InputError("{file}: an entry has neither an id nor a video_name", file=str(path))
    answer = next((entry[key] for key in _ANSWER_NAMES if entry.get(key) is not None), None)
    if answer is None:
        answer = {key: value for key, value in entry.items() if key not in _ID_NAMES}
    template = number_in(str(entry.get("task_template", entry.get("instruction", ""))))
    yield Stored(text_of(answer), id=storable(str(name)), video=storable(str(video)), template=template)
