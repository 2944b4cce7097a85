"""Commands about mindsight itself: clauses, doctor, demo."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.common import out, settings, show, spoken, tell
from mindsight.text import mark, text

_STATUS = {
    "built": text("built"),
    "planned": text("not built yet"),
    "by_people": text("done by people"),
    "informative": text("informative"),
}


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("clauses", help=mark("List the clauses of the documents and what carries each one out."))(clauses)
    app.command("doctor", help=mark("Tell what each suite lacks on this machine and how to mend it."))(doctor)
    app.command("demo", help=mark("Test three built-in baselines on bundled photographs and write reports."))(demo)


def clauses(suite: str = typer.Argument(None, help=mark("home, album or vsig; all three by default."))) -> int:
    """Print the index of clauses."""
    from rich.text import Text as Line

    from mindsight.clauses import DOCUMENTS, clauses_of
    from mindsight.cli.layout import Heading, tabular

    console = out()
    titles = (text("Clause"), text("Title (zh)"), text("Title (en)"), text("Function"), text("State"))
    # A function's name cannot fold; numbers of clauses should not.
    headings = [Heading(spoken(title), folds=place in (1, 2)) for place, title in enumerate(titles)]
    for name in [suite] if suite else list(DOCUMENTS):
        entries = clauses_of(name)
        document = DOCUMENTS[name]
        rows = [
            [one.number, one.zh, one.en, (one.function or "–").removeprefix("mindsight."), spoken(_STATUS[one.status])]
            for one in entries
        ]
        title = Line(f"{document.number} {document.zh} · {document.en}".strip(), "bold")
        console.print(tabular(title, headings, rows, console.width))
        console.print()
    return 0


def doctor() -> int:
    """Print what works here and what does not."""
    from mindsight.cli.checks import checks

    console = out()
    lacking = 0
    for check in checks():
        sign = {True: "✓", False: "✗", None: "·"}[check.fine]
        line = text("{name}: {finding}", name=check.name, finding=check.finding)
        console.print(f"{sign} {spoken(line)}", markup=False)
        if check.fine is False:
            lacking += 1
            console.print("    " + spoken(text("mend it with: {command}", command=check.remedy)), markup=False)
    console.print(
        spoken(text("Everything is there.") if not lacking else text("{count} things are missing.", count=lacking))
    )
    return 1 if lacking else 0


def demo(
    where: Path = typer.Option(
        Path("demo"), "--out", "-o", help=mark("Folder to make; an earlier demo in it is replaced.")
    ),
    workers: int = typer.Option(2, "--workers", min=1, help=mark("Processes that work side by side.")),
) -> int:
    """Run the whole way on bundled photographs."""
    import shutil

    from mindsight.album.demonstration import BASELINES, SIGN
    from mindsight.cli.interrupts import demo_left, explained
    from mindsight.cli.records import compare
    from mindsight.errors import InputError

    if where.exists() and any(where.iterdir()) and not (where / SIGN).is_file():
        raise InputError("{folder}: exists and is no earlier demo; choose another folder with --out", folder=str(where))
    made = {"photographs", "kit", *BASELINES}
    foreign = {path.name for path in where.iterdir()} - made - {SIGN, "comparison.html"} if where.exists() else set()
    if foreign:
        names = ", ".join(sorted(foreign)[:5])
        raise InputError("{folder}: holds files that are not the demo's ({names})", folder=str(where), names=names)
    for name in made:
        shutil.rmtree(where / name, ignore_errors=True)
    where.mkdir(parents=True, exist_ok=True)
    (where / SIGN).write_text("made by mindsight demo; replaced by the next one\n", encoding="utf-8")
    tell(text("Demonstration data: crops of the photographs that scikit-image and scikit-learn carry."))
    runs = [where / name for name in BASELINES]
    with explained(demo_left, where):
        _make_kit(where, workers)
        for run in runs:
            _test_baseline(where / "kit", run, workers)
        compare(runs, page=where / "comparison.html", seed=7, as_json=False)
    out().print()
    for run in runs:
        show(text("report: {file}", file=str(run / "report.html")))
    show(text("comparison: {file}", file=str(where / "comparison.html")))
    return 0


def _make_kit(where: Path, workers: int) -> None:
    from mindsight.album.demonstration import cut_photographs
    from mindsight.album.operator_sheet import write_operator_sheet
    from mindsight.album.preparation import Recipe, make_enhancement_kit
    from mindsight.album.profile import load_profile
    from mindsight.cli.common import progress

    photographs, kit = where / "photographs", where / "kit"
    cut_photographs(photographs)
    recipe = Recipe(load_profile(), seed=7, scale=None, demonstration=True)
    with progress(text("preparing")) as step:
        make_enhancement_kit(photographs, kit, recipe, cluster="folder", workers=workers, progress=step)
    write_operator_sheet(kit, language=settings.language)


def _test_baseline(kit: Path, run: Path, workers: int) -> None:
    from mindsight.album.execution import Options
    from mindsight.cli.album import ask_facts, run_and_show
    from mindsight.subjects.spec import SubjectSpec

    spec = SubjectSpec("baseline", run.name)
    run_and_show(kit, spec, ask_facts(spec, {}), Options(), where=run, resume=None, workers=workers, quiet=True)
