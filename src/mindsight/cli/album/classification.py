"""``mindsight album``: kits of class images, the record of 5.3 c) as a table, and the score of a table without a run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.common import out, progress, settings, show, tell
from mindsight.cli.interrupts import explained, kit_left, sheet_left
from mindsight.errors import InputError, RecordError
from mindsight.text import mark, say, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.album.classification.formulas import Limits, Rates
    from mindsight.album.classification.scoring import Marking
    from mindsight.album.products.conventions import Conventions

CLASS_MAP = typer.Option(
    None,
    "--class-map",
    help=mark("Table (CSV or XLSX) of the product's own names and the classes of the test that they mean."),
)
CLUSTERS = typer.Option(
    False, "--clusters", help=mark("The product names no classes: match its clusters to the classes, one to one.")
)
_PROFILE = typer.Option("gdcsa022-2024/1", "--profile", help=mark("Built-in profile or TOML file."))


def add_to(app: typer.Typer, kit_app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    kit_app.command(
        "classification", help=mark("Make a kit for image classification from images of known class (clause 5.3).")
    )(make_kit)
    app.command(
        "record", help=mark("Write number, actual and predicted class of a classification run as a table (clause 5.3).")
    )(write_record)
    app.command("table", help=mark("Compute Macro-F1 from a finished table of actual and predicted classes."))(
        score_table
    )


def conventions_of(class_map: Path | None, clusters: bool) -> Conventions:
    """Return how a product names classes, as it was said on the command line."""
    from mindsight.album.classification.record import read_class_map
    from mindsight.album.products.conventions import Conventions

    return Conventions(
        answers="clusters" if clusters else "labels",
        class_map=() if class_map is None else read_class_map(class_map),
    )


def make_kit(
    source: Path = typer.Argument(
        ..., help=mark("Folder with a sub-folder of images for each class, or a table (CSV, XLSX) of file and class.")
    ),
    kit: Path = typer.Option(..., "--out", "-o", help=mark("Kit folder to make.")),
    images: Path | None = typer.Option(
        None, "--images", help=mark("Folder that the files of the table lie in; by default that of the table.")
    ),
    class_names: Path | None = typer.Option(
        None, "--class-names", help=mark("Table of classes with their Chinese and English names.")
    ),
    profile: str = _PROFILE,
    trial: bool = typer.Option(
        False, "--trial", help=mark("Allow fewer than 11 images of a class: a non-conforming trial.")
    ),
    workers: int = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side.")),
    megapixels: float = typer.Option(
        200.0, "--max-megapixels", min=0.01, max=1e6, help=mark("Largest picture accepted, in megapixels.")
    ),
) -> None:
    """Prepare a kit of class images and its operator's sheet."""
    from mindsight.album.classification.kit import ClassificationKit
    from mindsight.album.classification.preparation import (
        ClassRecipe,
        images_of_folders,
        images_of_table,
        make_classification_kit,
        read_class_names,
    )
    from mindsight.album.kits.operator_sheet import write_operator_sheet
    from mindsight.album.profile import load_profile

    names = {} if class_names is None else read_class_names(class_names)
    recipe = ClassRecipe(load_profile(profile, kind="classification"), names, trial, megapixels=megapixels)
    if source.is_dir():
        if images is not None:
            raise InputError("--images goes with a table; {folder} is a folder of class folders", folder=str(source))
        found, left_aside = images_of_folders(source)
    else:
        found, left_aside = images_of_table(source, images), []
    root = source if source.is_dir() else images or source.parent
    with explained(kit_left, kit), progress(text("preparing")) as step:
        make_classification_kit(found, kit, recipe, source=root, workers=workers, progress=step)
    with explained(sheet_left, kit):
        sheet = write_operator_sheet(kit, language=settings.language)
    if left_aside:
        listed = ", ".join(left_aside[:5])
        tell(text("left aside, no pictures: {names} ({count} files)", names=listed, count=len(left_aside)))
    header = ClassificationKit(kit).header
    if header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")
    show(text("kit: {folder}", folder=str(kit)))
    show(text("{count} images of {classes} classes", count=header.count, classes=len(header.classes)))
    show(text("sheet for the operator: {file}", file=str(sheet)))


def write_record(
    run: Path = typer.Argument(..., help=mark("Run folder.")),
    target: Path = typer.Option(..., "--out", "-o", help=mark("Table to write: .csv or .xlsx.")),
) -> None:
    """Write the record of a run; the run itself is sealed and stays as it is."""
    from mindsight.album.classification.record import record_rows
    from mindsight.album.kits.tables import write_table
    from mindsight.record.folder import RunFolder, refuse_inside

    folder = RunFolder.open(run)
    if folder.manifest.kind != "classification":
        raise RecordError("{folder}: is no run of a classification", folder=str(run))
    refuse_inside(target, run)
    items = sorted(folder.items, key=lambda item: item.id)
    write_table(target, record_rows(items, settings.language))
    show(text("record: {file} ({count} images)", file=str(target), count=len(items)))


def score_table(
    table: Path = typer.Argument(..., help=mark("Table with number, actual class and predicted class: .csv or .xlsx.")),
    class_map: Path | None = CLASS_MAP,
    profile: str = _PROFILE,
    as_json: bool = typer.Option(False, "--json", help=mark("Print the numbers as JSON.")),
) -> int:
    """Score a table that somebody else recorded; there is no run, so nothing can be verified later."""
    import numpy as np

    from mindsight.album.classification.formulas import cases, intervals, rates
    from mindsight.album.classification.record import read_class_map
    from mindsight.album.classification.scoring import SEED, reading_of
    from mindsight.album.classification.table import count_record
    from mindsight.album.profile import load_profile

    chosen = load_profile(profile, kind="classification")
    pairs = () if class_map is None else read_class_map(class_map)
    tally, reading = count_record(table, chosen, pairs), reading_of(chosen)
    found = rates(cases(tally.counted), reading)
    limits = intervals(tally.counted, np.random.default_rng(SEED), reading)
    few = [(name, int(row.sum())) for name, row in zip(tally.classes, tally.counts, strict=False)]
    few = [(name, count) for name, count in few if count < chosen.least_per_class]
    if as_json:
        import json

        print(json.dumps(_as_json(tally, found, limits, chosen.name), ensure_ascii=True))
    else:
        _print(tally, found, limits)
    if few:
        tell(
            text(
                "{count} classes have fewer than {least} images, {name} for one: this is no conforming test",
                count=len(few),
                least=chosen.least_per_class,
                name=few[0][0],
            ),
            style="yellow",
        )
    return 0


def _as_json(tally: Marking, found: Rates, limits: Limits | None, profile: str) -> dict[str, Any]:
    def of(place: int | None, rate: str, scale: float = 1.0) -> dict[str, float | None]:
        def number(rates: Rates | None) -> float | None:
            if rates is None:
                return None
            values = getattr(rates, rate)
            value = float(values if place is None else values[place]) * scale
            return None if math.isnan(value) else value

        low, high = (None, None) if limits is None else limits
        return {"value": number(found), "low": number(low), "high": number(high)}

    return {
        "profile": profile,
        "images": int(tally.counts.sum()),
        "macro_f1": of(None, "macro_f1", 100.0),
        "macro_precision": of(None, "macro_precision"),
        "macro_recall": of(None, "macro_recall"),
        "classes": {
            name: {rate: of(place, rate) for rate in ("precision", "recall", "f1")}
            for place, name in enumerate(tally.classes)
        },
        "confusion": tally.counts.tolist(),
        "unlisted": dict(tally.unlisted.most_common()),
    }


def _print(tally: Marking, found: Rates, limits: Limits | None) -> None:
    from rich.table import Table

    from mindsight.album.classification.formulas import cases

    def cell(rate: str, place: int | None, scale: float = 1.0, decimals: int = 3) -> str:
        every = [getattr(one, rate) for one in (found, *(limits or ()))]
        values = [float(one if place is None else one[place]) * scale for one in every]
        shown = ["–" if math.isnan(value) else f"{value:.{decimals}f}" for value in values]
        return shown[0] if "–" in shown or len(shown) == 1 else f"{shown[0]}  [{shown[1]} … {shown[2]}]"

    say_it = settings.language
    show(
        text("Macro-F1: {score} of {count} images", score=cell("macro_f1", None, 100, 2), count=int(tally.counts.sum()))
    )
    heads = (text("Image class"), text("Images"), text("Precision P"), text("Recall R"), text("F1"))
    shown = Table(*(say(head, say_it) for head in heads), box=None)
    images = tally.counts.sum(axis=1)
    tp = cases(tally.counts).tp
    for place in _worst_first(found, len(tp)):
        count = int(images[place]) if place < len(images) else 0
        rates = (cell(rate, place) for rate in ("precision", "recall", "f1"))
        shown.add_row(_plain(tally.classes[place]), str(count), *rates)
    out().print(shown)
    if tally.unlisted:
        listed = ", ".join(f"{name} ({count})" for name, count in tally.unlisted.most_common(10))
        tell(text("labels outside the list: {labels}", labels=listed), style="yellow")


def _worst_first(found: Rates, count: int) -> Sequence[int]:
    return sorted(range(count), key=lambda place: (float(found.f1[place]), place))


def _plain(name: str) -> str:
    from rich.markup import escape

    from mindsight.cli.common import printable

    return escape(printable(name))
