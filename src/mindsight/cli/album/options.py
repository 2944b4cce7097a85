"""Options of the album commands that are no choices of a test: kits, product files, a rehearsal."""

import typer

from mindsight.album.plan import AlbumPlan
from mindsight.cli.parser.planned import option_of
from mindsight.text import mark

KIT = typer.Argument(..., help=mark("Folder made by 'mindsight album kit'."))
PRODUCT = typer.Option(
    None, "--product", help=mark("Product file (TOML) with the product's facts, functions and conventions.")
)
FUNCTION = typer.Option(
    None, "--function", help=mark("Function of the product file, where several are of the kit's kind.")
)
DRY_RUN = typer.Option(
    False, "--dry-run", help=mark("Check kit, subject and options, say what would be run, and write nothing.")
)
PROFILE = typer.Option("gdcsa022-2024/1", "--profile", help=mark("Built-in profile or TOML file."))
CLUSTER = typer.Option(
    "file",
    "--cluster",
    metavar="file|folder",
    help=mark("What counts as independent: each file, or each sub-folder."),
)
MEGAPIXELS = option_of(AlbumPlan, "megapixels")
CLASS_MAP = option_of(AlbumPlan, "class_map")
