"""The part of ``mindsight demo`` that leaves built-in subjects alone: three rooms, one of them in order."""

from __future__ import annotations

import tempfile
from pathlib import Path

from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.interrupts import demo_left
from mindsight.cli.shared.runs import run_test
from mindsight.cli.shared.work import Work
from mindsight.text import text

TASKS = ("evening_round",)
SCENES, IN_ORDER = 3, 0.34
BASELINES = ("oracle", "chatter")


def leave_alone(where: Path, workers: int) -> list[Path]:
    """Leave two built-in subjects alone in the same rooms; return their runs, or none if drawing is impossible."""
    from mindsight.engine.needs import need_engine
    from mindsight.errors import MissingExtra

    try:
        need_engine()
    except MissingExtra as error:
        tell(text("The rooms with needs are left out: {reason}", reason=error.text), style="yellow")
        return []
    from mindsight.home.autonomy.embedders.lexical import Lexical
    from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
    from mindsight.home.autonomy.runs.plan import AlonePlan
    from mindsight.home.autonomy.runs.suite import AloneTest
    from mindsight.home.autonomy.runs.totals import DATA_FILE
    from mindsight.home.preparation.drawing import cache_folder, write_instances
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    tell(text("Three rooms in the evening, one of them in order, and two built-in subjects without any instruction."))
    runs = [where / name for name in BASELINES]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        with progress(text("preparing rooms")) as step:
            wanted = places(TASKS, scenes=SCENES, empty=IN_ORDER, seed=AlonePlan(tasks=TASKS).seed)
            write_instances(data, prepare_rooms(wanted, cache=cache_folder(), workers=workers, progress=step))
        for run, name in zip(runs, BASELINES, strict=True):
            plan = AlonePlan(tasks=TASKS, scenes=SCENES, empty=IN_ORDER, keep_pictures=name == "oracle")
            subject = Subject(spec=f"baseline:{name}", name=name)
            test = AloneTest(plan, data, SubjectSpec("baseline", name), subject, Lexical())
            run_test(test, run, resume=False, work=Work(), left=demo_left)
    return runs
