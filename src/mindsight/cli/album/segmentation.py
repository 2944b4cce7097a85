"""``mindsight album kit segmentation``: kits of originals and masks; and how a product gives its cut-outs back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, get_args

import typer

from mindsight.cli.common import progress, settings, show, tell
from mindsight.cli.interrupts import explained, kit_left, sheet_left
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.album.products.conventions import Conventions
    from mindsight.album.segmentation.kit import SegmentationKit
    from mindsight.album.segmentation.preparation import Material

MASK_FROM = typer.Option(
    None,
    "--mask-from",
    metavar="alpha|mask|colour|difference",
    show_default="alpha",
    help=mark(
        "Where a cut-out's mask is: alpha channel, the output itself, all but a background colour, or all that equals the original."
    ),
)
BACKGROUND = typer.Option(
    None, "--background", metavar="'#RRGGBB'", help=mark("Background colour of --mask-from colour; white by default.")
)
TOLERANCE = typer.Option(
    None,
    "--tolerance",
    min=0,
    max=254,
    help=mark("Grey levels by which a channel may be off and still count as equal."),
)
CROPPED = typer.Option(
    False, "--cropped", help=mark("Outputs are cropped to the object; each is looked for in its original.")
)


def add_to(kit_app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    kit_app.command(
        "segmentation",
        help=mark("Make a kit for image segmentation from originals and masks made by hand (clause 5.3)."),
    )(make_kit)


def with_cut_outs(
    conventions: Conventions, mask_from: str | None, background: str | None, tolerance: int | None, cropped: bool
) -> Conventions:
    """Return conventions with how cut-outs come back, as it was said on the command line.

    Raises:
        InputError: An option has a value that there is not, or options contradict each other.
    """
    known = get_args(type(conventions).model_fields["mask_from"].annotation)
    if mask_from is not None and mask_from not in known:
        raise InputError(
            "--mask-from: {value} is not known; use one of {known}", value=mask_from, known=", ".join(known)
        )
    if background is not None and mask_from != "colour":
        raise InputError("--background says which colour --mask-from colour leaves out; give that too")
    said = {
        "mask_from": mask_from,
        "background": None if background is None else _colour(background),
        "tolerance": tolerance,
        "placement": "cropped" if cropped else None,
    }
    return conventions.model_copy(update={name: value for name, value in said.items() if value is not None})


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
    profile: str = typer.Option("gdcsa022-2024/1", "--profile", help=mark("Built-in profile or TOML file.")),
    trial: bool = typer.Option(False, "--trial", help=mark("Allow fewer than 31 originals: a non-conforming trial.")),
    cluster: str = typer.Option(
        "file",
        "--cluster",
        metavar="file|folder",
        help=mark("What counts as independent: each file, or each sub-folder."),
    ),
    workers: int = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side.")),
    megapixels: float = typer.Option(
        200.0, "--max-megapixels", min=0.01, max=1e6, help=mark("Largest picture accepted, in megapixels.")
    ),
) -> None:
    """Prepare a kit of originals and masks and its operator's sheet."""
    from mindsight.album.kits.operator_sheet import write_operator_sheet
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
        )
    with explained(sheet_left, kit):
        sheet = write_operator_sheet(kit, language=settings.language)
    if left_aside:
        names = ", ".join(left_aside[:5])
        tell(text("left aside, no originals: {names} ({count} files)", names=names, count=len(left_aside)))
    _tell_masks(SegmentationKit(kit))
    show(text("kit: {folder}", folder=str(kit)))
    show(text("sheet for the operator: {file}", file=str(sheet)))


def _material(
    images: Path, masks: Path | None, coco: Path | None, yolo: Path | None, categories: list[str]
) -> Material:
    from mindsight.album.segmentation.preparation import material
    from mindsight.album.segmentation.sources import labels_in, shapes_in

    if sum(one is not None for one in (masks, coco, yolo)) > 1:
        raise InputError("--masks, --coco and --yolo answer the same question; give one of them")
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
    """Return whether a folder holds originals and masks in sub-folders of these names, and no pictures beside them."""
    from mindsight.album.kits.photographs import SUFFIXES

    if not all((folder / name).is_dir() for name in ("images", "masks")):
        return False
    return not any(path.suffix.lower() in SUFFIXES for path in folder.iterdir())


def _tell_masks(kit: SegmentationKit) -> None:
    """Say what of a new kit deserves a second look."""
    threshold = str(kit.header.profile.threshold)
    masks = [entry.mask_terms for entry, _ in kit.items()]
    empty = sum(mask.objects[threshold] == 0 for mask in masks)
    full = sum(mask.objects[threshold] == mask.pixels - mask.border for mask in masks)
    if empty or full:
        sentence = text(
            "{empty} masks are empty and {full} are full; make sure that this is meant", empty=empty, full=full
        )
        tell(sentence, style="yellow")
    if kit.header.undecided is not None and not any(mask.border for mask in masks):
        tell(text("no mask has a pixel of the undecided value {value}", value=kit.header.undecided), style="yellow")
    if kit.header.trial:
        tell(text("non-conforming trial: every report of this kit will say so"), style="yellow")


def _colour(value: str) -> tuple[int, int, int]:
    found = re.fullmatch(r"#?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})", value)
    if found is None:
        raise InputError("--background: {value} is no colour; write '#RRGGBB', such as '#ffffff'", value=value)
    red, green, blue = (int(part, 16) for part in found.groups())
    return red, green, blue
