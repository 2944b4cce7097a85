"""The kinds of run of the vsig suite: the test itself, and the test under controls."""

from __future__ import annotations

from functools import partial

from mindsight.kinds.kind import Kind, Lazy
from mindsight.text import text

_vsig = partial(
    Kind,
    suite="vsig",
    items_again=Lazy("mindsight.vsig.rebuilding:items_again"),
    rule=Lazy("mindsight.vsig.suite:RULE"),
    of_rule=frozenset({"terms"}),
    entries="samples",
    order="by_id",
    demonstration=text("Demonstration data: these numbers say nothing about any model."),
)

KINDS = (
    _vsig(
        name="grounding",
        title=text("Visual-speech intent grounding"),
        words=text("intent grounding"),
        test=Lazy("mindsight.vsig.suite:VsigTest"),
        rescore=Lazy("mindsight.vsig.totals:rescore"),
        beside=Lazy("mindsight.vsig.totals:metrics_page"),
        manifest_again=Lazy("mindsight.vsig.rebuilding:manifest_again"),
        compare=Lazy("mindsight.vsig.comparison:compare"),
    ),
    _vsig(
        name="controls",
        title=text("Controls of visual-speech intent grounding"),
        words=text("controls"),
        test=Lazy("mindsight.vsig.controls.testing:ControlsTest"),
        rescore=Lazy("mindsight.vsig.controls.totals:rescore"),
        manifest_again=Lazy("mindsight.vsig.rebuilding:controls_again"),
    ),
)
