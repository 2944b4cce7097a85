"""Entries for the Hugging Face Hub: a file for the folder ``.eval_results`` of a model's repository, an entry per measure with a value."""

import re
from typing import Any

from mindsight.errors import InputError
from mindsight.export.contents import Contents
from mindsight.kinds import kind_of
from mindsight.record import canonical
from mindsight.record.model import Measure

_ID = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")


def to_hf(contents: Contents, dataset: str | None) -> dict[str, bytes]:
    """Return ``.eval_results/mindsight-SUITE.yaml`` for a model; each entry's task is the measure, its notes say interval and signature.

    ``eval.yaml`` is for the root of the data set's repository, which it declares a benchmark with a task for each measure; it is there for
    tests that ``inspect eval`` can run. The files are written as JSON, which is YAML too, so that no value can be read as something else.

    Raises:
        InputError: No data set of the Hub is named, to which the entries belong.
    """
    if dataset is None or not _ID.fullmatch(dataset):
        raise InputError(
            "--dataset: {value} is no data set of the Hub; give its name as OWNER/NAME", value=dataset or "–"
        )
    entries = [
        {
            "dataset": {"id": dataset, "task_id": one.name},
            "value": one.value,
            "date": contents.manifest.ended,
            "notes": _notes(one),
        }
        for one in contents.measures
        if one.value is not None
    ]
    files = {f".eval_results/mindsight-{contents.manifest.document.suite}.yaml": canonical.page(entries)}
    if task := kind_of(contents.manifest, contents.folder.path).inspect_task:
        files["eval.yaml"] = canonical.page(_benchmark(contents, task))
    return files


def _benchmark(contents: Contents, task: str) -> dict[str, Any]:
    """Return what declares a data set to be a benchmark."""
    document = contents.manifest.document
    return {
        "name": contents.name,
        "description": f"{document.number} ({document.edition}); inspect eval {task}",
        "evaluation_framework": "inspect-ai",
        "tasks": [
            {"id": one.name, "config": "default", "split": "test"} for one in contents.measures if one.value is not None
        ],
    }


def _notes(measure: Measure) -> str:
    found = measure.interval
    interval = "" if found is None else f", {found.level:.0%} [{found.low:.6g}, {found.high:.6g}] ({found.method})"
    return f"{measure.unit}, clause {measure.clause}, n={measure.n}{interval}; {measure.signature}"
