"""The pipeline of every test: prepare → execute → score → record.

A suite provides a ``Test``: prepared instances, a way to run the subject on them and to compute terms from its answers, and the computation
of measures from terms. The pipeline provides the rest: the run folder, resuming, progress, the seal.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from mindsight.checker.pictures import kept
from mindsight.errors import InputError, RecordError
from mindsight.kinds import kind_of, rescore
from mindsight.parallel import Engine, parse_shard, shard
from mindsight.record import environment, scores
from mindsight.record.folder import MANIFEST, MEDIA, RESULTS, SCORES, RunFolder, media_files, refuse_used
from mindsight.record.model import Draft, Manifest, Results, Seal
from mindsight.record.scores import ScoreTable
from mindsight.redacting import redacted_text

I = TypeVar("I")  # noqa: E741  (an instance)
Progress = Callable[[int, int], None]
"""Called with (finished, all) as items end."""

TESTED = ("kind", "document", "identity", "subject", "data", "plan", "software")
"""What of a manifest must be the same for items to belong to one run."""

_MOST_SHOWN = 120


class Scoring(Protocol):
    """A suite's part in finishing a run: numbers from its record."""

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the run's items."""

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and report blocks; deterministic, without times. Only pictures that the blocks show are written."""


class Recorded:
    """Numbers that follow from the record alone, by the kind of run: nobody is asked, and nothing else is at hand."""

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the run's items."""
        table, self._results = rescore(run)
        return table

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and report blocks of the table made last."""
        del run, table
        return self._results


class Test(Scoring, Protocol, Generic[I]):
    """A suite's part in the pipeline."""

    manifest: Manifest
    """What is tested, how and on what, as known before the run."""

    data: Path
    """The file that lists every input with its hash; copied into the run."""

    def instances(self) -> Iterator[I]:
        """Yield the prepared instances in the order of their ids."""

    def id_of(self, instance: I) -> str:
        """Return the instance's id."""

    def drafts(self, run: RunFolder, missing: Iterable[I], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Run the subject on the missing instances and yield each result as it ends."""


def run_test(
    test: Test[I],
    folder: Path,
    *,
    resume: bool = False,
    engine: Engine = "serial",
    workers: int = 1,
    progress: Progress = lambda _done, _all: None,
) -> RunFolder:
    """Run a test, or its missing items, to the end and return the sealed run folder.

    Raises:
        RecordError: The folder contains another run, or is being written to.
        SubjectError: The subject cannot be reached; finished items are kept.
    """
    run = (
        _open(test, folder, (*TESTED, "shard", "pictures"))
        if resume
        else RunFolder.create(folder, test.manifest, data=test.data)
    )
    with run.locked():
        run.sweep()
        if resume:
            _reopen(run)
        try:
            sealed = execute(test, run, engine=engine, workers=workers, progress=progress)
        except BaseException:
            _end(run, state="interrupted")
            raise
        run.sweep()  # left by a killed worker whose item was not tried again
        finish(test, run, sealed=sealed)
    return run


def take_shard(test: Test[I], part: str) -> None:
    """Leave a test only the items of a shard, written ``k/n``: every n-th of its plan, which stays the same.

    Raises:
        InputError: It is no shard, or holds no item.
    """
    index, count = parse_shard(part)
    if index > test.manifest.data.instances:
        raise InputError(
            "shard {index} of {count}: the plan has only {items} items; use fewer shards",
            index=index,
            count=count,
            items=test.manifest.data.instances,
        )
    test.manifest = test.manifest.model_copy(update={"shard": f"{index}/{count}"})


def keep_few(test: Test[I], policy: Literal["worst", "sampled"]) -> None:
    """Let a test keep only the pictures of its worst items, or of some drawn by chance, and those of its report."""
    test.manifest = test.manifest.model_copy(update={"pictures": policy})


def rehearse(test: Test[I], folder: Path, *, resume: bool = False) -> int:
    """Make the checks of ``run_test`` on the folder, write nothing, and return the number of finished items.

    Raises:
        RecordError: As ``run_test``.
    """
    if resume:
        return sum(1 for _ in _open(test, folder, (*TESTED, "shard")).items)
    refuse_used(folder, test.manifest)
    return 0


def finish(test: Scoring, run: RunFolder, *, sealed: Seal | None = None) -> None:
    """Compute results from the record and seal it; a second call gives the same bytes. A shard is sealed without results.

    ``sealed`` is the number of items and the end of their chain, where it is known; otherwise they are read once more.
    """
    run.unseal()
    if run.manifest.shard is not None:
        _end(run, state="part", sealed=sealed)
        run.seal()
        return
    table = test.table(run)
    run.write(SCORES, scores.CsvPieces(table))
    for name, page in kind_of(run.manifest, run.path).beside(run).items():
        run.write(name, page)
    run.write_model(RESULTS, test.results(run, table))
    _thin_out(run)
    _end(run, state="complete", sealed=sealed)
    run.seal()


def _thin_out(run: RunFolder) -> None:
    """Remove the pictures that the policy of a run's manifest does not keep, once its numbers are written; a second call finds none.

    What the report shows stays with all that belongs to the items shown, so that its pictures can be cut again.
    """
    policy = run.manifest.pictures
    if policy is None:
        return
    ids, names = kept(str(run.path), policy)
    for item in run.items:
        if item.id in ids:
            names.update(item.media.values())
    for file in media_files(run.path / MEDIA):
        if file.name not in names:
            file.unlink()


def _open(test: Test[I], folder: Path, alike: Iterable[str]) -> RunFolder:
    run = RunFolder.open(folder)
    before, now = run.manifest, test.manifest
    if other := unlike(before, now, alike):
        place, found, expected = other
        raise RecordError(
            "{folder}: was started with another {field} ({before}, now {now}); resume it with the same command or "
            "start a new run",
            folder=str(folder),
            field=place,
            before=found,
            now=expected,
        )
    return run


def unlike(one: Manifest, other: Manifest, fields: Iterable[str]) -> tuple[str, str, str] | None:
    """Return the first place at which two manifests differ in some fields, such as ``plan.limit``, and both values there."""
    for field in fields:
        if getattr(one, field) != getattr(other, field):
            place, *values = _first_difference(_plain(one, field), _plain(other, field), field)
            return place, _brief(values[0]), _brief(values[1])
    return None


def _plain(manifest: Manifest, field: str) -> Any:
    return manifest.model_dump(mode="json", include={field}).get(field)


def _first_difference(before: Any, now: Any, place: str) -> tuple[str, Any, Any]:
    """Return the first path at which two JSON values differ, such as ``plan.limit``, and both values there."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted(before.keys() | now.keys()):
            if before.get(key) != now.get(key):
                return _first_difference(before.get(key), now.get(key), f"{place}.{key}")
    return place, before, now


def _brief(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


def _reopen(run: RunFolder) -> None:
    manifest = run.manifest
    run.unseal()
    # A run killed between its last item and its seal has already ended: its times stay.
    if manifest.state not in {"complete", "part"}:
        resumed = (*manifest.resumed, environment.now())
        run.write_model(MANIFEST, manifest.model_copy(update={"state": "running", "ended": None, "resumed": resumed}))


def execute(
    test: Test[I],
    run: RunFolder,
    *,
    engine: Engine = "serial",
    workers: int = 1,
    progress: Progress = lambda _done, _all: None,
) -> Seal:
    """Execute and score the missing items of a run, and record each as it ends; return how many there are and the end of their chain."""
    total = run.manifest.data.instances
    planned = test.instances()
    if run.manifest.shard is not None:
        index, count = parse_shard(run.manifest.shard)
        total, planned = (total - index) // count + 1, shard(planned, index, count)
    with run.log() as log:
        done = len(log.finished)
        progress(done, total)
        missing: Iterable[I] = (i for i in planned if test.id_of(i) not in log.finished)
        for draft in test.drafts(run, missing, engine=engine, workers=workers):
            log.append(_redacted(draft))
            done += 1
            progress(done, total)
        return log.seal()


def _redacted(draft: Draft) -> Draft:
    """Return a draft whose error and notes hold no secret that the words of a subject may have brought in."""
    if draft.error is None and not draft.notes:
        return draft
    return draft.model_copy(
        update={
            "error": None if draft.error is None else redacted_text(draft.error),
            "notes": tuple(map(redacted_text, draft.notes)),
        }
    )


def _end(run: RunFolder, *, state: str, sealed: Seal | None = None) -> None:
    manifest = run.manifest
    if sealed is None:
        with run.log() as log:
            sealed = log.seal()
    # A run that had already ended keeps its end time: finishing it again changes nothing.
    ended = manifest.ended or environment.now()
    run.write_model(MANIFEST, manifest.model_copy(update={"state": state, "ended": ended, "items": sealed}))
