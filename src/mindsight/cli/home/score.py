"""``mindsight home score``: T (clause 4.2) from a table, or over several runs; S (clause 4.3) from a protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home import protocol
from mindsight.cli.parser.planned import option_of
from mindsight.cli.shared.console import out
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.home.plan import Plan
from mindsight.plans import MOST
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.classes import Groups
    from mindsight.home.scoring.measures import Score
    from mindsight.record.blocks import Block
    from mindsight.record.model import Signature


def score_file(
    files: list[Path] = typer.Argument(
        ...,
        help=mark(
            "CSV file with one model per row, JSON protocol of autonomous tasks, or run folders over classes of tasks and questions; "
            "see the documentation."
        ),
    ),
    percent: bool = typer.Option(False, "--percent", help=mark("The accuracies are percentages.")),
    penalty: float = option_of(Plan, "penalty"),
    unknown: list[str] = option_of(Plan, "unknown"),
    embedder: str = protocol.EMBEDDER,
    embedder_url: str = protocol.EMBEDDER_URL,
    alpha: float | None = protocol.ALPHA,
    prompt_lang: str = protocol.PROMPT_LANG,
    name: str = protocol.NAME,
    where: Path = protocol.OUT,
    as_json: bool = AS_JSON,
) -> int:
    """Score the models of a table, the subjects of runs over all of their classes, or the system of a protocol."""
    own = {"--percent": percent, "--penalty": penalty != 1.0, "--unknown": bool(unknown)}
    others = protocol.given(embedder, embedder_url, alpha, prompt_lang, name, where)
    if any(file.is_dir() for file in files):
        protocol.refuse(others, text("a protocol of autonomous tasks"))
        protocol.refuse(
            {name: own[name] for name in ("--percent", "--penalty")}, text("a table of accuracies or counts")
        )
        return _score_runs(files, unknown=unknown, as_json=as_json)
    file, *more = files
    if more:
        raise InputError("{file}: give one table or protocol, or several run folders", file=str(more[0]))
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
    from mindsight.home.reporting.generalisation_blocks import blocks
    from mindsight.home.results_file import read_results
    from mindsight.home.scoring.measures import score_row

    if not penalty <= MOST:
        raise InputError("--penalty: {value} is not a number that can be used; give one such as 1", value=str(penalty))
    results = read_results(table, percent=percent)
    classes = list(results.rows[0].classes)
    _check_unknown(unknown, classes)
    signature = _signature(f"sha256-{results.sha256}", classes, penalty)
    scores = [score_row(row, signature, penalty=penalty, unknown=unknown) for row in results.rows]
    _show(scores, blocks(scores, penalty=penalty, unknown=unknown), as_json=as_json)
    return 0


def _score_runs(folders: Sequence[Path], *, unknown: Sequence[str], as_json: bool) -> int:
    """Score subjects over the classes of all of their runs."""
    from mindsight.cli.records.refusals import computable
    from mindsight.home import joining
    from mindsight.home.reporting.generalisation_blocks import blocks, by_dimension
    from mindsight.home.scoring.measures import score_row
    from mindsight.home.scoring.outcomes import rule_of
    from mindsight.record.opening import open_sealed

    runs = [open_sealed(folder) for folder in folders]
    with computable(*runs):
        subjects = joining.joined(runs)
        penalty = runs[0].manifest.plan["penalty"]
        classes = list(subjects[0].row.classes)
        _check_unknown(unknown, classes)
        signature = _signature(joining.runs_hash(runs), classes, penalty, rule=rule_of(runs[0].manifest.identity))
        groups: Groups = {"dimension": subjects[0].dimensions}
        scores = [
            score_row(
                one.row, signature, penalty=penalty, unknown=unknown, groups=groups, gaps=True, effects=one.effects
            )
            for one in subjects
        ]
    _show(
        scores,
        [*blocks(scores, penalty=penalty, unknown=unknown), by_dimension(scores, subjects[0].dimensions)],
        as_json=as_json,
    )
    return 0


def _show(scores: Sequence[Score], shown: Sequence[Block], *, as_json: bool) -> None:
    if as_json:
        _print_json(scores, shown)
        return
    from mindsight.cli.shared.terminal import block_view, in_pieces

    console = out()
    for block in in_pieces(shown):
        console.print(block_view(block, settings.language, width=console.width))
        console.print()


def _check_unknown(unknown: Sequence[str], classes: Sequence[str]) -> None:
    for name in unknown:
        if name not in classes:
            raise InputError(
                '--unknown: the table has no class "{name}"; it has {known}', name=name, known=", ".join(classes)[:300]
            )


def _signature(table: str, classes: Sequence[str], penalty: float, rule: int | None = None) -> Signature:
    """Return the signature of a table's measures, or of those of runs that were judged by a rule."""
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
        "table": table,
        **({} if rule is None else {"scoring": rule}),
    }
    return Signature(
        identity=identity, environment={**environment.software("numpy", "scipy"), **environment.hardware()}
    )


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
