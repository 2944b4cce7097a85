"""``mindsight home seal``, ``reveal`` and ``anchors``: tasks that nobody could know before, and tasks that everybody may."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.common import EXIT_ITEMS_FAILED, out, progress, settings, show, tell
from mindsight.cli.home.options import (
    EPOCHS,
    INTERFACE,
    IRRELEVANT,
    PENALTY,
    PROMPT_LANG,
    RENDERER,
    TASKS,
    TASKS_PER_SCENE,
    TRIALS,
    UNKNOWN,
    chosen,
)
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.cli.home.choices import Choices
    from mindsight.home.sealing.anchors import Anchors

_FOLDER = typer.Argument(..., metavar="FOLDER", help=mark("Folder of the seal."))
_MOST_IDS = 20
_DECIDED = (
    *("tasks", "trials", "irrelevant", "renderer", "interface", "prompt_lang", "penalty", "unknown", "epochs"),
    "tasks_per_scene",
)


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to ``home``."""
    app.command("seal", help=mark("Draw a secret seed for a test and print the commitment to it."))(seal)
    app.command("reveal", help=mark("Publish the seed of a sealed test with a run that is over."))(reveal)
    app.command("anchors", help=mark("List the public anchor tasks, which link sessions."))(anchors)


def seal(
    tasks: str = TASKS,
    trials: int = TRIALS,
    irrelevant: float = IRRELEVANT,
    renderer: str = RENDERER,
    interface: str = INTERFACE,
    prompt_lang: str = PROMPT_LANG,
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    epochs: int = EPOCHS,
    tasks_per_scene: int = TASKS_PER_SCENE,
    folder: Path = typer.Option(..., "--out", "-o", help=mark("Folder to make; it holds a secret.")),
) -> int:
    """Draw a secret seed and commit to it."""
    from mindsight.cli.home.choices import check_numbers, check_plan, plan_of
    from mindsight.cli.home.run import need_engine

    choices = chosen(tasks, trials, irrelevant, renderer, interface, prompt_lang, penalty, unknown)
    choices = replace(choices, epochs=epochs, tasks_per_scene=tasks_per_scene)
    check_numbers(choices)
    need_engine()
    check_plan(choices)
    from mindsight.home.sealing import seal as sealing

    sealed = sealing.seal(folder, plan_of(choices))
    show(text("commitment: sha256-{commitment}", commitment=sealed.commitment))
    public, secret = str(folder / sealing.COMMITMENT), str(folder / sealing.SECRET)
    tell(text("public: {file}; before the run, send it to whoever is to trust the result", file=public))
    tell(text("secret: {file}; nobody may read it before the run is over, and without it there is no run", file=secret))
    return 0


def reveal(
    folder: Path = _FOLDER,
    run: Path = typer.Argument(..., help=mark("Run folder.")),
) -> int:
    """Publish the seed with a run."""
    from mindsight.cli.home.run import need_engine
    from mindsight.cli.records import refuse_changed, verify
    from mindsight.record.folder import RunFolder

    need_engine()
    from mindsight.home.sealing import seal as sealing

    sealed, record = sealing.open_seal(folder), RunFolder.open(run)
    with record.locked():
        sealing.check_revealable(sealed, record)
        refuse_changed(run, derived=frozenset({sealing.REVEAL}))
        new = sealing.reveal(sealed, record)
    if not new:
        tell(text("{folder}: the seed was published there before; nothing has changed", folder=str(run)))
    show(text("published: {file}", file=str(run / sealing.REVEAL)))
    return verify(run, commitment=None, regenerate=False, workers=1)


def anchors(
    tasks: str = TASKS,
    check: bool = typer.Option(False, "--check", help=mark("Generate them anew and compare them with their hashes.")),
    workers: int = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side.")),
) -> int:
    """List the anchors, or check them."""
    from mindsight.cli.home.run import need_engine

    need_engine()
    from mindsight.home.sealing.anchors import load

    known, keys = load(), tuple(key.strip() for key in tasks.split(",") if key.strip())
    known.refuse_unknown(keys)
    _list(known, keys)
    show(text("known by: {name}; seed {seed}", name=known.known_by(keys), seed=known.seed))
    if not check:
        return 0
    from mindsight.home.preparation.drawing import prepare, slots

    wanted = slots(keys, trials=known.trials, irrelevant=known.irrelevant, seed=known.seed)
    with progress(text("preparing tasks")) as step:
        drawn = [one.instance for one in prepare(wanted, cache=None, workers=workers, progress=step)]
    different = known.different(drawn)
    for sentence in different:
        tell(sentence, style="yellow")
    if not different:
        show(text("all {count} came out again, bit for bit", count=len(drawn)))
    return EXIT_ITEMS_FAILED if different else 0


def hold_against(run: Path, said: str) -> int:
    """Say whether a run was tested under a commitment, given as such or as its file; 1 if it was not.

    Raises:
        InputError: What is given is no commitment.
    """
    from mindsight.record.folder import RunFolder

    expected = _commitment_in(said)
    found = RunFolder.open(run).manifest.plan.get("sealed")
    if found == expected:
        show(text("{folder}: was tested under the commitment {expected}", folder=str(run), expected=expected))
        return 0
    if found is None:
        show(text("{folder}: its tasks are not sealed; it was tested under no commitment", folder=str(run)))
    else:
        show(
            text(
                "{folder}: was tested under another commitment, {found}, not {expected}",
                folder=str(run),
                found=str(found),
                expected=expected,
            )
        )
    return EXIT_ITEMS_FAILED


def _commitment_in(said: str) -> str:
    from mindsight.record import canonical

    page = canonical.load(Path(said)) if Path(said).is_file() else said
    value = page.get("commitment") if isinstance(page, dict) else page
    match = re.fullmatch(r"(?:sha256-)?([0-9a-f]{64})", value) if isinstance(value, str) else None
    if match is None:
        raise InputError(
            "--commitment: {value} is no commitment; give sha256- and 64 digits, or the file commitment.json",
            value=said,
        )
    return match[1]


def regenerate_tasks(run: Path, *, workers: int) -> int:
    """Generate the tasks of a run anew and say what came of it; 1 if they are others."""
    from mindsight.cli.home.run import need_engine
    from mindsight.record.folder import RunFolder

    need_engine()
    from mindsight.home.sealing.regeneration import regenerate

    with progress(text("preparing tasks")) as step:
        found = regenerate(RunFolder.open(run), workers=workers, progress=step)
    if not found.different:
        show(text("all {count} tasks came out again, bit for bit", count=found.count))
        return 0
    show(
        text(
            "{folder}: of the {count} tasks these come out otherwise than recorded: {ids}",
            folder=str(run),
            count=found.count,
            ids=", ".join(found.different[:_MOST_IDS]),
        )
    )
    if found.versions:
        tell(text("other versions than the run was made with: {versions}", versions=", ".join(found.versions)))
    return EXIT_ITEMS_FAILED


def under_seal(choices: Choices, folder: Path, context: typer.Context) -> Choices:
    """Return the choices of a run as its seal has them.

    Raises:
        InputError: The seal cannot be used, or an option asks for another test.
    """
    from mindsight.cli.home.choices import plan_of
    from mindsight.cli.home.run import need_engine

    need_engine()
    from mindsight.home.sealing import seal as sealing

    sealed = sealing.open_seal(folder)
    sealing.check_usable(sealed)
    plan = sealed.opening.plan
    ours = replace(
        choices,
        tasks=tuple(plan["tasks"]),
        trials=plan["trials"],
        irrelevant=plan["irrelevant"],
        penalty=plan["penalty"],
        unknown=tuple(plan["unknown"]),
        interface=plan["interface"],
        prompt_lang=plan["setting"]["language"],
        renderer=plan["setting"]["profile"],
        epochs=plan.get("epochs", 1),
        tasks_per_scene=plan.get("tasks_per_scene", 1),
        seed=0,
        seal=sealed,
    )
    for name in ("seed", *_DECIDED):
        value, own = getattr(choices, name), getattr(ours, name)
        if _was_given(context, name) and (value != own or name == "seed"):
            raise InputError(
                "--{option}: {value} is not what {folder} was sealed with; leave the option out",
                option=name.replace("_", "-"),
                value=",".join(value) if isinstance(value, tuple) else str(value),
                folder=str(folder),
            )
    if sealing.decided(plan_of(ours)) != plan:
        raise InputError(
            "{folder}: its plan is not one of this version of mindsight; seal another test", folder=str(folder)
        )
    return ours


def _was_given(context: typer.Context, name: str) -> bool:
    """Say whether an option stood on the command line, in the environment or in a plan."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _list(known: Anchors, keys: tuple[str, ...]) -> None:
    from mindsight.cli.terminal import block_view
    from mindsight.record.blocks import Column, Table

    heads = (text("Task"), text("Version"), text("Seed"), text("Irrelevant because"), text("SHA-256"))
    rows = tuple(
        (one.id, known.versions[one.task], str(one.seed), one.reason or "–", f"{one.sha256[:16]}…")
        for one in known.of(keys)
    )
    columns = tuple(Column(title=head, align="left", decimals=0) for head in heads)
    table = Table(
        id="anchors", title=text("Public anchor tasks, set {number}", number=known.number), columns=columns, rows=rows
    )
    console = out()
    console.print(block_view(table, settings.language, width=console.width))
