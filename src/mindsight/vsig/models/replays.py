"""Stored answers as a subject: mindsight's own runs, result files of VSIG-bench and EcoG-Bench, and lists by id.

An answer belongs to the sample with its id, else to the one with its template and clip name. Unmatched answers and samples are
reported; an answer that fits two samples belongs to none.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.columns import Names, Numbers
from mindsight.record.folder import ITEMS, MANIFEST, RunFolder
from mindsight.record.model import Item, Scalar
from mindsight.record.opening import open_sealed
from mindsight.record.reading.spill import Ascending, Spool
from mindsight.text import storable
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.language.templates import number_in
from mindsight.vsig.models.replay_files import lines_of, page_of, text_of

_ID_NAMES = ("id", "sample", "sample_id", "question_id")
_ANSWER_NAMES = ("answer", "text", "response", "output", "prediction", "raw")


class Stored(NamedTuple):
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
    more: dict[str, Any] = {}  # noqa: RUF012  (never changed)


class StoredAnswers(Sequence[Stored]):
    """Stored answers in their order; what they say and their ids lie in temporary files."""

    def __init__(self, answers: Iterable[Stored]) -> None:
        self._spool = Spool()
        self.by_clip: dict[tuple[str, int | None], list[int]] = defaultdict(list)
        """The places of the answers that name a clip."""
        self.ids = Names()
        for place, stored in enumerate(answers):
            self._spool.add(json.dumps(stored._asdict()).encode())
            self.ids.add(stored.id)
            if stored.video:
                self.by_clip[stored.video, stored.template].append(place)

    def __len__(self) -> int:
        return len(self._spool)

    @overload
    def __getitem__(self, place: int) -> Stored: ...
    @overload
    def __getitem__(self, place: slice) -> list[Stored]: ...
    def __getitem__(self, place: int | slice) -> Stored | list[Stored]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        fields = canonical.parsed(self._spool[place])
        return Stored(**{**fields, "size": fields["size"] and tuple(fields["size"])})


class Matched:
    """Stored answers by sample: each sample's id in ascending order, and the place of its answer."""

    def __init__(self, answers: StoredAnswers, ids: Names, places: NDArray[np.int64]) -> None:
        self._answers, self._ids, self._places = answers, Ascending(ids), Numbers("q")
        self._places.add_array(places)

    def find(self, id_: str) -> Stored | None:
        """Return the answer to a sample; None if there is none."""
        place = self._ids.find(id_)
        found = self._places[place] if place >= 0 else -1
        return self._answers[found] if found >= 0 else None

    def unanswered(self) -> list[str]:
        """Return the ids of the samples without an answer."""
        return [id_ for id_, place in zip(self._ids.words, self._places, strict=True) if place < 0]

    def strangers(self) -> list[str]:
        """Return the ids or clips of the answers that belong to no sample."""
        unused = np.ones(len(self._answers), np.bool_)
        places = self._places.array()
        unused[places[places >= 0]] = False
        left = (self._answers[place] for place in np.flatnonzero(unused).tolist())
        return [stored.id or stored.video for stored in left]

    def changed(self, samples: Iterable[Sample]) -> list[str]:
        """Return the ids of the samples that were changed since they were answered."""
        stored = ((sample, self.find(sample.id)) for sample in samples)
        return [sample.id for sample, one in stored if one and one.instance and one.instance != sample.fingerprint]


class Replay(NamedTuple):
    """Stored answers and their origin."""

    answers: StoredAnswers
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
        found = StoredAnswers(stored for file in _result_files(path) for stored in _file(file))
        if not len(found):
            raise InputError(
                "{folder}: holds no stored answers; name a run folder, or one with files such as results_NAME.json",
                folder=str(path),
            )
        return Replay(found, name=path.name)
    if not path.is_file():
        raise InputError("{file}: there is no such file or folder with stored answers", file=str(path))
    answers = StoredAnswers(_file(path))
    if not len(answers):
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
    """Return the run at a path that is its folder or the record in it; a finished one must be as it was sealed."""
    folder = path.parent if path.name == ITEMS else path
    if not (folder / MANIFEST).is_file():
        return None
    run = RunFolder.open(folder)
    # Answers of a run that goes on, or was broken off, may be scored as far as they go.
    return open_sealed(folder, {ITEMS}) if run.manifest.state == "complete" else run


def match(replay: Replay, samples: SampleList) -> Matched:
    """Find the sample of each stored answer.

    Raises:
        InputError: No answer belongs to any sample.
    """
    answers = replay.answers
    ids, order = answers.ids.sorted()
    known = Ascending(ids)
    places = np.full(len(samples), -1, np.int64)
    for number, id_ in enumerate(samples.ids):
        place = known.find(id_) if id_ else -1
        if place >= 0:
            places[number] = place if order is None else order[place]
    if answers.by_clip:
        _match_clips(answers, samples, places)
    if not (places >= 0).any():
        raise InputError(
            "{name}: none of its {count} answers matches a sample of this data; they are matched by id, or by the clip's "
            "name and template",
            name=replay.name,
            count=len(answers),
        )
    return Matched(answers, samples.ids, places)


def _match_clips(answers: StoredAnswers, samples: SampleList, places: NDArray[np.int64]) -> None:
    """Give samples that have no answer by their id the one for their clip, where it is the only one and theirs alone."""
    with_own = {id_ for id_, place in zip(samples.ids, places, strict=True) if place >= 0}
    # An answer with a sample's id belongs to that sample; a second one with the same id is unmatched.
    by_clip = {
        clip: [stored for place in own if (stored := (place, answers[place]))[1].id not in with_own]
        for clip, own in answers.by_clip.items()
    }
    owners: dict[int, list[int]] = defaultdict(list)
    for number in np.flatnonzero(places < 0).tolist():
        found = _by_clip(samples[number], by_clip)
        if found is not None:
            owners[found].append(number)
    for place, owned in owners.items():
        if len(owned) == 1:
            places[owned[0]] = place


def _by_clip(sample: Sample, by_clip: Mapping[tuple[str, int | None], Sequence[tuple[int, Stored]]]) -> int | None:
    """Return the place of the only answer for a clip, or of the only one of its scene if several scenes have a clip of that name."""
    video = PurePosixPath(sample.video).name
    found = by_clip.get((video, sample.template)) or by_clip.get((video, None)) or []
    if len(found) > 1:
        around = {sample.scene, *PurePosixPath(sample.folder).parts}
        found = [one for one in found if one[1].dataset in around]
    return found[0][0] if len(found) == 1 else None


def _run(run: RunFolder) -> Replay:
    manifest = run.manifest
    refuse_other_suite(run)
    answers = StoredAnswers(stored_of(item) for item in run.items)
    if not len(answers):
        raise InputError("{folder}: holds no stored answers", folder=str(run.path))
    return Replay(answers, name=manifest.subject.name)


def refuse_other_suite(run: RunFolder) -> None:
    """Refuse a run of another suite.

    Raises:
        InputError: It is one.
    """
    suite = run.manifest.document.suite
    if suite != "vsig":
        raise InputError("{folder}: is a run of {suite}, not of vsig", folder=str(run.path), suite=suite)


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
