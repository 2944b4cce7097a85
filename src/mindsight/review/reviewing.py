"""Home 6.2: run a review from a folder to its record: list, examine every file, check, write, seal.

The folder of a review holds ``files.jsonl`` (facts of every file, chained), ``review.json`` (what the checks found), ``media/`` (little
pictures of what a person should look at), ``review.html`` and ``SHA256SUMS``. A review that was interrupted goes on where it stopped.
"""

import csv
from collections.abc import Callable, Container, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.environment import software
from mindsight.record.folder import MEDIA, RunFolder, refuse_inside
from mindsight.record.log import ItemLog, read_lines
from mindsight.review.catalogue import Catalogue
from mindsight.review.checks.annotation import annotation
from mindsight.review.checks.check import Evidence, Version
from mindsight.review.checks.diversity import diversity
from mindsight.review.checks.legality import legality
from mindsight.review.checks.sufficiency import sufficiency
from mindsight.review.checks.timeliness import timeliness
from mindsight.review.checks.usability import usability
from mindsight.review.declarations import Signed
from mindsight.review.examining.descriptions import descriptions
from mindsight.review.examining.files import Examiner, given_up, readable
from mindsight.review.facts import FileFacts, FileLine
from mindsight.review.findings import Before, Declared, Review, Reviewed
from mindsight.review.limits import limits_of
from mindsight.review.listed import unseen
from mindsight.review.readers.opening import open_data_set
from mindsight.review.scored import Pair, scored_on_unchanged

FILES, REVIEW, PAGE = "files.jsonl", "review.json", "review.html"
_PLAN = "plan.json"
_LETTERS = (legality, sufficiency, timeliness, usability, diversity, annotation)
_MOST_TWICE = 1_000_000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Means:
    """How the work is done: where, by how many processes, and who is told how far it is."""

    engine: Engine = "serial"
    workers: int = 1
    progress: Progress = lambda _done, _all: None


def review(
    root: Path,
    out: Path,
    *,
    on: date,
    declared: Signed | None = None,
    before: Path | None = None,
    scores: Pair | None = None,
    means: Means = Means(),
) -> Review:
    """Review a data set and return what was found; ``out`` gets the record, without its page and seal.

    Args:
        root: Folder of the data set; nothing in it is changed.
        out: Folder to make, or that of a review that was interrupted.
        on: The day that ages are counted to.
        declared: What people answer for.
        before: Folder of the review of the version before.
        scores: Runs of one subject over the version before and over this one.
        means: How the work is done.

    Raises:
        InputError: The data set cannot be listed, or ``out`` holds something else.
    """
    refuse_inside(out, root)
    catalogue, listing = open_data_set(root, declared.values.purpose if declared else None)
    names = declared.values.people.names if declared and declared.values.people else ()
    earlier, version = (None, None) if before is None else _version(before)
    described = descriptions(root, listing)
    _begin(out, catalogue, names)
    with RunFolder(out).locked(), ItemLog(out / FILES) as log:
        _refuse_changed(out, root, log)
        labels = {entry.path: entry.label for entry in catalogue.entries if entry.label}
        for one in _examined(catalogue, names, log.finished, means):
            log.append(one.model_copy(update={"label": labels.get(one.id, "")}))
        seal = log.seal()
    facts = tuple(sorted(_facts(out), key=lambda one: one.id))
    if scores is not None:
        for run, reviewed in ((scores.before, () if version is None else version.facts), (scores.now, facts)):
            if unseen({one.sha256 for one in reviewed}, run.path / run.manifest.data.file):
                raise InputError("--scores: {folder} is over other data than were reviewed", folder=str(run.path))
    evidence = Evidence(
        catalogue=catalogue,
        facts=facts,
        on=on,
        declared=declared.values if declared else None,
        declarations_sha256=declared.sha256 if declared else "",
        hidden=tuple(readable(name) for name in listing.hidden),
        twice=_twice(declared),
        before=version,
        descriptions=described,
        scored=None if scores is None else scored_on_unchanged(scores),
    )
    found = Review(
        software=_software(),
        on=on.isoformat(),
        data=_reviewed(evidence),
        declarations=None
        if declared is None
        else Declared(by=declared.values.by.name, on=declared.values.by.on.isoformat(), sha256=declared.sha256),
        before=earlier,
        limits=limits_of(declared.values.people) if declared else None,
        files=seal,
        checks=tuple(check for letter in _LETTERS for check in letter(evidence)),
    )
    RunFolder(out).write_model(REVIEW, found)
    return found


def read_review(folder: Path) -> Review:
    """Return the review in a folder.

    Raises:
        RecordError: There is none, or it is damaged.
    """
    return RunFolder(folder)._model(REVIEW, Review)  # noqa: SLF001


def _version(folder: Path) -> tuple[Before, Version]:
    """Return how a review names the one before, and what the version had."""
    found = read_review(folder)
    named = Before(name=found.data.name, on=found.on, sha256=canonical.sha256_of_file(folder / REVIEW))
    return named, Version(found.on, tuple(_facts(folder)))


def _software() -> dict[str, str]:
    """Return the versions that a verdict can depend on: ours, and the decoders'."""
    return {name: version for name, version in software("pillow", "av").items() if name not in {"python", "system"}}


def _begin(out: Path, catalogue: Catalogue, names: tuple[str, ...]) -> None:
    """Make the folder, or see that what lies there is the same review, begun."""
    plan = canonical.page(
        {
            "format": "mindsight.review-plan",
            "data": catalogue.name,
            "files": canonical.digest([readable(name) for name in catalogue.files]),
            "names": canonical.digest(list(names)),
            "software": _software(),
        }
    )
    if (out / _PLAN).is_file():
        if (out / _PLAN).read_bytes() != plan:
            raise InputError(
                "{folder}: holds a review of other files or names; choose another --out to begin anew", folder=str(out)
            )
        return
    # A review that was killed before its plan was written leaves an empty folder of pictures.
    begun = {file.name for file in out.iterdir() if not file.name.endswith(".partial")} if out.is_dir() else set()
    if out.exists() and (not out.is_dir() or begun - {MEDIA} or (MEDIA in begun and any((out / MEDIA).iterdir()))):
        raise InputError("{folder}: exists already; choose another folder", folder=str(out))
    (out / MEDIA).mkdir(parents=True, exist_ok=True)
    RunFolder(out).write(_PLAN, plan)


def _refuse_changed(out: Path, root: Path, log: ItemLog) -> None:
    """Refuse to go on where a file that was examined is another by now."""
    if not log.finished:
        return
    for facts in _facts(out):
        path = root / facts.id
        if facts.sha256 and path.is_file() and canonical.sha256_of_file(path) != facts.sha256:
            raise InputError(
                "{file}: was changed since the review began; choose another --out to begin anew", file=facts.id
            )


def _examined(
    catalogue: Catalogue, names: tuple[str, ...], finished: Container[str], means: Means
) -> Iterator[FileFacts]:
    waiting = [file for file in catalogue.files if readable(file) not in finished]
    already = len(catalogue.files) - len(waiting)
    results = map_items(
        Examiner(catalogue.root, names),
        waiting,
        engine=means.engine,
        workers=means.workers,
        batch=8,
        name=readable,
        lost=None if means.engine == "serial" else given_up,
    )
    with closing(results):
        for done, facts in enumerate(results, start=1):
            yield facts
            means.progress(already + done, len(catalogue.files))


def _facts(out: Path) -> Iterator[FileFacts]:
    # One set of names for all: each line's own takes more memory than what it says.
    names = set(FileFacts.model_fields)
    for one in read_lines(out / FILES, FileLine):
        yield FileFacts.model_construct(names, **{name: getattr(one, name) for name in names})


def _reviewed(evidence: Evidence) -> Reviewed:
    return Reviewed(
        name=evidence.catalogue.name,
        layout=evidence.catalogue.layout,
        files=len(evidence.facts),
        bytes=sum(one.bytes for one in evidence.facts),
        sha256=canonical.digest([[one.id, one.sha256] for one in evidence.facts]),
    )


def _twice(declared: Signed | None) -> tuple[tuple[str, str, str], ...]:
    """Return the labels given twice: a table with item, first and second label in its first three columns."""
    name = declared.values.annotation.twice if declared else None
    if declared is None or name is None:
        return ()
    path = declared.folder / name
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if any(row)][1 : _MOST_TWICE + 1]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = system_reason(error) if isinstance(error, OSError) else str(error)[:160]
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=reason) from error
    if not rows or any(len(row) < 3 for row in rows):
        raise InputError(
            "{file}: needs a heading and, in every row, item, first label and second label", file=str(path)
        )
    return tuple((row[0], row[1].strip(), row[2].strip()) for row in rows)


def media_files(out: Path) -> tuple[str, ...]:
    """Return the pictures and clips of a review that could be decoded, sorted by name."""
    return tuple(sorted(one.id for one in _facts(out) if one.look is not None))


def traced_files(out: Path) -> tuple[str, ...]:
    """Return the files of a review in whose metadata something was found."""
    return tuple(one.id for one in _facts(out) if one.traces)
