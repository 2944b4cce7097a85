"""``mindsight album kit classification``: a kit of images of known class (clause 5.3)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from mindsight.cli.album.options import MEGAPIXELS, PROFILE
from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.interrupts import explained, kit_left
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text


def make_kit(
    source: Path = typer.Argument(
        ..., help=mark("Folder with a sub-folder of images for each class, or a table (CSV, XLSX) of file and class.")
    ),
    kit: Path = typer.Option(..., "--out", "-o", help=mark("Kit folder to make.")),
    images: Path | None = typer.Option(
        None, "--images", help=mark("Folder with the files of the table; by default the folder of the table.")
    ),
    class_names: Path | None = typer.Option(
        None, "--class-names", help=mark("Table of classes with their Chinese and English names.")
    ),
    profile: str = PROFILE,
    trial: bool = typer.Option(
        False, "--trial", help=mark("Allow fewer than 11 images of a class: a non-conforming trial.")
    ),
    workers: int = WORKERS,
    megapixels: float = MEGAPIXELS,
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
    from mindsight.album.kits.operator_sheet import SHEET, write_operator_sheet
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
        make_classification_kit(
            found,
            kit,
            recipe,
            source=root,
            workers=workers,
            progress=step,
            beside=partial(write_operator_sheet, name=kit.resolve().name, language=settings.language),
        )
    if left_aside:
        listed = ", ".join(left_aside[:5])
        tell(text("ignored, not pictures: {names} ({count} files)", names=listed, count=len(left_aside)))
    header = ClassificationKit(kit).header
    if header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")
    show(text("kit: {folder}", folder=str(kit)))
    show(text("{count} images of {classes} classes", count=header.count, classes=len(header.classes)))
    show(text("sheet for the operator: {file}", file=str(kit / SHEET)))
