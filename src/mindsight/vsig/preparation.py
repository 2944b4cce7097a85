"""From a data set's folder to prepared samples: everything is read and checked once, and nothing is mended by guessing.

A sample that cannot be used is left out and named, and hides no other; so is a whole file that cannot be read.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mindsight.errors import InputError
from mindsight.text import text
from mindsight.vsig.annotations import Annotation, parse
from mindsight.vsig.checks import Finding, Findings
from mindsight.vsig.data_file import SampleFile, read_samples, write_file
from mindsight.vsig.discovery import ANNOTATIONS, TRUTHS, Folder, find_folders, real_file, video_of
from mindsight.vsig.instructions import NUMBERS, language_of, number_in
from mindsight.vsig.objects import check_order, targets_of
from mindsight.vsig.recognition import speech_of
from mindsight.vsig.samples import Sample, Speech, Target
from mindsight.vsig.strict_json import oddities, read_json
from mindsight.vsig.truths import targets_of_truth, truth_of
from mindsight.walk import Progress

__all__ = ["Facts", "Prepared", "prepare", "read_samples", "write_samples"]

_MOST_ODDITIES = 20


class Facts(Protocol):
    """What is known of a clip from its file."""

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the upright frame."""

    @property
    def last_ms(self) -> float:
        """When the last frame is shown."""

    @property
    def length_ms(self) -> float:
        """How long the clip is."""

    @property
    def has_sound(self) -> bool:
        """Whether anything can be heard."""

    @property
    def sha256(self) -> str:
        """The file's hash."""


class Prepared(NamedTuple):
    """The samples that can be used, everything that was found, and the ids of those marked ``is_invalid``."""

    samples: tuple[Sample, ...]
    findings: tuple[Finding, ...]
    skipped: tuple[str, ...]

    @property
    def refused(self) -> int:
        """How many samples cannot be used; a file that cannot be read counts as one."""
        return len({(one.file, one.sample) for one in self.findings if one.severity == "refused"})


class _Raw(NamedTuple):
    """A sample as its file holds it."""

    value: Any
    folder: Folder
    truths: Any
    findings: Findings


def prepare(root: Path, *, facts: Callable[[Path], Facts], progress: Progress = lambda _done, _all: None) -> Prepared:
    """Read and check a data set of either layout.

    Args:
        root: The data set, one of its scenes, or the folder of one template.
        facts: Returns what is known of a clip; raises InputError for one that cannot be decoded.
        progress: Called as samples are checked.

    Raises:
        InputError: There is no such folder, or no annotations in it.
    """
    found = find_folders(root)
    findings = list(found.findings)
    raws = [raw for folder in found.folders for raw in _raws(folder, root, findings)]
    samples: dict[str, Sample] = {}
    skipped: list[str] = []
    for done, raw in enumerate(raws, start=1):
        progress(done - 1, len(raws))
        if isinstance(raw.value, dict) and raw.value.get("is_invalid") is True:
            skipped.append(raw.findings.sample)
            continue
        sample = _sample(raw, root, facts, samples)
        findings += raw.findings.found
        if sample is not None:
            samples[sample.id] = sample
    progress(len(raws), len(raws))
    return Prepared(tuple(samples.values()), tuple(findings), tuple(skipped))


def write_samples(path: Path, prepared: Prepared) -> None:
    """Write what was prepared as a data file; equal data gives equal bytes."""
    write_file(path, SampleFile(samples=prepared.samples, findings=prepared.findings, skipped=prepared.skipped))


def _raws(folder: Folder, root: Path, findings: list[Finding]) -> Iterator[_Raw]:
    """Yield the samples of a folder as they stand in its file."""
    whole = Findings(_below(folder, ANNOTATIONS))
    annotations = _read(folder, root, ANNOTATIONS, whole)
    truths = _read(folder, root, TRUTHS, whole) if folder.layout == "ecog" else None
    if isinstance(annotations, dict):
        annotations = [annotations]
    if annotations is not None and not isinstance(annotations, list):
        whole.refuse("", text("is no list of samples"))
    if truths is not None:
        _check_truths(truths, annotations, whole)
    findings += whole.found
    if isinstance(annotations, list) and not (folder.layout == "ecog" and truths is None):
        for number, value in enumerate(annotations, start=1):
            yield _Raw(value, folder, truths, Findings(_below(folder, ANNOTATIONS), _name(value, number)))


def _read(folder: Folder, root: Path, name: str, findings: Findings) -> Any:
    path = real_file(folder.path / name, root, "", findings)
    if path is None:
        return None
    try:
        return read_json(path)
    except InputError as error:
        findings.refuse("", error.text)
        return None


def _check_truths(truths: Any, annotations: Any, findings: Findings) -> None:
    if not isinstance(truths, dict):
        findings.refuse("eval_gt", text("{file} names no clips", file=TRUTHS))
        return
    known = {value.get("video_name") for value in annotations or () if isinstance(value, dict) and _named(value)}
    for name, truth in truths.items():
        if isinstance(truth, dict) and name not in known:
            findings.warn("eval_gt", text("{name} stands in no sample: it is left out", name=name))


def _named(value: dict[str, Any]) -> bool:
    return isinstance(value.get("video_name"), str)


def _sample(raw: _Raw, root: Path, facts: Callable[[Path], Facts], samples: dict[str, Sample]) -> Sample | None:
    """Return a checked sample; None where it cannot be used."""
    findings = raw.findings
    for field, message in islice(oddities(raw.value), _MOST_ODDITIES):
        findings.refuse(field, message)
    annotation: Annotation | None = parse(Annotation, raw.value, findings)
    if annotation is None or findings.refused():
        return None
    if annotation.id in samples:
        other = samples[annotation.id]
        where = f"{other.folder}/{ANNOTATIONS}".removeprefix("/")
        findings.refuse("id", text("the id stands before, in {file}: the first is kept", file=where))
        return None
    number = _template(annotation, raw.folder, findings)
    video = video_of(raw.folder, root, annotation.video_name, findings)
    clip = None if video is None else _facts(video, facts, findings)
    if number is None or video is None or clip is None:
        return None
    targets, choices = _targets(raw, annotation, number, clip)
    speech = speech_of(annotation.asr_result, number, clip.length_ms, findings)
    if speech is not None and not clip.has_sound:
        findings.warn("asr_result", text("holds words, but the clip has no sound"))
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
    )


def _targets(
    raw: _Raw, annotation: Annotation, number: int, clip: Facts
) -> tuple[tuple[Target, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the targets and the options, of objects and of spaces."""
    entries, findings, none = annotation.object_space, raw.findings, ((), ())
    if raw.folder.layout == "vsig":
        fits = check_order(number, entries, findings)
        return (targets_of(number, entries, clip.size, findings) if fits else ()), none
    truth = truth_of(raw.truths, annotation.video_name, findings)
    if truth is None:
        return (), none
    annotated = None
    if check_order(number, entries, findings, needed=False):
        annotated = targets_of(number, entries, clip.size, findings)
    targets = targets_of_truth(truth, annotated, number, clip.size, clip.length_ms, findings)
    return targets, (tuple(truth.object_choices or ()), tuple(truth.space_choices or ()))


def _template(annotation: Annotation, folder: Folder, findings: Findings) -> int | None:
    """Return the template's number: that of the folder, or where the folder has none that of the annotation."""
    said = number_in(annotation.task_template) if annotation.task_template else None
    number = folder.template or said
    if number is None or number not in NUMBERS:
        findings.refuse("task_template", text("“{name}” is no template", name=annotation.task_template[:80]))
        return None
    if annotation.task_template and said != number:
        findings.warn(
            "task_template",
            text("is “{name}”, but the folder holds template {number}, which counts", name=annotation.task_template[:80],
                 number=number),
        )  # fmt: skip
    return number


def _facts(video: Path, facts: Callable[[Path], Facts], findings: Findings) -> Facts | None:
    try:
        return facts(video)
    except InputError as error:
        findings.refuse("video_name", error.text)
        return None


def _language(targets: tuple[Target, ...], speech: Speech | None) -> Any:
    return language_of((*(target.name for target in targets), speech.text if speech else ""))


def _name(value: Any, number: int) -> str:
    """Return what findings call a sample: its id, or its number where it has none."""
    held = value.get("id") if isinstance(value, dict) else None
    usable = isinstance(held, str | int) and not isinstance(held, bool) and str(held).strip()
    return str(held)[:200] if usable else f"#{number}"


def _below(folder: Folder, name: str) -> str:
    return f"{folder.name}/{name}".removeprefix("/")
