"""``mindsight album``: smart photo album products (T/GDCSA 022-2024); the commands in the order of ``--help``."""

from mindsight.cli.album import photoprism, product, record, report, run, score, table
from mindsight.cli.album.kit import classification, enhancement, segmentation
from mindsight.cli.parser.panels import Commands
from mindsight.text import mark

album = Commands()

kit = Commands()
album.add_group("kit", kit, mark("Prepare the pictures of a test and a sheet for its operator."))
kit.add(
    "classification",
    classification.make_kit,
    mark("Make a kit for image classification from images of known class (clause 5.3)."),
)
kit.add(
    "segmentation",
    segmentation.make_kit,
    mark("Make a kit for image segmentation from originals and masks made by hand (clause 5.3)."),
)
kit.add(
    "enhancement",
    enhancement.make_kit,
    mark("Make a kit for image enhancement from reference photographs (clause 5.3)."),
)

album.add("run", run.run_kit, mark("Run a product on a kit, score its outputs and write a report."))
album.add("score", score.score_folder, mark("Score outputs collected by hand, matched to the kit by name."))
album.add(
    "report", report.join_runs, mark("Combine the runs of one product's functions on one page, in the form of table 1.")
)
album.add(
    "record",
    record.write_record,
    mark("Write number, actual and predicted class of a classification run as a table (clause 5.3)."),
)
album.add("table", table.score_table, mark("Compute Macro-F1 from a finished table of actual and predicted classes."))
album.add("product", product.show_product, mark("Check a product file and show its functions by kind (clause 5.2)."))
album.add(
    "photoprism",
    photoprism.import_photoprism,
    mark("Make a table of labels for 'album score' from saved answers of PhotoPrism."),
)
