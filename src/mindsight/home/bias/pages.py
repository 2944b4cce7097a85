"""The files of an audit: every number as JSON, the bias of every item as CSV, and the report."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.files.whole import write_whole
from mindsight.home.bias.audit import Audit
from mindsight.home.bias.bias_report import blocks
from mindsight.home.bias.forecasts import FOLDS, MODELS, REPEATS
from mindsight.home.bias.scores import LEVEL, MOST_AUC, MOST_GAIN
from mindsight.record import canonical
from mindsight.text import Language, Text, text

PAGE, ITEMS, REPORT = "bias.json", "bias.csv", "bias.html"
_COLUMNS = ("class", "language", "kind", "id", "group", "template", "label", "s", *(f"s_{model}" for model in MODELS))
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def refuse_used(folder: Path) -> None:
    """Refuse a folder that holds anything, before anything is drawn.

    Raises:
        InputError: It is a file, or not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("{folder}: is not empty; choose another --out", folder=str(folder))


def write(
    folder: Path, audits: Sequence[Audit], plan: Mapping[str, Any], notes: Sequence[Text], *, language: Language
) -> None:
    """Write the three files of an audit into a folder."""
    from mindsight.report import render_page

    report = render_page(
        text("What the wording gives away"), list(blocks(audits, notes)), {}, language=language
    ).encode()
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / PAGE, canonical.page(page(audits, plan)))
    write_whole(folder / ITEMS, table(audits).encode())
    write_whole(folder / REPORT, report)


def page(audits: Sequence[Audit], plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return every number of an audit and how it was made, for programs."""
    return {
        "format": "mindsight.home-bias",
        "version": 1,
        "plan": dict(plan),
        "limits": {"auc": MOST_AUC, "gain": MOST_GAIN, "level": LEVEL, "folds": FOLDS, "repeats": REPEATS},
        "sets": [_entry(one) for one in audits],
    }


def table(audits: Sequence[Audit]) -> str:
    """Return the bias of every item as CSV; cells that a spreadsheet would compute are quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for audit in audits:
        for item in audit.items:
            one = item.question
            names = (audit.task, audit.language, audit.kind, one.id, one.group, one.template, one.label)
            numbers = (f"{value:.6f}" for value in (item.s, *(item.by_model[model] for model in MODELS)))
            writer.writerow([*(_harmless(name) for name in names), *numbers])
    return out.getvalue()


def _entry(audit: Audit) -> dict[str, Any]:
    def values(found: Mapping[Any, Any]) -> dict[str, Any]:
        return {
            model: {name: round(number, 6) for name, number in value._asdict().items()}
            for model, value in found.items()
        }

    return {
        "class": audit.task,
        "language": audit.language,
        "kind": audit.kind,
        "gated": audit.gated,
        "n": audit.n,
        "groups": audit.groups,
        "labels": audit.labels,
        "groups_of_same_words": audit.alike,
        "chance": round(audit.chance, 6) if audit.items else None,
        "auc": values(audit.areas),
        "accuracy": values(audit.accuracies),
        "verdict": audit.verdict if audit.gated else None,
    }


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
