"""Compute S of a run from its record, without engine, subject or embedding (6.3 c, 6.4.2 e, f)."""

from mindsight.home.autonomy.runs.following import room_scene
from mindsight.home.autonomy.totals import results_in, table_of
from mindsight.home.preparation.drawing import read_instances
from mindsight.record.folder import RunFolder
from mindsight.record.model import Results
from mindsight.record.scores import ScoreTable

DATA_FILE = "rooms.json"


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Return S, the measures reported beside it, and the blocks of the report."""
    del table
    return results_in(run, [room_scene(one) for one in read_instances(run.path / run.manifest.data.file)])
