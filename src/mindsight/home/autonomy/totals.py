"""Compute S and what stands beside it from a record, without engine, subject or embedding."""

from collections.abc import Sequence

from mindsight.answers.unread import unread_in, unread_measures
from mindsight.home.autonomy.protocol import Scene
from mindsight.home.autonomy.recording import read_rooms, terms_of
from mindsight.home.autonomy.report import blocks
from mindsight.home.autonomy.scoring.intervals import score_column
from mindsight.home.autonomy.scoring.measures import autonomy_measures
from mindsight.home.autonomy.scoring.scores import autonomy
from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest, Results, Signature
from mindsight.record.scores import Scores, ScoreTable


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return S, R and TC of every scene with a need, a column for each class."""
    manifest = run.manifest
    score = score_column(manifest.plan["alpha"])

    def of(item: Item) -> Scores:
        terms = terms_of(item)
        values = {"S": score(terms), "R": terms.relevance, "TC": terms.coverage}
        return {f"home.{name}.{terms.task_class}": value for name, value in values.items()}

    return scores.tabulate(run.items, columns_of(manifest), of)


def columns_of(manifest: Manifest) -> Sequence[str]:
    """Return the names of the table's columns."""
    return [f"home.{name}.{key}" for key in manifest.plan["tasks"] for name in ("S", "R", "TC")]


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return S, the measures reported beside it, and the blocks of the report."""
    del table
    return results_in(run, read_rooms(run.path / run.manifest.data.file))


def results_in(run: RunFolder, rooms: Sequence[Scene]) -> Results:
    """Return the same for rooms that are listed in another form."""
    manifest = run.manifest
    signature = Signature(identity=manifest.identity, environment={**manifest.software, **manifest.hardware})
    place = {room.id: number for number, room in enumerate(rooms)}
    items = sorted((item for item in run.items if item.status == "scored"), key=lambda item: place[item.id])
    terms = [terms_of(item) for item in items]
    found = autonomy(terms, alpha=manifest.plan["alpha"])
    unread = unread_in(run.items)
    shares = unread_measures(unread, signature, suite="home", clause="6.3-b")
    measures = (*autonomy_measures(terms, found, signature), *shares)
    return Results(measures=measures, blocks=tuple(blocks(found, measures, items, rooms, manifest, unread)))
