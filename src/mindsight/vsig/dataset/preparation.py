"""Prepare a data set: read and check everything once, and repair nothing by guessing.

A sample that cannot be used is left out and reported, without affecting others; so is a whole file that cannot be read.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mindsight.errors import InputError
from mindsight.pipeline import Progress
from mindsight.record.columns import Few
from mindsight.record.reading.spill import Words
from mindsight.text import text
from mindsight.vsig.dataset.annotations import Annotation, parse
from mindsight.vsig.dataset.checks import Finding, Findings, refused_in
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.dataset.discovery import MADE, TRUTHS, Folder, find_folders, video_of
from mindsight.vsig.dataset.raw_samples import Raw, below, raws_of
from mindsight.vsig.dataset.recognition import speech_of
from mindsight.vsig.dataset.rests import rests_of
from mindsight.vsig.dataset.samples import Sample, Speech, Target
from mindsight.vsig.dataset.strict_json import oddities
from mindsight.vsig.dataset.targets.objects import check_order, targets_of
from mindsight.vsig.dataset.truths import targets_of_truth, truth_of
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.language.templates import NUMBERS, language_of, number_in

_MOST_ODDITIES = 20
_CLIPS = 4096
"""Clips whose facts are remembered."""


class Facts(Protocol):
    """Facts about a clip, read from its file."""

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the upright frame."""

    @property
    def last_ms(self) -> float:
        """Time of the last frame."""

    @property
    def length_ms(self) -> float:
        """Length of the clip."""

    @property
    def has_sound(self) -> bool:
        """Whether the clip has sound."""

    @property
    def sha256(self) -> str:
        """Hash of the file."""


class Prepared(NamedTuple):
    """The usable samples, all findings, and the ids of samples marked ``is_invalid``."""

    samples: tuple[Sample, ...]
    findings: tuple[Finding, ...]
    skipped: tuple[str, ...]

    @property
    def refused(self) -> int:
        """Number of unusable samples; a file that cannot be read counts as one."""
        return refused_in(self.findings)


class Preparation:
    """A data set of either layout, read and checked sample by sample as it is gone through, which can be done once.

    Args:
        root: The data set, one of its scenes, or the folder of one template.
        facts: Returns the facts of a clip; raises InputError for one that cannot be decoded.
        progress: Called as samples are checked; how many there are in all is guessed until the last folder is read.

    Raises:
        InputError: There is no such folder, or no annotations in it.
    """

    def __init__(
        self, root: Path, *, facts: Callable[[Path], Facts], progress: Progress = lambda _done, _all: None
    ) -> None:
        found = find_folders(root)
        self._root, self._folders, self._progress = root, found.folders, progress
        self._of_files, self._of_samples = list(found.findings), list[Finding]()
        self.skipped: list[str] = []
        """Ids of samples marked ``is_invalid``."""
        self._seen = _Seen()
        # Several samples may share a clip, mostly in one folder.
        self._facts = lru_cache(maxsize=_CLIPS)(facts)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings so far, those of whole files first."""
        return (*self._of_files, *self._of_samples)

    def __iter__(self) -> Iterator[Sample]:
        done = 0
        for number, folder in enumerate(self._folders, 1):
            raws = list(raws_of(folder, self._root, self._of_files))
            every = round((done + len(raws)) / number * len(self._folders))
            for raw in raws:
                self._progress(done, every)
                done += 1
                sample = self._checked(raw)
                if sample is not None:
                    yield sample
        self._progress(done, done)

    def _checked(self, raw: Raw) -> Sample | None:
        if raw.is_skipped:
            self.skipped.append(raw.findings.sample)
            return None
        sample = _sample(raw, self._root, self._facts, self._seen)
        self._of_samples += raw.findings.found
        return sample


class _Seen:
    """The ids that were seen, and the file of each."""

    def __init__(self) -> None:
        self._ids, self._files = Words(), Few[str]()

    def file_of(self, id_: str, file: str) -> str | None:
        """Return the file in which an id was seen; None if it is new, and is known from now on to be in this one."""
        number = self._ids.add(id_)
        if number < len(self._files):
            return self._files[number]
        self._files.add(file)
        return None


def prepare(root: Path, *, facts: Callable[[Path], Facts], progress: Progress = lambda _done, _all: None) -> Prepared:
    """Read and check a whole data set; the arguments are those of ``Preparation``.

    Raises:
        InputError: There is no such folder, or no annotations in it.
    """
    found = Preparation(root, facts=facts, progress=progress)
    samples = tuple(found)
    return Prepared(samples, found.findings, tuple(found.skipped))


def write_samples(path: Path, prepared: Prepared) -> None:
    """Write the prepared samples as a data file; equal data gives equal bytes."""
    SampleWriter(prepared.samples).write(path, prepared.findings, prepared.skipped)


def _sample(raw: Raw, root: Path, facts: Callable[[Path], Facts], seen: _Seen) -> Sample | None:
    findings = raw.findings
    annotation = _annotation(raw, seen)
    if annotation is None:
        return None
    number = _template(annotation, raw.folder, findings)
    video = video_of(raw.folder, root, annotation.video_name, findings)
    clip = None if video is None else _facts(video, facts, findings)
    if number is None or video is None or clip is None:
        return None
    targets, choices = _targets(raw, annotation, number, clip, video.name)
    speech = speech_of(annotation.asr_result, number, clip.length_ms, findings)
    _check_speech(number, speech, targets, clip, findings)
    beside = Findings(below(raw.folder, MADE), findings.sample)
    rests = rests_of(raw.made, video.name, len(targets), clip.size, beside)
    findings.found += beside.found
    if findings.refused():
        return None
    return Sample(
        id=annotation.id,
        layout=raw.folder.layout,
        template=number,
        scene=annotation.scene.strip() or raw.folder.scene,
        language=_language(targets, speech),
        recording=clip.sha256,
        folder=raw.folder.name,
        video=video.name,
        sha256=clip.sha256,
        size=clip.size,
        last_ms=clip.last_ms,
        length_ms=clip.length_ms,
        has_sound=clip.has_sound,
        speech=speech,
        targets=targets,
        object_choices=choices[0],
        space_choices=choices[1],
        rests=rests,
    )


def _annotation(raw: Raw, seen: _Seen) -> Annotation | None:
    """Return the annotation; None if it cannot be used or its id was seen before."""
    findings = raw.findings
    for field, message in islice(oddities(raw.value), _MOST_ODDITIES):
        findings.refuse(field, message)
    annotation: Annotation | None = parse(Annotation, raw.value, findings)
    if annotation is None or findings.refused():
        return None
    if not annotation.id.strip() or not annotation.id.isprintable():
        findings.refuse("id", text("the id is empty or holds characters that cannot be printed"))
        return None
    before = seen.file_of(annotation.id, findings.file)
    if before is not None:
        findings.refuse("id", text("the id occurs before, in {file}; only the first counts", file=before))
        return None
    return annotation


def _targets(
    raw: Raw, annotation: Annotation, number: int, clip: Facts, video: str
) -> tuple[tuple[Target, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
    entries, findings, none = annotation.object_space, raw.findings, ((), ())
    if raw.folder.layout == "vsig":
        fits = check_order(number, entries, findings)
        return (targets_of(number, entries, clip.size, findings) if fits else ()), none
    beside = Findings(below(raw.folder, TRUTHS), findings.sample)
    name = annotation.video_name if annotation.video_name in raw.truths else video
    truth = truth_of(raw.truths, name, beside)
    targets: tuple[Target, ...] = ()
    if truth is not None:
        fits = check_order(number, entries, findings, needed=False)
        annotated = targets_of(number, entries, clip.size, findings) if fits else None
        targets = targets_of_truth(truth, annotated, number, clip.size, clip.length_ms, beside, place=name)
    findings.found += beside.found
    return targets, none if truth is None else (tuple(truth.object_choices or ()), tuple(truth.space_choices or ()))


def _template(annotation: Annotation, folder: Folder, findings: Findings) -> int | None:
    """Return the template's number: the folder's, or the annotation's if the folder has none."""
    said = number_in(annotation.task_template) if annotation.task_template else None
    number = folder.template or said
    if number is None or number not in NUMBERS:
        findings.refuse("task_template", text("“{name}” is not a template", name=annotation.task_template[:80]))
        return None
    if annotation.task_template and said != number:
        findings.warn(
            "task_template",
            text("is “{name}”, but the folder holds template {number}, which counts", name=annotation.task_template[:80],
                 number=number),
        )  # fmt: skip
    return number


def _check_speech(
    number: int, speech: Speech | None, targets: tuple[Target, ...], clip: Facts, findings: Findings
) -> None:
    if speech is not None and not clip.has_sound:
        findings.warn("asr_result", text("holds words, but the clip has no sound"))
    if targets and all(target.stroke is not None for target in targets):
        return
    status = spans_of(number, speech).status
    if status == "no_match":
        findings.warn(
            "asr_result", text("the words are not those of template {number}: no time is scored", number=number)
        )
    elif status == "ambiguous":
        findings.warn(
            "asr_result",
            text("it is not certain which words mean which target: no time is scored; a person should check"),
        )


def _facts(video: Path, facts: Callable[[Path], Facts], findings: Findings) -> Facts | None:
    try:
        return facts(video)
    except InputError as error:
        # Findings go into the data's fingerprint, which must not depend on where the data lies.
        here = {"file": video.name} if "file" in error.text.args else {}
        findings.refuse("video_name", error.text.model_copy(update={"args": {**error.text.args, **here}}))
        return None


def _language(targets: tuple[Target, ...], speech: Speech | None) -> Any:
    return language_of((*(target.name for target in targets), speech.text if speech else ""))
