"""Compute the numbers of a run over imported questions from its record, without the pool or the subject (6.3 c, 6.4.1 b)."""

from mindsight.home.imported.runs.generated import generated_of
from mindsight.home.imported.runs.measures import imported_measures
from mindsight.home.imported.runs.report import blocks
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.totals import light_items, score_of, shares_of, signature_of, table_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Results
from mindsight.record.scores import ScoreTable


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Gather the counts of a run (home 6.3-c) and return accuracy, f and T, and the blocks of the report."""
    del table
    manifest = run.manifest
    items, unread = light_items(run)
    signature = signature_of(manifest)
    score = score_of(manifest, items, signature)
    scored = [item for item in items if item.status == "scored"]
    more = imported_measures(scored, manifest.plan["tasks"], generated_of(manifest), signature)
    measures = (*more, *score.measures, *shares_of(unread, signature))
    questions = QuestionFile(run.path / manifest.data.file)
    return Results(measures=measures, blocks=tuple(blocks(manifest, score, measures, items, unread, questions)))
