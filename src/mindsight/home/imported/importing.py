"""Read a data set, make questions of its rows, and write them as a pool; what cannot be used is a finding and stops nothing."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from mindsight.errors import InputError, MindsightError
from mindsight.home.imported.making import Made, make
from mindsight.home.imported.mapping import Kind, MappingFile
from mindsight.home.imported.media import Media
from mindsight.home.imported.pool import FINDINGS, HEADER, MEDIA, QUESTIONS, Pool, PoolClass, PoolHeader, SourceFile
from mindsight.home.imported.readers.row import Row, Source
from mindsight.home.imported.taken import JOURNAL, Taken
from mindsight.home.imported.twins import FromFolder, FromOthers, Twins, finding
from mindsight.home.questions.question import Question
from mindsight.record import canonical
from mindsight.text import Text, storable, text

_SHOWN = 20
FROM_SET = "set"


@dataclass
class Found:
    """What came of the rows: how many there were, were left out, were refused, and the first refusals."""

    rows: int = 0
    left_out: int = 0
    refused: int = 0
    first: list[tuple[str, Text]] = field(default_factory=list)
    numbers: Counter[str] = field(default_factory=Counter)
    valid: Counter[str] = field(default_factory=Counter)
    irrelevant: Counter[str] = field(default_factory=Counter)
    twins: int = 0
    kinds: dict[str, tuple[str, Kind]] = field(default_factory=dict)


@dataclass(frozen=True)
class Wanted:
    """What is to be imported: a data set, what its fields mean, and unanswerable twins from the set, from a folder, or none."""

    source: Source
    mapping: MappingFile
    mapping_name: str
    mapping_sha256: str
    twins_from: str = ""
    seed: int = 7
    most: int | None = None


def import_questions(wanted: Wanted, folder: Path, progress: Callable[[int, int], None]) -> tuple[Pool, Found]:
    """Write the pool of a data set and return it, with what was refused; the folder is empty, or left by an import that was stopped.

    Raises:
        InputError: No row could be used, or the folder cannot be.
    """
    media = folder / MEDIA
    media.mkdir(parents=True, exist_ok=True)
    with Taken(folder, media, _named(wanted)) as taken:
        try:
            return _imported(wanted, folder, taken, progress)
        except MindsightError:
            # What is refused is not gone on with: half of it would stand in the way of the next try.
            shutil.rmtree(folder)
            raise


def _imported(wanted: Wanted, folder: Path, taken: Taken, progress: Callable[[int, int], None]) -> tuple[Pool, Found]:
    media, mapping, found = folder / MEDIA, wanted.mapping, Found()
    digest = hashlib.sha256()
    with (
        (folder / QUESTIONS).open("wb") as lines,
        (folder / FINDINGS).open("wb") as findings,
    ):
        twins = _twins(wanted, media)
        root = wanted.source.root
        beside = [one.parent.relative_to(root).as_posix() for one in wanted.source.files]
        shown = Media(root, tuple(dict.fromkeys((*mapping.search, *beside))), mapping.clips, media, taken)
        questions = _questions(wanted, shown, found, findings, progress)
        for question in questions if twins is None else finding(twins, questions):
            line = canonical.line(question.model_dump(mode="json"))
            digest.update(line)
            lines.write(line)
            (found.valid if question.valid else found.irrelevant)[question.kind] += 1
            found.twins += "twin" in question.asked
    if not found.kinds:
        raise InputError(
            "{folder}: none of {rows} rows became a question; the first reason: {reason}",
            folder=str(wanted.source.root),
            rows=found.rows,
            reason=found.first[0][1] if found.first else text("the mapping names no class of theirs"),
        )
    (folder / JOURNAL).unlink()
    header = _header(wanted, found, digest.hexdigest())
    (folder / HEADER).write_bytes(canonical.model_page(header))
    return Pool(folder), found


def _twins(wanted: Wanted, media: Path) -> Twins | None:
    if wanted.twins_from in {"", FROM_SET}:
        return FromOthers(wanted.seed) if wanted.twins_from else None
    return FromFolder(Path(wanted.twins_from), media, wanted.seed)


def _named(wanted: Wanted) -> str:
    """Return what tells an import from others: its rows, what their fields mean, and the twins."""
    files = [
        (file.relative_to(wanted.source.root).as_posix(), file.stat().st_size, file.stat().st_mtime_ns)
        for file in wanted.source.files
    ]
    return canonical.digest([files, wanted.mapping_sha256, wanted.twins_from, wanted.seed, wanted.most])


def _questions(
    wanted: Wanted, media: Media, found: Found, findings: IO[bytes], progress: Callable[[int, int], None]
) -> Iterator[Question]:
    for row in wanted.source.rows():
        if wanted.most is not None and found.rows >= wanted.most:
            return
        found.rows += 1
        if not found.rows % 100:
            progress(found.rows, 0)
        made = _made(row, wanted.mapping, media, found, findings)
        if made is not None:
            key = made.question.kind
            found.numbers[key] += 1
            yield made.question.model_copy(update={"id": f"{key}-{found.numbers[key]:04d}-1"})


def _made(row: Row, mapping: MappingFile, media: Media, found: Found, findings: IO[bytes]) -> Made | None:
    try:
        if row.problem is None:
            made = make(row.fields, mapping, media)
            found.left_out += made is None
            if made is None or found.kinds.setdefault(made.question.kind, (made.named, made.kind))[0] == made.named:
                return made
            raise InputError(
                "{kind}: another class has the same key, {key}", kind=made.named[:80], key=made.question.kind
            )
        problem = row.problem
    except InputError as error:
        problem = error.text
    found.refused += 1
    if len(found.first) < _SHOWN:
        found.first.append((row.place, problem))
    findings.write(canonical.line({"place": storable(row.place), "problem": problem.model_dump(mode="json")}))
    return None


def _header(wanted: Wanted, found: Found, sha256: str) -> PoolHeader:
    mapping = wanted.mapping
    return PoolHeader(
        name=mapping.name,
        language=mapping.language,
        form=wanted.source.form,
        files=tuple(
            SourceFile(
                name=storable(file.relative_to(wanted.source.root).as_posix()),
                sha256=canonical.sha256_of_file(file),
                bytes=file.stat().st_size,
            )
            for file in wanted.source.files
        ),
        mapping=wanted.mapping_name,
        mapping_sha256=wanted.mapping_sha256,
        twins="" if not wanted.twins_from else "set" if wanted.twins_from == FROM_SET else "folder",
        seed=wanted.seed,
        rows=found.rows,
        left_out=found.left_out,
        refused=found.refused,
        classes=tuple(_class(key, found) for key in sorted(found.kinds)),
        questions_sha256=sha256,
    )


def _class(key: str, found: Found) -> PoolClass:
    named, kind = found.kinds[key]
    title = kind.title or storable(named) or key
    ability = kind.ability or title
    return PoolClass(
        key=key,
        named=storable(named),
        dimension=kind.dimension,
        form=kind.form,
        title={"zh": kind.title_zh or title, "en": title},
        ability={"zh": kind.ability_zh or ability, "en": ability},
        numbers=found.numbers[key],
        valid=found.valid[key],
        irrelevant=found.irrelevant[key],
    )
