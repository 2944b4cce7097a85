"""``mindsight album kit enhancement``: a kit of reference photographs (clause 5.3)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal, cast

import typer

from mindsight.cli.album.kit.probe import factor_of
from mindsight.cli.album.options import CLUSTER, MEGAPIXELS, PROFILE
from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.interrupts import explained, kit_left
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text


def make_kit(
    photos: Path = typer.Argument(..., help=mark("Folder of reference photographs, more than 30.")),
    kit: Path = typer.Option(..., "--out", "-o", help=mark("Kit folder to make.")),
    scale: str = typer.Option(None, "--scale", help=mark("The product enlarges by this factor, such as 2 or 3/2.")),
    probe: str = typer.Option(None, "--probe", metavar="SUBJECT", help=mark("Measure the factor on this product.")),
    profile: str = PROFILE,
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the noise.")),
    trial: bool = typer.Option(False, "--trial", help=mark("Allow fewer than 31 references: a non-conforming trial.")),
    cluster: str = CLUSTER,
    workers: int = WORKERS,
    megapixels: float = MEGAPIXELS,
) -> None:
    """Prepare a kit and its operator's sheet."""
    from mindsight.album.enhancement.kit import EnhancementKit
    from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
    from mindsight.album.kits.operator_sheet import SHEET, write_operator_sheet
    from mindsight.album.profile import load_profile

    if cluster not in ("file", "folder"):
        raise InputError("--cluster: {value} is not known; use file or folder", value=cluster)
    factor = factor_of(scale, probe, photos, megapixels)
    recipe = Recipe(load_profile(profile), seed, factor, megapixels=megapixels)
    with explained(kit_left, kit), progress(text("preparing")) as step:
        left_aside = make_enhancement_kit(
            photos,
            kit,
            recipe,
            trial=trial,
            cluster=cast('Literal["file", "folder"]', cluster),
            workers=workers,
            progress=step,
            beside=partial(write_operator_sheet, name=kit.resolve().name, language=settings.language),
        )
    if left_aside:
        names = ", ".join(left_aside[:5])
        tell(text("ignored, not pictures: {names} ({count} files)", names=names, count=len(left_aside)))
    if EnhancementKit(kit).header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")
    show(text("kit: {folder}", folder=str(kit)))
    show(text("sheet for the operator: {file}", file=str(kit / SHEET)))
