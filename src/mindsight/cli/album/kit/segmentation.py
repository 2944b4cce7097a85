"""``mindsight album kit segmentation``: a kit of originals and masks made by hand (clause 5.3)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import typer

from mindsight.cli.album.options import CLUSTER, MEGAPIXELS, PROFILE
from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.interrupts import explained, kit_left
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.album.segmentation.kit import SegmentationKit
    from mindsight.album.segmentation.preparation import Material


def make_kit(
    images: Path = typer.Argument(..., help=mark("Folder of originals, more than 30.")),
    kit: Path = typer.Option(..., "--out", "-o", help=mark("Kit folder to make.")),
    masks: Path = typer.Option(
        None,
        "--masks",
        help=mark(
            "Folder of masks of the same names; by default PNG files beside the originals, or sub-folders images and masks."
        ),
    ),
    coco: Path = typer.Option(None, "--coco", help=mark("COCO file (JSON) with polygons or run lengths.")),
    yolo: Path = typer.Option(None, "--yolo", help=mark("Folder of YOLO label files with polygons.")),
    category: list[str] = typer.Option(
        None, "--category", help=mark("Only this category of the COCO file is the object; may be repeated.")
    ),
    undecided: int = typer.Option(
        None, "--undecided", min=1, max=254, help=mark("Value that undecided pixels have in the masks, such as 128.")
    ),
    profile: str = PROFILE,
    trial: bool = typer.Option(False, "--trial", help=mark("Allow fewer than 31 originals: a non-conforming trial.")),
    cluster: str = CLUSTER,
    workers: int = WORKERS,
    megapixels: float = MEGAPIXELS,
) -> None:
    """Prepare a kit of originals and masks and its operator's sheet."""
    from mindsight.album.kits.operator_sheet import SHEET, write_operator_sheet
    from mindsight.album.profile import load_profile
    from mindsight.album.segmentation.kit import SegmentationKit
    from mindsight.album.segmentation.preparation import MaskRecipe, make_segmentation_kit

    if cluster not in ("file", "folder"):
        raise InputError("--cluster: {value} is not known; use file or folder", value=cluster)
    recipe = MaskRecipe(load_profile(profile, kind="segmentation"), undecided, megapixels=megapixels)
    found = _material(images, masks, coco, yolo, category or [])
    with explained(kit_left, kit), progress(text("preparing")) as step:
        left_aside = make_segmentation_kit(
            found,
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
        tell(text("ignored, not originals: {names} ({count} files)", names=names, count=len(left_aside)))
    _tell_masks(SegmentationKit(kit))
    show(text("kit: {folder}", folder=str(kit)))
    show(text("sheet for the operator: {file}", file=str(kit / SHEET)))


def _material(
    images: Path, masks: Path | None, coco: Path | None, yolo: Path | None, categories: list[str]
) -> Material:
    from mindsight.album.segmentation.preparation import material
    from mindsight.album.segmentation.sources import labels_in, shapes_in

    if sum(one is not None for one in (masks, coco, yolo)) > 1:
        raise InputError("--masks, --coco and --yolo exclude each other; give only one of them")
    if categories and coco is None:
        raise InputError("--category chooses among the categories of a COCO file; give --coco too")
    if coco is not None:
        return material(images, shapes_in(coco, categories), read=coco)
    if yolo is not None:
        return material(images, labels_in(yolo), read=yolo)
    if masks is None and _parted(images):
        images, masks = images / "images", images / "masks"
    return material(images, masks)


def _parted(folder: Path) -> bool:
    """Return whether a folder has sub-folders ``images`` and ``masks`` and no pictures beside them."""
    from mindsight.album.kits.photographs import SUFFIXES

    if not all((folder / name).is_dir() for name in ("images", "masks")):
        return False
    return not any(path.suffix.lower() in SUFFIXES for path in folder.iterdir())


def _tell_masks(kit: SegmentationKit) -> None:
    from mindsight.album.segmentation.preparation import GREY, LABELS, TRIMAP, TURNED

    threshold = str(kit.header.profile.threshold)
    entries = [entry for entry, _ in kit.items()]
    masks = [entry.mask_terms for entry in entries]
    empty = sum(mask.objects[threshold] == 0 for mask in masks)
    full = sum(mask.objects[threshold] == mask.pixels - mask.border for mask in masks)
    if empty or full:
        sentence = text(
            "{empty} masks are empty and {full} are full; make sure that this is intended", empty=empty, full=full
        )
        tell(sentence, style="yellow")
    notes = [note for entry in entries for note in entry.notes]
    if turned := notes.count(TURNED):
        tell(
            text("{count} photographs are stored turned or mirrored: check that their masks are upright", count=turned),
            style="yellow",
        )
    if trimaps := [note.args["value"] for note in notes if note.message == TRIMAP]:
        sentence = text(
            "{count} masks have three values, as a trimap has: 0, {value} and 255; if {value} means undecided, give --undecided {value}",
            count=len(trimaps),
            value=trimaps[0],
        )
        tell(sentence, style="yellow")
    if labels := [note.args for note in notes if note.message == LABELS]:
        sentence = text(
            "{count} masks have areas of several values, such as {values}, as maps of labels have: only what has {threshold} or more is "
            "taken as object. If that is not intended, write the object as 255 and the background as 0",
            count=len(labels),
            **labels[0],
        )
        tell(sentence, style="yellow")
    if greys := notes.count(GREY):
        tell(
            text(
                "{count} masks are mostly neither black nor white, as photographs are: make sure that they are masks",
                count=greys,
            ),
            style="yellow",
        )
    if kit.header.undecided is not None and not any(mask.border for mask in masks):
        tell(text("no mask has a pixel of the undecided value {value}", value=kit.header.undecided), style="yellow")
    if kit.header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")
