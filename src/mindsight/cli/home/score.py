"""``mindsight home score``: T (clause 4.2) from a table of accuracies or counts, or S (clause 4.3) from a protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.autonomy import protocol
from mindsight.cli.home.choices import MOST, PENALTY, UNKNOWN
from mindsight.cli.shared.console import out
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mindsight.home.scoring.measures import Score
    from mindsight.record.blocks import Block
    from mindsight.record.model import Signature


def score_file(
    file: Path = typer.Argument(
        ...,
        help=mark(
            "CSV file with one model per row, or JSON protocol of autonomous tasks; see the documentation for both."
        ),
    ),
    percent: bool = typer.Option(False, "--percent", help=mark("The accuracies are percentages.")),
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    embedder: str = protocol.EMBEDDER,
    embedder_url: str = protocol.EMBEDDER_URL,
    alpha: float | None = protocol.ALPHA,
    prompt_lang: str = protocol.PROMPT_LANG,
    name: str = protocol.NAME,
    where: Path = protocol.OUT,
    as_json: bool = AS_JSON,
) -> int:
    """Score the models of a table, or the system of a protocol."""
    own = {"--percent": percent, "--penalty": penalty != 1.0, "--unknown": bool(unknown)}
    others = protocol.given(embedder, embedder_url, alpha, prompt_lang, name, where)
    if protocol.is_protocol(file):
        protocol.refuse(own, text("a table of accuracies or counts"))
        return protocol.score_protocol(
            file,
            embedder=embedder or "lexical",
            url=embedder_url or "",
            alpha=0.5 if alpha is None else alpha,
            language=prompt_lang,
            name=name,
            where=where,
            as_json=as_json,
        )
    protocol.refuse(others, text("a protocol of autonomous tasks"))
    return _score_table(file, percent=percent, penalty=penalty, unknown=unknown, as_json=as_json)


def _score_table(table: Path, *, percent: bool, penalty: float, unknown: Sequence[str], as_json: bool) -> int:
    """Score the models of a table."""
    from mindsight.cli.shared.terminal import block_view
    from mindsight.home.reporting.generalisation_blocks import blocks
    from mindsight.home.results_file import read_results
    from mindsight.home.scoring.measures import score_row

    if not penalty <= MOST:
        raise InputError("--penalty: {value} is not a number that can be used; give one such as 1", value=str(penalty))
    results = read_results(table, percent=percent)
    classes = list(results.rows[0].classes)
    _check_unknown(unknown, classes)
    signature = _signature(results.sha256, classes, penalty)
    scores = [score_row(row, signature, penalty=penalty, unknown=unknown) for row in results.rows]
    shown = blocks(scores, penalty=penalty, unknown=unknown)
    if as_json:
        _print_json(scores, shown)
        return 0
    console = out()
    for block in _in_pieces(shown):
        console.print(block_view(block, settings.language, width=console.width))
        console.print()
    return 0


def _check_unknown(unknown: Sequence[str], classes: Sequence[str]) -> None:
    for name in unknown:
        if name not in classes:
            raise InputError(
                '--unknown: the table has no class "{name}"; it has {known}', name=name, known=", ".join(classes)[:300]
            )


def _signature(table: str, classes: Sequence[str], penalty: float) -> Signature:
    import hashlib

    from mindsight.home.scoring.measures import RULE
    from mindsight.record import environment
    from mindsight.record.model import Signature

    names = hashlib.sha256("\n".join(classes).encode()).hexdigest()
    identity = {
        "suite": "home",
        "kind": "generalisation table",
        "rule": RULE,
        "penalty": penalty,
        "spread": "population",
        "classes": len(classes),
        "class_names": f"sha256-{names}",
        "table": f"sha256-{table}",
    }
    return Signature(
        identity=identity, environment={**environment.software("numpy", "scipy"), **environment.hardware()}
    )


def _in_pieces(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, long tables in pieces: without a file, all rows must be printed."""
    from mindsight.cli.shared.terminal import MOST_ROWS
    from mindsight.record.blocks import Table

    for block in blocks:
        if isinstance(block, Table):
            for start in range(0, len(block.rows), MOST_ROWS):
                yield block.model_copy(update={"rows": block.rows[start : start + MOST_ROWS]})
        else:
            yield block


def _print_json(scores: Sequence[Score], blocks: Sequence[Block]) -> None:
    import json

    from mindsight.home.reporting.generalisation_blocks import differences

    subjects = [
        {
            "name": score.name,
            "indicative": score.indicative,
            "measures": [measure.model_dump(mode="json") for measure in score.measures],
        }
        for score in scores
    ]
    gaps = [
        {"first": score.name, "second": scores[0].name, "value": one.value, "interval": one.interval._asdict()}
        for score, one in zip(scores[1:], differences(scores), strict=True)
        if one is not None
    ]
    # In ASCII: a name in the table cannot control the terminal, and any encoding can represent it.
    print(
        json.dumps(
            {"subjects": subjects, "differences": gaps, "blocks": [block.model_dump(mode="json") for block in blocks]}
        )
    )
