"""Write the JSON Schemas of the files that mindsight leaves and reads: ``python scripts/schemas.py`` → ``docs/schemas/``.

They come from the very models that write and read the files, so they cannot drift; a test says whether the committed
ones are current.
"""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode

from mindsight.album.classification.kit import ClassificationEntry, ClassificationHeader
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementHeader
from mindsight.album.segmentation.kit import SegmentationEntry, SegmentationHeader
from mindsight.home.autonomy.protocol import Protocol
from mindsight.home.imported.mapping import MappingFile
from mindsight.home.imported.pool import PoolHeader
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import Stimulus
from mindsight.rating.events import Rating
from mindsight.record.model import Item, Manifest, Results
from mindsight.review.declarations import Declarations
from mindsight.review.facts import FileLine
from mindsight.review.findings import Review
from mindsight.vsig.dataset.annotations import Annotations, Truths
from mindsight.vsig.dataset.data_file import SampleFile

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class ClassificationKit(ClassificationHeader):
    """``kit.json``: what holds for the whole kit, then its items in the order of their numbers."""

    items: tuple[ClassificationEntry, ...]


class EnhancementKit(EnhancementHeader):
    """``kit.json``: what holds for the whole kit, then its items in the order of their numbers."""

    items: tuple[EnhancementEntry, ...]


class SegmentationKit(SegmentationHeader):
    """``kit.json``: what holds for the whole kit, then its items in the order of their numbers."""

    items: tuple[SegmentationEntry, ...]


SCHEMAS: dict[str, tuple[str, type[BaseModel]]] = {
    "manifest": ("manifest.json of a run", Manifest),
    "item": ("one line of items.jsonl of a run", Item),
    "results": ("results.json of a run", Results),
    "rating": ("one line of ratings.jsonl of a rating campaign", Rating),
    "campaign": ("campaign.json of a rating campaign", Plan),
    "stimulus": ("one line of stimuli.jsonl of a rating campaign", Stimulus),
    "kit-classification": ("kit.json of an album kit for classification", ClassificationKit),
    "kit-enhancement": ("kit.json of an album kit for enhancement", EnhancementKit),
    "kit-segmentation": ("kit.json of an album kit for segmentation", SegmentationKit),
    "review": ("review.json of the review of a data set", Review),
    "review-file": ("one line of files.jsonl of the review of a data set", FileLine),
    "review-declarations": ("declarations.toml of a data set", Declarations),
    "home-protocol": ("protocol.json of autonomous tasks", Protocol),
    "question-mapping": ("mapping.toml of a question set", MappingFile),
    "question-pool": ("pool.json of a pool of questions", PoolHeader),
    "vsig-annotations": ("annotations.json of a vsig data set", Annotations),
    "vsig-eval-gt": ("eval_gt.json of a data set of EcoG-Bench", Truths),
    "vsig-samples": ("samples.json of a vsig run", SampleFile),
}
READ = {"home-protocol", "question-mapping", "review-declarations", "vsig-annotations", "vsig-eval-gt"}
"""Files that others write; their schemas say what is taken."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of one kind of file: of those that mindsight writes, every field is there."""
    title, model = SCHEMAS[name]
    mode: JsonSchemaMode = "validation" if name in READ else "serialization"
    return {"$schema": DIALECT, **model.model_json_schema(mode=mode), "title": title}


def page(name: str) -> str:
    """Return the content of the published file."""
    return json.dumps(schema(name), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def path(name: str) -> Path:
    """Return where the published file lies."""
    return FOLDER / f"{name}.schema.json"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in SCHEMAS:
        path(each).write_text(page(each), encoding="utf-8")
