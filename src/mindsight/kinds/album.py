"""The kinds of run of the album suite: three functions of a product, and people's opinions of two of them."""

from __future__ import annotations

from functools import partial

from mindsight.kinds.kind import Kind, Lazy
from mindsight.text import text

_function = partial(
    Kind,
    suite="album",
    rule=Lazy("mindsight.album.procedure:RULE"),
    of_rule=frozenset({"status", "outcome", "terms", "parsed"}),
    on_kit=Lazy("mindsight.album.rebuilding:test_on_kit"),
    manifest_again=Lazy("mindsight.album.rebuilding:manifest_again"),
    items_again=Lazy("mindsight.album.rebuilding:items_again"),
    again_with=("kit",),
)
_opinion = partial(
    Kind,
    suite="album",
    at_once=True,
    rescore=Lazy("mindsight.rating.rated_run:rescore"),
    manifest_again=Lazy("mindsight.rating.rated_run:manifest_again"),
    items_again=Lazy("mindsight.rating.rebuilding:items_again"),
    again_with=("rated",),
    shown_otherwise=Lazy("mindsight.rating.rebuilding:shown_otherwise"),
    compare=Lazy("mindsight.rating.comparison:compare"),
)

KINDS = (
    _function(
        name="enhancement",
        title=text("Image enhancement of smart photo album products"),
        words=text("image enhancement"),
        test=Lazy("mindsight.album.enhancement.procedure:EnhancementTest"),
        rescore=Lazy("mindsight.album.enhancement.procedure:rescore"),
        question="enhancement",
    ),
    _function(
        name="segmentation",
        title=text("Image segmentation of smart photo album products"),
        words=text("image segmentation"),
        test=Lazy("mindsight.album.segmentation.procedure:SegmentationTest"),
        rescore=Lazy("mindsight.album.segmentation.procedure:rescore"),
        question="segmentation",
    ),
    _function(
        name="classification",
        title=text("Image classification of smart photo album products"),
        words=text("image classification"),
        test=Lazy("mindsight.album.classification.procedure:ClassificationTest"),
        rescore=Lazy("mindsight.album.classification.procedure:rescore"),
        compare=Lazy("mindsight.album.classification.comparison:compare"),
    ),
    _opinion(
        name="enhancement_opinion",
        title=text("Opinion on image quality (table 3)"),
        words=text("opinion on image enhancement"),
        question="enhancement",
    ),
    _opinion(
        name="segmentation_opinion",
        title=text("Opinion on segmentation (table 4)"),
        words=text("opinion on image segmentation"),
        question="segmentation",
    ),
)
