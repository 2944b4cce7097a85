"""``mindsight vsig check``: check whether a data set can be used, and list everything wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import localized, out, progress, show
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.text import Text
    from mindsight.vsig.dataset.checks import Finding
    from mindsight.vsig.dataset.preparation import Prepared

_NONE_USABLE = 2


def check(
    data: Path = typer.Argument(..., help=mark("Folder of a data set: scenes with a folder per template.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print samples, summary and findings as JSON.")),
) -> int:
    """Print the findings of a data set and what of it can be used."""
    from mindsight.vsig.dataset.preparation import prepare
    from mindsight.vsig.media.clips import probe

    with progress(text("checking the data")) as step:
        prepared = prepare(data, facts=probe, progress=step)
    if as_json:
        _print_json(prepared, data)
    else:
        _print(prepared)
    if not prepared.samples:
        return _NONE_USABLE
    return EXIT_ITEMS_FAILED if prepared.refused else 0


def _print(prepared: Prepared) -> None:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.vsig.reporting.overview import overview

    for finding in prepared.findings:
        show(_line(finding))
    if prepared.findings:
        show("")
    console = out()
    if prepared.samples:
        console.print(block_view(overview(prepared.samples), settings.language, width=console.width))
        console.print()
    show(
        text(
            "samples that can be used: {usable}; samples or files that cannot: {refused}; marked is_invalid: {skipped}; "
            "warnings: {warnings}",
            usable=len(prepared.samples),
            refused=prepared.refused,
            skipped=len(prepared.skipped),
            warnings=sum(one.severity == "warning" for one in prepared.findings),
        )
    )


def _line(finding: Finding) -> Text:
    where = " › ".join(filter(None, (finding.file, finding.sample, finding.field)))
    if finding.severity == "refused":
        return text("refused: {where}: {sentence}", where=where, sentence=finding.text)
    return text("warning: {where}: {sentence}", where=where, sentence=finding.text)


def _print_json(prepared: Prepared, data: Path) -> None:
    import json

    from mindsight.vsig.reporting.overview import facts_of

    page = {
        "data": str(data),
        "samples": [facts_of(sample) for sample in prepared.samples],
        "summary": {
            "usable": len(prepared.samples),
            "refused": prepared.refused,
            "skipped": list(prepared.skipped),
            "warnings": sum(one.severity == "warning" for one in prepared.findings),
        },
        "findings": [
            {**one.model_dump(mode="json", exclude={"text"}), "text": localized(one.text)} for one in prepared.findings
        ],
    }
    # In ASCII: a name in the data cannot control the terminal, and any encoding can represent it.
    print(json.dumps(page))
