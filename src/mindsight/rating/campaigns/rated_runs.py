"""The end of a campaign: a rated run of each run whose outputs were rated, beside the campaign or elsewhere."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mindsight.errors import MindsightError, RecordError
from mindsight.rating.campaigns import plan as plans
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.rated_run import read_events, seal_of, write_rated_run
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.opening import open_sealed
from mindsight.report import write_report
from mindsight.text import Language, Text, text

_PARTIAL = ".{name}.partial"


class Outcome(NamedTuple):
    """What became of one run of a campaign: its rated run, or why there is none; ``source`` is the run if it was found."""

    planned: plans.RatedRun
    source: Path | None
    rated: RunFolder | None
    problem: Text | None


def found_runs(folder: CampaignFolder, given: Sequence[Path]) -> dict[str, Path]:
    """Return where the runs of a campaign lie now, by the hash of their seal: those given, and those that stayed where they were.

    Raises:
        RecordError: A folder that was given is no run of the campaign.
    """
    planned = {run.run for run in folder.plan.runs}
    found = {}
    for path in given:
        seal = seal_of(open_sealed(path))
        if seal not in planned:
            raise RecordError("{folder}: is not a run of this campaign, or was changed since", folder=str(path))
        found[seal] = path
    for seal, path in folder.runs().items():
        if seal not in found and (path / MANIFEST).is_file() and _sealed_as(path) == seal:
            found[seal] = path
    return found


def write_rated_runs(
    folder: CampaignFolder, ratings: Path, runs: Mapping[str, Path], target: Path, *, language: Language
) -> Iterator[Outcome]:
    """Yield, for each run of a closed campaign, its rated run with report; one that is there already is left as it is.

    Args:
        folder: The campaign.
        ratings: Its ``ratings.jsonl``.
        runs: Where each run lies, by the hash of its seal.
        target: Folder of the rated runs, one folder each, named like the run.
        language: In which a report opens.
    """
    head = read_events(ratings).head
    names = _names(folder.plan.runs, runs)
    for planned in folder.plan.runs:
        source = runs.get(planned.run)
        if source is None:
            problem = text("the run was not found or was changed since; name its folder with --run")
            yield Outcome(planned, None, None, problem)
            continue
        try:
            with folder.alone():
                rated = _rated(folder, open_sealed(source), ratings, head, target / names[planned.run], language)
        except MindsightError as error:
            yield Outcome(planned, source, None, error.text)
        else:
            yield Outcome(planned, source, rated, None)


def _rated(
    folder: CampaignFolder, run: RunFolder, ratings: Path, head: str, target: Path, language: Language
) -> RunFolder:
    if (target / MANIFEST).is_file():
        there = open_sealed(target)
        if there.manifest.plan.get("ratings", {}).get("head") != head:
            raise RecordError(
                "{folder}: holds another run; move it away, or choose another place with --out", folder=str(target)
            )
        return there
    # Under another name until it is whole: a process killed in between leaves nothing that looks like a result.
    partial = target.with_name(_PARTIAL.format(name=target.name))
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_report(write_rated_run(run, ratings, partial, campaign=folder.plan.id), language=language)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return open_sealed(target)


def _sealed_as(path: Path) -> str | None:
    try:
        return seal_of(open_sealed(path))
    except MindsightError:
        return None


def _names(planned: Sequence[plans.RatedRun], runs: Mapping[str, Path]) -> dict[str, str]:
    """Return a folder name for each run: that of its own folder, with a part of its seal where two have the same."""
    own = {run.run: runs[run.run].resolve().name for run in planned if run.run in runs}
    twice = {name for name in own.values() if list(own.values()).count(name) > 1}
    return {seal: f"{name}-{seal[:8]}" if name in twice else name for seal, name in own.items()}
