"""``mindsight rate new``: fix everything about a campaign and prepare its pictures once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

from mindsight.cli.rate.opening import DATABASE, need_web
from mindsight.cli.shared.console import progress, show, tell
from mindsight.errors import InputError
from mindsight.text import mark, text

_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})")


def new(
    runs: list[Path] = typer.Argument(..., help=mark("Runs to be rated, all on one kit.")),
    kit: Path = typer.Option(..., "--kit", help=mark("Kit that the runs were made on.")),
    out: Path = typer.Option(..., "--out", "-o", help=mark("Folder of the campaign to make.")),
    database: str = DATABASE,
    seed: int = typer.Option(1, "--seed", min=0, help=mark("Seed of the raters' orders.")),
    raters: int = typer.Option(3, "--raters", min=1, max=1000, help=mark("How many raters are to be asked.")),
    languages: str = typer.Option("zh,en", "--languages", help=mark("Languages of the pages, the first by default.")),
    repeats: float = typer.Option(0.1, "--repeats", min=0, max=1, help=mark("Share of outputs that are shown twice.")),
    references: float = typer.Option(
        0.05, "--references", min=0, max=1, help=mark("Hidden references, as a share of the outputs.")
    ),
    anchors: float = typer.Option(
        0.05, "--anchors", min=0, max=1, help=mark("Unprocessed inputs as hidden low anchors, as a share.")
    ),
    gold: float = typer.Option(0.02, "--gold", min=0, max=1, help=mark("Plainly bad pictures, as a share.")),
    traps: float = typer.Option(
        0.02, "--traps", min=0, max=1, help=mark("Pictures that ask for stated points, as a share.")
    ),
    training: int = typer.Option(3, "--training", min=0, max=50, help=mark("Pictures to get used to the scale.")),
    qualification: int = typer.Option(
        3, "--qualification", min=0, max=20, help=mark("First pictures with a known answer; 0 for none.")
    ),
    least_right: int = typer.Option(2, "--least-right", min=0, max=20, help=mark("Right answers needed among them.")),
    pairs: str = typer.Option(
        "",
        "--pairs",
        metavar="LIST",
        help=mark("Ask in pairs at the end: outputs against products, reference, input; no part of the document."),
    ),
    pair_share: float = typer.Option(
        1.0, "--pair-share", min=0, max=1, help=mark("Share of all pairs that one rater is asked.")
    ),
    least_viewing: float = typer.Option(
        1.0, "--least-viewing", min=0, max=60, help=mark("Least seconds that a picture is looked at.")
    ),
    break_after: float = typer.Option(
        30.0, "--break-after", min=1, max=240, help=mark("Minutes of work until a break.")
    ),
    break_for: float = typer.Option(5.0, "--break-for", min=0, max=60, help=mark("Minutes of a break.")),
    full_size: bool = typer.Option(False, "--full-size", help=mark("Demand that each picture is seen at 100 %.")),
    least_screen: str = typer.Option(
        "", "--least-screen", metavar="WxH", help=mark("Least size of a screen in pixels, such as 1920x1080.")
    ),
    no_colour_check: bool = typer.Option(False, "--no-colour-check", help=mark("Leave out the colour check.")),
    simulated: bool = typer.Option(
        False, "--simulated", help=mark("A program answers ('mindsight rate simulate'); every page and report says so.")
    ),
    screening: str = typer.Option(
        "bt500,p913", "--screening", help=mark("Rules of screening that the report shows; they never change a score.")
    ),
) -> int:
    """Make a campaign."""
    need_web()
    from mindsight.rating.campaigns.preparation import make_campaign
    from mindsight.record.folder import refuse_inside
    from mindsight.web.store.campaign import Store

    width, height = _size(least_screen)
    options: dict[str, Any] = {
        "seed": seed,
        "simulated": simulated,
        "raters": raters,
        "languages": _listed("--languages", languages, ("zh", "en")),
        "rates": {
            "repeats": repeats,
            "references": references,
            "anchors": anchors,
            "gold": gold,
            "traps": traps,
        },
        "training": training,
        "qualification": {"showings": qualification, "least_right": min(least_right, qualification)},
        "pairs": {"against": _listed("--pairs", pairs, ("products", "reference", "input")), "share": pair_share},
        "least_viewing_s": least_viewing,
        "break_after_min": break_after,
        "break_min": break_for,
        "screen": {"full_size": full_size, "least_width": width, "least_height": height},
        "colour_check": not no_colour_check,
        "screening": _listed("--screening", screening, ("bt500", "p913")),
    }
    refuse_inside(out, kit, *runs)
    with progress(text("preparing pictures")) as step:
        folder = make_campaign(runs, kit, out, options, database=database, step=step)
    store = Store.open(folder)
    plan = store.plan
    for run in plan.runs:
        for item, reason in run.missing:
            tell(
                text("{name}: {item} cannot be shown: {reason}", name=run.name, item=item, reason=reason),
                style="yellow",
            )
    shown = sum(run.shown for run in plan.runs)
    show(text("campaign: {folder} ({count} outputs of {runs} runs)", folder=str(out), count=shown, runs=len(plan.runs)))
    if simulated:
        tell(text("next: mindsight rate simulate {folder}", folder=str(out)))
        return 0
    tell(text("next: mindsight rate invite {folder} --count {count}", folder=str(out), count=raters))
    return 0


def _size(given: str) -> tuple[int, int]:
    if not given:
        return 0, 0
    found = _SIZE.fullmatch(given)
    if found is None:
        raise InputError("--least-screen: {value} is no size; give width and height as 1920x1080", value=given)
    return int(found.group(1)), int(found.group(2))


def _listed(option: str, given: str, known: tuple[str, ...]) -> tuple[str, ...]:
    words = tuple(word.strip() for word in given.split(",") if word.strip())
    strange = next((word for word in words if word not in known), None)
    if strange is not None or len(set(words)) < len(words) or (option == "--languages" and not words):
        raise InputError(
            "{option}: {value} is not known; use {known}", option=option, value=given, known=", ".join(known)
        )
    return words
