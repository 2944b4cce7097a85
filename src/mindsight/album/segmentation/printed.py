"""6.4.2 and 6.4.3: formulas (10) to (13) as printed in the document, for readers of a report who do not have it."""

from mindsight.album.reporting.blocks import clause_formulas
from mindsight.record.blocks import Paragraphs
from mindsight.text import text

_COUNTS = text(
    "TP: pixels in the mask and in the output; FP: only in the output; FN: only in the mask; TN: in neither (table 5)."
)
_ACCURACY = (
    text("(10)  PA = (TP + TN) / (TP + TN + FP + FN)"),
    text("(11)  score = PA × 100; the text of formula (11) is lost, this is how it is read"),
    _COUNTS,
)
_OVERLAP = (
    text("(12)  IoU = |A ∩ B| / |A ∪ B| = TP / (TP + FP + FN)"),
    text("(13)  score = IoU × 100; the text of formula (13) is lost, this is how it is read"),
    _COUNTS,
)


def printed_formulas() -> tuple[Paragraphs, ...]:
    """Return a block for each clause; its id names the clause."""
    return clause_formulas("6.4.2", _ACCURACY), clause_formulas("6.4.3", _OVERLAP)
