"""A small campaign of questions of every form, with their right answers as people give them."""

from pathlib import Path

import cv2
import numpy as np

from home.questions.made_up import REGION, question
from mindsight.cli.home.questions.agreement import catalogue_page
from mindsight.home.questions.people.pages import pages_of
from mindsight.home.questions.question import Question
from mindsight.rating.campaigns.catalogue import make_catalogue
from mindsight.rating.campaigns.folder import CampaignFolder

QUESTIONS = [
    question(id="choice-1", group="g1", scene="tabletop-7-1"),
    question("yes_no", "yes", id="yes-1", group="g2", scene="tabletop-7-2", words={"zh": "门开着吗？", "en": "Is the door open?"}),
    question("number", 3.0, id="number-1", group="g3", scene="tabletop-7-3", unit="cm", words={"zh": "多高？", "en": "How high?"}),
    question("text", ["milk"], id="text-1", group="g4", scene="tabletop-7-4", words={"zh": "写着什么？", "en": "What does it say?"}),
    question("point", None, id="point-1", group="g5", scene="tabletop-7-5", truth={"regions": (REGION,)},
             words={"zh": "马克杯在哪里？", "en": "Where is the mug?"}, pictures=("0" * 64, "1" * 64)),
    question("box", None, id="box-1", group="g6", scene="tabletop-7-6", truth={"box": (100, 200, 300, 400)},
             words={"zh": "框出马克杯。", "en": "Mark the mug."}),
    question("sequence", ["blue", "red"], id="sequence-1", group="g7", scene="tabletop-7-7",
             words={"zh": "从左到右是什么颜色？", "en": "Which colours from left to right?"}),
    question(reason="absent", id="absent-1", group="g8", scene="tabletop-7-8",
             words={"zh": "茶壶是什么颜色？", "en": "What colour is the teapot?"}),
]  # fmt: skip
RIGHT = {
    "choice-1": "B", "yes-1": "yes", "number-1": "3", "text-1": "milk", "point-1": "[150, 150]", "box-1": "[100, 200, 300, 400]",
    "sequence-1": "B, A", "absent-1": "cannot",
}  # fmt: skip


class Photographs:
    """Two pictures by their place, in place of drawn scenes."""

    def of(self, asked: Question) -> list[bytes]:
        """Return as many pictures as a question has."""
        rng = np.random.default_rng(3)
        pixels = [cv2.resize(rng.integers(0, 255, (6, 8, 3), dtype=np.uint8), (400, 300)) for _ in asked.pictures]
        return [cv2.imencode(".jpg", one)[1].tobytes() for one in pixels]


def catalogue_in(path: Path, least_viewing_s: float = 0.0) -> CampaignFolder:
    """Make the campaign."""
    pages = map(catalogue_page, pages_of(QUESTIONS, Photographs()))  # type: ignore[arg-type]
    return make_catalogue(path, pages, name="home", seed=4, languages=("en", "zh"), least_viewing_s=least_viewing_s)
