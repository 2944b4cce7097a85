"""A rated run: a record of its own that names the run whose outputs were rated by the hash of its seal, and holds ``ratings.jsonl``.

The events are the truth; ``items.jsonl`` and all numbers follow from them and from the rated run's items. The sealed run is not touched.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from mindsight.clauses import DOCUMENTS
from mindsight.errors import InputError, RecordError
from mindsight.execution.making import default_folder
from mindsight.kinds import KINDS, Kind, kind_of
from mindsight.pipeline import Recorded, finish
from mindsight.rating.events import RATINGS, Question, Rating, final_ratings
from mindsight.rating.measures import measures_of
from mindsight.rating.opinion.score import LEAST_RATERS
from mindsight.rating.readings import FEW, SIMULATED, departures, readings
from mindsight.rating.report import blocks
from mindsight.rating.scoring import Answers, answers_of, drafts, score_table
from mindsight.record import canonical, environment
from mindsight.record.folder import ITEMS, SUMS, RunFolder, refuse_inside
from mindsight.record.log import GENESIS, read_chained
from mindsight.record.model import Document, Item, Manifest, Results, Signature
from mindsight.record.opening import open_sealed
from mindsight.record.scores import ScoreTable
from mindsight.report import write_report
from mindsight.runs import Run
from mindsight.text import Language

RULE = 1
"""Raised only when a score can change."""
_SOFTWARE = ("numpy", "scipy")
_KEPT: tuple[str, ...] = ("profile", "kit", "trial", "demonstration", "limit")


class Events(NamedTuple):
    """The events of a campaign: those that count, how many lines there are, and the hash of the last line."""

    counting: tuple[Rating, ...]
    lines: int
    head: str


def seal_of(run: RunFolder) -> str:
    """Return what names a run in ratings: the SHA-256 of its ``SHA256SUMS``.

    Raises:
        RecordError: The run is not sealed.
    """
    if run.manifest.state != "complete" or not (run.path / SUMS).is_file():
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    return canonical.sha256_of_file(run.path / SUMS)


def read_events(path: Path) -> Events:
    """Read the events of a campaign and check that each follows the one before.

    Raises:
        RecordError: The file cannot be read, a line is no rating, the chain is broken, or two answers to the same output name other
            pictures; names the line.
    """
    head, lines = GENESIS, 0

    shown: dict[tuple[str, str | None, str], dict[str, str]] = {}

    def checked() -> Iterator[Rating]:
        nonlocal head, lines
        for rating, own in read_chained(path, Rating):
            head, lines = own, lines + 1
            output = (rating.campaign, rating.run, rating.item)
            if shows_output(rating) and shown.setdefault(output, rating.seen or {}) != rating.seen:
                raise RecordError(
                    "{file}: line {line}: {rater} saw other pictures of item {id} than another answer names; nothing can be said about it",
                    file=str(path),
                    line=lines,
                    rater=rating.rater,
                    id=rating.item,
                )
            yield rating

    counting = tuple(final_ratings(checked()))
    return Events(counting, lines, head)


def shows_output(rating: Rating) -> bool:
    """Return whether an answer to an output of a run names the pictures that were shown: those beside it are the same for all."""
    return rating.seen is not None and rating.run is not None and rating.question != "comparison"


def score(
    run: Path | str,
    ratings: Path | str,
    *,
    out: Path | str | None = None,
    campaign: str | None = None,
    language: Language = "en",
) -> Run:
    """Score a run's outputs by their raters (album 6.3.1, 6.4.1), write a rated run with its report, and return it.

    Args:
        run: Folder of the finished run whose outputs were rated.
        ratings: ``ratings.jsonl`` of a campaign, or a table that ``mindsight rate import`` made one of.
        out: New folder; by default one under ``runs/``.
        campaign: Whose events count; may be left out if the file holds one campaign only.
        language: Language of the report.

    Raises:
        InputError: The events do not fit the run, or hold several campaigns.
        RecordError: The run is not complete or was changed, the events are damaged, or the folder is not empty.

    Example::

        import mindsight

        rated = mindsight.rating.score("runs/product", "campaign/ratings.jsonl", out="rated")
        rated.measures["album.enhancement_opinion"].value
        72.5
    """
    source = open_sealed(Path(run))
    folder = default_folder("ratings", source.manifest.subject.name) if out is None else Path(out)
    rated = write_rated_run(source, Path(ratings), folder, campaign=campaign)
    write_report(rated, language=language)
    return Run(rated.path)


def write_rated_run(run: RunFolder, ratings: Path, folder: Path, *, campaign: str | None = None) -> RunFolder:
    """Write the rated run of a run and of the events of a campaign, sealed but for its report.

    Args:
        run: The complete run whose outputs were rated.
        ratings: ``ratings.jsonl``; it may hold the ratings of other runs too.
        folder: New folder.
        campaign: Whose events count; may be left out if the file holds one campaign only.

    Raises:
        InputError: The events do not fit the run, or hold several campaigns.
        RecordError: The run is not complete or of another kind, the events are damaged, or the folder is not empty.
    """
    refuse_inside(folder, run.path)
    before, seal = run.manifest, seal_of(run)
    question = question_of(run)
    events = read_events(ratings)
    name = campaign_of(ratings, events, campaign)
    items = list(run.items)
    answers = _answers(events, question, seal, name, items)
    if not answers.complete and not answers.partial:
        raise InputError(
            "{file}: holds no scored rating of {folder}; was this run in the campaign?",
            file=str(ratings),
            folder=str(run.path),
        )
    manifest = _manifest(before, question, _plan(before, question, name, seal, run.path.name, events, answers))
    rated = RunFolder.create(folder, manifest, data=run.path / before.data.file)
    with rated.locked():
        rated.write(RATINGS, _whole_lines(ratings))
        with rated.log() as log:
            for draft in drafts(items, answers):
                log.append(draft)
        finish(Recorded(), rated)
    return rated


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results of a rated run from its events; its items must be what these give.

    Raises:
        RecordError: The events are damaged, not those that the manifest names, or give other items.
    """
    manifest = run.manifest
    question, plan = _rated_question(manifest), manifest.plan
    events = read_events(run.path / RATINGS)
    if plan["ratings"] != {"count": events.lines, "head": events.head}:
        raise RecordError("{file}: is not the file of ratings that manifest.json names", file=str(run.path / RATINGS))
    seal = plan["rated"]["seal"]
    items = list(run.items)
    answers = _answers(events, question, seal, plan["campaign"], items)
    again = {draft.id: draft for draft in drafts(items, answers)}
    entries = {entry["id"]: entry for entry in canonical.load(run.path / manifest.data.file)["items"]}
    for item in items:
        if item.model_dump(exclude={"previous"}) != again[item.id].model_dump():
            raise RecordError(
                "{file}: item {id} is not what the ratings give", file=str(run.path / RATINGS), id=item.id
            )
        entry = entries.get(item.id, {})
        if (item.instance, item.cluster) != (canonical.digest(entry), entry.get("cluster")):
            raise RecordError(
                "{file}: item {id} is not that of {data}: its instance or its cluster is another",
                file=str(run.path / ITEMS), id=item.id, data=manifest.data.file,
            )  # fmt: skip
    raters = list(answers.complete)
    table = score_table(items, raters, question)
    signature = Signature(identity=manifest.identity, environment={**manifest.software, **manifest.hardware})
    measures = measures_of(items, raters, question, table, signature)
    counting = [one for one in events.counting if one.campaign == plan["campaign"]]
    shown = blocks(question, items, counting, raters, measures, table, run=seal)
    return table, Results(measures=measures, blocks=shown)


def answers_in(run: RunFolder, items: Sequence[Item]) -> Answers:
    """Return the answers of a rated run that count, to these items."""
    manifest, plan = run.manifest, run.manifest.plan
    events, question = read_events(run.path / RATINGS), _rated_question(manifest)
    return _answers(events, question, plan["rated"]["seal"], plan["campaign"], items)


def manifest_again(run: RunFolder) -> Manifest:
    """Return the manifest that plan and events of a rated run give; what it took over from the rated run stays as it is."""
    before = run.manifest
    question, plan = _rated_question(before), before.plan
    events = read_events(run.path / RATINGS)
    answers = answers_in(run, list(run.items))
    found = {
        **plan,
        "ratings": {"count": events.lines, "head": events.head},
        "raters": list(answers.complete),
        "partial": answers.partial,
        "simulated": _simulated(events, plan["campaign"]),
    }
    return _manifest(before, question, found)


def _manifest(before: Manifest, question: Question, plan: dict[str, Any]) -> Manifest:
    document, kind = DOCUMENTS["album"], _opinion_of(question)
    identity = {**plan["rated"]["identity"], "kind": kind.name, "rule": RULE, "campaign": plan["campaign"]}
    return Manifest(
        document=Document(suite="album", number=document.number, edition=document.date, title=kind.title),
        kind=kind.name,
        plan=plan,
        identity=identity,
        subject=before.subject,
        data=before.data,
        review=before.review,
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        started=environment.now(),
        departures=(
            *(note for note in before.departures if note.id not in {FEW, SIMULATED}),
            *departures(question, plan["raters"], simulated=plan["simulated"]),
        ),
        readings=readings(question),
    )


def _plan(
    before: Manifest, question: Question, campaign: str, seal: str, name: str, events: Events, answers: Answers
) -> dict[str, Any]:
    kept = {key: before.plan[key] for key in _KEPT if key in before.plan}
    return {
        **kept,
        "campaign": campaign,
        "question": question,
        "rated": {"run": name, "seal": seal, "identity": dict(before.identity)},
        "ratings": {"count": events.lines, "head": events.head},
        "raters": list(answers.complete),
        "partial": answers.partial,
        "simulated": _simulated(events, campaign),
        "least_raters": LEAST_RATERS,
    }


def _simulated(events: Events, campaign: str) -> bool:
    return any(one.source == "simulated" for one in events.counting if one.campaign == campaign)


def _answers(events: Events, question: Question, seal: str, campaign: str, items: Sequence[Item]) -> Answers:
    own = (one for one in events.counting if one.campaign == campaign)
    return answers_of(own, question, seal, [item.id for item in items if item.status != "failed"])


def question_of(run: RunFolder) -> Question:
    """Return the question that raters of a run's outputs are asked.

    Raises:
        RecordError: The run is of another kind.
    """
    manifest = run.manifest
    kind = kind_of(manifest, run.path)
    if kind.question and not kind.is_rated:
        return kind.question
    raise RecordError(
        "{folder}: is a run of {suite} {kind}; people rate runs of album enhancement or segmentation",
        folder=str(run.path),
        suite=manifest.document.suite,
        kind=manifest.kind,
    )


def _rated_question(manifest: Manifest) -> Question:
    return cast("Question", kind_of(manifest).question)


def _opinion_of(question: Question) -> Kind:
    """Return the kind of run that holds people's answers to a question."""
    return next(kind for kind in KINDS.values() if kind.is_rated and kind.question == question)


def campaign_of(path: Path, events: Events, named: str | None = None) -> str:
    """Return the campaign whose events count: the one named, or the only one of the file.

    Raises:
        InputError: None was named, and the file holds several or none.
    """
    if named is not None:
        return named
    names = sorted({one.campaign for one in events.counting})
    if len(names) != 1:
        raise InputError(
            "{file}: holds ratings of {count} campaigns ({names}); name one with --campaign",
            file=str(path),
            count=len(names),
            names=", ".join(names) or "–",
        )
    return names[0]


def _whole_lines(path: Path) -> bytes:
    """Return the file without the line that a killed process left half-written."""
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]
