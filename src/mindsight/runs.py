"""A run from a prepared test to its report, and a finished run as a program has it: measures, items, report and proof.

A run is opened through the one door that checks its seal; nothing of it is changed but its report, and that only where one asks for it.
"""

import html
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener
from mindsight.execution.making import WHOLE, Work
from mindsight.files.whole import write_whole
from mindsight.kinds import kind_of
from mindsight.pipeline import Test, keep_few, run_test, take_shard
from mindsight.record.blocks import Block
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import SCORES, RunFolder, refuse_occupied
from mindsight.record.model import Item, Manifest, Measure, Results
from mindsight.record.opening import open_sealed
from mindsight.record.rows import Rows
from mindsight.record.scores import FIXED
from mindsight.report import render_html, write_report
from mindsight.text import Language, Text, say, text
from mindsight.verification.verifying import Verdict, rebuild_and_compare

SEED = 7
"""Seed of comparisons, unless another is given."""
_FRAMES = ("pandas", "polars")
"""Libraries of tables, in the order in which they are looked for."""


class Run:
    """A finished run.

    Example:
        >>> import mindsight
        >>> done = mindsight.open("runs/home")
        >>> done, done.measures["home.T"].value, len(done.items(outcome="TN"))
        (Run('runs/home', home.generalisation, refuse), 0.5, 8)
    """

    def __init__(self, path: Path | str) -> None:
        """Open a finished run whose files are as they were sealed.

        Raises:
            RecordError: It is unfinished, a shard or without a seal, or a file was changed.
        """
        self.path = Path(path)
        self._folder: RunFolder = open_sealed(self.path)

    @property
    def manifest(self) -> Manifest:
        """What was tested, how and on what."""
        return self._folder.manifest

    @cached_property
    def results(self) -> Results:
        """Measures and the blocks of the report."""
        return self._folder.results

    @property
    def measures(self) -> Mapping[str, Measure]:
        """The measures by name, such as ``album.psnr``."""
        return {measure.name: measure for measure in self.results.measures}

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the report: tables, notes, figures."""
        return tuple(self.results.blocks)

    def items(self, **wanted: object) -> list[Item]:
        """Return the items whose fields are as given, such as ``outcome="FP"``; all without any.

        Raises:
            InputError: Items have no such field.
        """
        for name in wanted.keys() - Item.model_fields.keys():
            known = ", ".join(Item.model_fields)
            raise InputError("there is no column {column}; there are {known}", column=name, known=known)
        return [
            item for item in self._folder.items if all(getattr(item, name) == value for name, value in wanted.items())
        ]

    def rows(self) -> Iterator[dict[str, str | float | None]]:
        """Yield a row for each item: its id, how it ended, and its scores."""
        table = Rows(self.path / SCORES)
        for row in table:
            cells = [*row[: len(FIXED)], *(float(score) if score else None for score in row[len(FIXED) :])]
            yield dict(zip(table.header, cells, strict=True))

    def frame(self) -> Any:
        """Return the rows as a data frame of pandas or polars, whichever is installed; a list of them without either."""
        library = next((name for name in _FRAMES if find_spec(name) is not None), None)
        rows = list(self.rows())
        return rows if library is None else import_module(library).DataFrame(rows)

    def report(self, path: Path | str | None = None, *, language: Language = "en") -> Path:
        """Write the report, into the run itself where no file is named, and return the file's path.

        Raises:
            InputError: The file exists.
        """
        if path is None:
            return write_report(self._folder, language=language)
        refuse_occupied(Path(path))
        write_whole(Path(path), render_html(self._folder, language=language).encode())
        return Path(path)

    def verify(self) -> Verdict:
        """Write everything anew that follows from the record and return where the run differs from it."""
        return rebuild_and_compare(self._folder)

    def __repr__(self) -> str:
        manifest = self.manifest
        return f"Run({str(self.path)!r}, {manifest.document.suite}.{manifest.kind}, {manifest.subject.name})"

    def _repr_html_(self) -> str:
        """Return the measures as a table, for notebooks."""
        manifest = self.manifest
        head = "".join(f"<th>{name}</th>" for name in ("measure", "value", "95 % interval", "unit", "n"))
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _shown(measure)) + "</tr>"
            for measure in self.results.measures
        )
        title = html.escape(f"{manifest.subject.name} · {say(manifest.document.title, 'en')}")
        return f"<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def carry_out(
    test: Test[Any],
    folder: Path,
    *,
    resume: bool = False,
    work: Work = WHOLE,
    language: Language = "en",
    label: Text | None = None,
    listener: Listener = NOBODY,
) -> RunFolder:
    """Run a test to its end and write its report; a shard gets none, since it has no results.

    Args:
        test: The test.
        folder: Folder of the run.
        resume: Whether the run is continued.
        work: Who does the work.
        language: Language of the report.
        label: What is going on; by default that the subject is tested.
        listener: Hears how many items are finished.
    """
    if work.shard is not None:
        take_shard(test, work.shard)
    if work.pictures is not None:
        keep_few(test, work.pictures)
    with listener.progress(label or text("testing {name}", name=test.manifest.subject.name)) as step:
        run = run_test(test, folder, resume=resume, engine=work.engine, workers=work.workers, progress=step)
    if work.shard is None:
        write_report(run, language=language)
    return run


def open(path: Path | str) -> Run:  # noqa: A001  (mindsight.open, as gzip.open)
    """Open a finished run.

    Raises:
        RecordError: It is unfinished, a shard or without a seal, or a file was changed.

    Example:
        >>> import mindsight
        >>> mindsight.open("runs/home").measures["home.T_gain"].value
        0.0
    """
    return Run(path)


def compare(*runs: Run | Path | str, seed: int = SEED) -> Comparison:
    """Compare finished runs of one test with the first of them: paired differences with intervals.

    Args:
        runs: Two or more runs, or their folders.
        seed: Seed of the sign flips.

    Raises:
        IdentityError: They do not measure the same.
        InputError: There is only one.

    Example:
        >>> import mindsight
        >>> mindsight.compare("runs/identity", "runs/nlmeans").names
        ('identity', 'nlmeans')
    """
    return compare_folders([open_sealed(run.path if isinstance(run, Run) else Path(run)) for run in runs], seed)


def compare_folders(folders: Sequence[RunFolder], seed: int) -> Comparison:
    """Compare runs as the kind that all manifests name is compared."""
    kinds = {kind.key: kind for kind in (kind_of(folder.manifest, folder.path) for folder in folders)}
    # Runs of several kinds, and a run alone, are refused by what all comparisons begin with.
    compare_alike = next(iter(kinds.values())).compare if len(folders) > 1 and len(kinds) == 1 else compare_runs
    compared: Comparison = compare_alike(folders, seed=seed)
    return compared


def _shown(measure: Measure) -> tuple[str, str, str, str, str]:
    interval = measure.interval
    return (
        measure.name,
        measure.status if measure.value is None else f"{measure.value:.4g}",
        "" if interval is None else f"{interval.low:.4g} … {interval.high:.4g}",
        measure.unit,
        str(measure.n),
    )
