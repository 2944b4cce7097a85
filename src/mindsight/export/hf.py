"""Entries for the Hugging Face Hub: a file for the folder ``.eval_results`` of a model's repository, an entry per measure with a value."""

import re

from mindsight.errors import InputError
from mindsight.export.contents import Contents
from mindsight.record import canonical
from mindsight.record.model import Measure

_ID = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")


def to_hf(contents: Contents, dataset: str | None) -> dict[str, bytes]:
    """Return ``.eval_results/mindsight-SUITE.yaml``; each entry's task is the measure, its notes say interval and signature.

    The file is written as JSON, which is YAML too, so that no value can be read as something else.

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
    return {f".eval_results/mindsight-{contents.manifest.document.suite}.yaml": canonical.page(entries)}


def _notes(measure: Measure) -> str:
    found = measure.interval
    interval = "" if found is None else f", {found.level:.0%} [{found.low:.6g}, {found.high:.6g}] ({found.method})"
    return f"{measure.unit}, clause {measure.clause}, n={measure.n}{interval}; {measure.signature}"
