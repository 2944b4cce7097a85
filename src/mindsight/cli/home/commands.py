"""``mindsight home``: agents in home environments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.common import out, settings, show
from mindsight.cli.home import power, robustness, seal, validate
from mindsight.cli.home.options import (
    AS_JSON,
    CONNECTIONS,
    DRY_RUN,
    EPOCHS,
    INTERFACE,
    IRRELEVANT,
    MAX_COST,
    MODEL,
    NAME,
    NO_MEDIA,
    OUT,
    PENALTY,
    PRICE,
    PROMPT_LANG,
    RENDERER,
    RESUME,
    SEED,
    SUBJECT,
    TASKS,
    TASKS_PER_SCENE,
    TEMPERATURE,
    TRIALS,
    UNKNOWN,
    WORKERS,
    chosen,
    subject_named,
)
from mindsight.errors import InputError
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mindsight.home.scoring.measures import Score
    from mindsight.record.blocks import Block
    from mindsight.record.model import Signature

app = typer.Typer(
    help=mark("Test agents in home environments (visual understanding ability)."),
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("score", help=mark("Compute task generalisation T (clause 4.2) from a table of accuracies or counts."))
def score_table(
    table: Path = typer.Argument(..., help=mark("CSV file, a model per row; its forms stand in the documentation.")),
    percent: bool = typer.Option(False, "--percent", help=mark("The accuracies are percentages.")),
    penalty: float = typer.Option(1.0, "--penalty", min=0, help=mark("Weight λ of the spread in formula (1).")),
    unknown: list[str] = typer.Option(
        [], "--unknown", metavar="CLASS", help=mark("Class that the models did not know; may be given several times.")
    ),
    as_json: bool = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON.")),
) -> int:
    """Score the models of a table."""
    from mindsight.cli.home.choices import MOST
    from mindsight.cli.terminal import block_view
    from mindsight.home.reporting.generalisation_blocks import blocks
    from mindsight.home.scoring.measures import score_row
    from mindsight.home.scoring.results_table import read_results

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
    """Yield the blocks, long tables in pieces: here no file holds the rows that a terminal leaves out."""
    from mindsight.cli.terminal import MOST_ROWS
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
    # In ASCII: no terminal can be driven by a name in the table, and any encoding can carry it.
    print(
        json.dumps(
            {"subjects": subjects, "differences": gaps, "blocks": [block.model_dump(mode="json") for block in blocks]}
        )
    )


@app.command("tasks", help=mark("List the task classes that can be tested."))
def list_tasks() -> None:
    """List the pool of task classes."""
    from mindsight.cli.terminal import block_view
    from mindsight.home import tasks
    from mindsight.home.classes import CLASSES, DIMENSIONS, DOMAINS, title_of
    from mindsight.record.blocks import Column, Table
    from mindsight.text import text

    rows = tuple(
        (key, title_of(key), DIMENSIONS[one.dimension][1], DOMAINS[one.domain], tasks.load()[key].version)
        for key, one in CLASSES.items()
    )
    heads = (text("Class"), text("Title"), text("Dimension"), text("Domain"), text("Version"))
    table = Table(
        id="tasks",
        title=text("Task classes"),
        columns=tuple(Column(title=head, align="left", decimals=0) for head in heads),
        rows=rows,
    )
    console = out()
    console.print(block_view(table, settings.language, width=console.width))


@app.command("show", help=mark("Draw one task: its instruction and the first picture a subject would see."))
def show_task(
    task: str = typer.Argument(..., help=mark("Task class.")),
    seed: int = typer.Option(0, "--seed", min=0, help=mark("Seed of the task.")),
    irrelevant: str = typer.Option(
        "",
        "--irrelevant",
        metavar="REASON",
        help=mark("Draw an irrelevant task: absent, blocked, impossible, not_home."),
    ),
    renderer: str = typer.Option("fine", "--renderer", help=mark("fast, fine or pbr.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("Folder for the pictures; by default shown/.")),
) -> int:
    """Draw one task and write the pictures from every viewpoint."""
    from mindsight.home.preparation.gallery import draw_task

    folder = Path("shown") / f"{task}-{seed}" if where is None else where
    instance, files = draw_task(task, seed, reason=irrelevant, profile=renderer, folder=folder)
    for language in ("zh", "en"):
        show(instance.instruction[language])
    for file in files:
        show(str(file))
    return 0


@app.command("replay", help=mark("Play a task of a run again and film it as an MP4."))
def replay_task(
    run: Path = typer.Argument(..., help=mark("Run folder.")),
    task: str = typer.Argument(..., metavar="ID", help=mark("The task's id in the run, such as buttons-0001.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("MP4 file to write; by default ID.mp4.")),
) -> int:
    """Film a recorded task and say whether it went as recorded."""
    from mindsight.cli.home.run import film

    return film(run, task, Path(f"{task}.mp4") if where is None else where)


@app.command("run", help=mark("Test a subject on generated household tasks and compute T (clause 6.4.1)."))
def run_home(
    context: typer.Context,
    model: str = MODEL,
    subject: str = SUBJECT,
    tasks: str = TASKS,
    trials: int = TRIALS,
    irrelevant: float = IRRELEVANT,
    seed: int = SEED,
    epochs: int = EPOCHS,
    renderer: str = RENDERER,
    interface: str = INTERFACE,
    prompt_lang: str = PROMPT_LANG,
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    tasks_per_scene: int = TASKS_PER_SCENE,
    sealed: Path = typer.Option(
        None, "--sealed", metavar="FOLDER", help=mark("Put the tasks of this seal; it says which and how.")
    ),
    anchors: bool = typer.Option(
        False, "--anchors", help=mark("Put the public anchor tasks too, as a run of its own beside this one.")
    ),
    temperature: float = TEMPERATURE,
    name: str = NAME,
    where: Path = OUT,
    resume: Path = RESUME,
    no_media: bool = NO_MEDIA,
    workers: int = WORKERS,
    connections: int = CONNECTIONS,
    max_cost: float = MAX_COST,
    price: str = PRICE,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over generated household tasks."""
    from dataclasses import replace

    from mindsight.cli.home.run import run_and_show
    from mindsight.cli.home.seal import under_seal

    choices = replace(
        chosen(tasks, trials, irrelevant, renderer, interface, prompt_lang, penalty, unknown),
        spec=subject_named(model, subject),
        name=name,
        seed=seed,
        epochs=epochs,
        tasks_per_scene=tasks_per_scene,
        anchors=anchors,
        keep_pictures=not no_media,
        temperature=temperature,
        connections=connections,
        max_cost=max_cost,
        price=price,
    )
    if sealed is not None:
        choices = under_seal(choices, sealed, context)
    return run_and_show(choices, where=where, resume=resume, workers=workers, dry_run=dry_run, as_json=as_json)


seal.add_to(app)
robustness.add_to(app)
power.add_to(app)
validate.add_to(app)
