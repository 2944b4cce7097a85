"""Options of the album commands: the product, its facts, the names and contents of its outputs."""

from __future__ import annotations

import typer

from mindsight.text import mark

KIT = typer.Argument(..., help=mark("Folder made by 'mindsight album kit'."))
PRODUCT = typer.Option(
    None, "--product", help=mark("Product file (TOML) with the product's facts, functions and conventions.")
)
FUNCTION = typer.Option(
    None, "--function", help=mark("Function of the product file, where several are of the kit's kind.")
)
SUFFIX = typer.Option(
    None, "--suffix", help=mark("Text between the number and the extension of an output, such as _enhanced.")
)
PAIRING = typer.Option(None, "--pairing", help=mark("Table (CSV or XLSX) that names the file of each number."))
NAME = typer.Option(None, "--name", help=mark("The product's name."))
VERSION = typer.Option(None, "--product-version", help=mark("The product's version."))
DEVICE = typer.Option(None, "--device", help=mark("Device the product ran on."))
SYSTEM = typer.Option(None, "--system", help=mark("Operating system of that device."))
NETWORK = typer.Option(None, "--network", help=mark("Network the product used; 'none' if it worked offline."))
ONLY = typer.Option(
    None, "--only", metavar="normative", help=mark("Compute the document's own scores and nothing beside them.")
)
NO_MEDIA = typer.Option(False, "--no-media", help=mark("Record only the hashes of the outputs, do not keep copies."))
SENSITIVITY = typer.Option(
    False, "--sensitivity", help=mark("Also record the pixel information that other readings of the document need.")
)
TIMEOUT = typer.Option(
    None,
    "--timeout",
    min=0.1,
    max=1e6,
    show_default="120",
    help=mark("Seconds a product may take for one picture."),
)
MEGAPIXELS = typer.Option(
    200.0, "--max-megapixels", min=0.01, max=1e6, help=mark("Largest picture accepted, in megapixels.")
)
LIMIT = typer.Option(None, "--limit", min=1, help=mark("Test only this many pictures of the kit, from the first."))
DRY_RUN = typer.Option(
    False, "--dry-run", help=mark("Check kit, subject and options, say what would be run, and write nothing.")
)
CLASS_MAP = typer.Option(
    None,
    "--class-map",
    help=mark("Table (CSV or XLSX) of the product's own names and the classes of the test that they mean."),
)
CLUSTERS = typer.Option(
    False, "--clusters", help=mark("The product names no classes: match its clusters to the classes, one to one.")
)
PROFILE = typer.Option("gdcsa022-2024/1", "--profile", help=mark("Built-in profile or TOML file."))
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
    help=mark("Grey levels by which a channel may differ and still count as equal."),
)
THRESHOLD = typer.Option(
    None,
    "--threshold",
    min=1,
    max=255,
    show_default="128",
    help=mark("Values of an output's alpha channel or mask from this one on are inside, such as 1 if the object is 1."),
)
CROPPED = typer.Option(
    False, "--cropped", help=mark("Outputs are cropped to the object; each is looked for in its original.")
)
CLUSTER = typer.Option(
    "file",
    "--cluster",
    metavar="file|folder",
    help=mark("What counts as independent: each file, or each sub-folder."),
)
