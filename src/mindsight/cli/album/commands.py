"""``mindsight album``: smart photo album products (T/GDCSA 022-2024); its commands in the order of ``--help``."""

import typer

from mindsight.cli.album import photoprism, product, record, report, run, score, table
from mindsight.cli.album.kit import classification, enhancement, segmentation
from mindsight.text import mark

album = typer.Typer(
    help=mark("Test smart photo album products (T/GDCSA 022-2024)."), no_args_is_help=True, rich_markup_mode=None
)
album.command(
    "record", help=mark("Write number, actual and predicted class of a classification run as a table (clause 5.3).")
)(record.write_record)
album.command("table", help=mark("Compute Macro-F1 from a finished table of actual and predicted classes."))(
    table.score_table
)
album.command("report", help=mark("Join the runs of one product's functions on one page, in the form of table 1."))(
    report.join_runs
)
album.command("photoprism", help=mark("Make a table of labels for 'album score' from saved answers of PhotoPrism."))(
    photoprism.import_photoprism
)
album.command("product", help=mark("Check a product file and show its functions by kind (clause 5.2)."))(
    product.show_product
)
album.command("run", help=mark("Run a product on a kit, score what comes back and write a report."))(run.run_kit)
album.command("score", help=mark("Score the outputs that an operator brought back, paired with the kit by name."))(
    score.score_folder
)

kit = typer.Typer(
    help=mark("Prepare the pictures of a test and a sheet for its operator."),
    no_args_is_help=True,
    rich_markup_mode=None,
)
album.add_typer(kit, name="kit")
kit.command(
    "classification", help=mark("Make a kit for image classification from images of known class (clause 5.3).")
)(classification.make_kit)
kit.command(
    "segmentation",
    help=mark("Make a kit for image segmentation from originals and masks made by hand (clause 5.3)."),
)(segmentation.make_kit)
kit.command("enhancement", help=mark("Make a kit for image enhancement from reference photographs (clause 5.3)."))(
    enhancement.make_kit
)
