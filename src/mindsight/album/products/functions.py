"""5.2 and table 1: the three kinds of functions of an album product, and the metrics of each."""

from typing import NamedTuple

from mindsight.clauses import implements
from mindsight.text import Text, text


class Indicator(NamedTuple):
    """One row of table 1; ``measure`` names the measure it reports."""

    kind: str
    category: Text
    name: Text
    method: Text
    clause: str
    measure: str


@implements("album", "6.1")
@implements("album", "table.1")
def indicators() -> tuple[Indicator, ...]:
    """Return the seven indicators of the metric system (6.1) in the order of table 1."""
    computed, opinion = text("computed"), text("rated by people")
    classification = text("Image classification")
    enhancement = text("Image enhancement")
    segmentation = text("Image segmentation")
    return (
        Indicator("classification", classification, text("Macro-F1"), computed, "6.2.1", "album.macro_f1"),
        Indicator(
            "enhancement", enhancement, text("Opinion on image quality"), opinion, "6.3.1", "album.enhancement_opinion"
        ),
        Indicator("enhancement", enhancement, text("PSNR score"), computed, "6.3.2", "album.psnr"),
        Indicator("enhancement", enhancement, text("SSIM score"), computed, "6.3.3", "album.ssim"),
        Indicator(
            "segmentation",
            segmentation,
            text("Opinion on segmentation"),
            opinion,
            "6.4.1",
            "album.segmentation_opinion",
        ),
        Indicator(
            "segmentation", segmentation, text("Pixel accuracy score"), computed, "6.4.2", "album.pixel_accuracy"
        ),
        Indicator("segmentation", segmentation, text("Pixel overlap score (IoU)"), computed, "6.4.3", "album.iou"),
    )
