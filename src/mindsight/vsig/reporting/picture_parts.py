"""Shared parts of a sample's picture: the data to be shown, an empty sheet, a heading."""

from typing import TYPE_CHECKING, NamedTuple

from mindsight.record.model import Item
from mindsight.text import Language, Text, say
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting.item_marks import Given, Meant
from mindsight.vsig.reporting.lettering import harmless, typeface
from mindsight.vsig.reporting.pencil import INK, PAPER

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, MARGIN = 1600, 40
INNER = WIDTH - 2 * MARGIN


class Shown(NamedTuple):
    """A sample with its answer, for all parts of its picture."""

    sample: Sample
    item: Item
    profile: Profile
    subject: str
    meant: list[Meant]
    given: list[Given]
    language: Language

    def say(self, sentence: Text) -> str:
        """Return a sentence in the reader's language, with invisible characters escaped."""
        return harmless(say(sentence, self.language))


def sheet(height: float) -> "Image":
    """Return an empty part of the page."""
    from PIL import Image

    return Image.new("RGB", (INNER, max(1, round(height))), PAPER)


def heading(part: "Image", words: str) -> None:
    """Write the heading of a part at its top."""
    from PIL import ImageDraw

    ImageDraw.Draw(part).text((0, 30), words, font=typeface(26, bold=True), fill=INK, anchor="lm")
