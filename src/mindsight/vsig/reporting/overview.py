"""Overview of the usable part of a data set: one table, and the facts of each sample."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mindsight.record.blocks import Column, Table
from mindsight.text import text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.language.speech import spans_of


def overview(samples: Sequence[Sample]) -> Table:
    """Return the table of samples by template and layout, with the number of targets for each kind of score."""
    groups = sorted({(sample.template, sample.layout) for sample in samples})
    columns = (
        Column(title=text("template"), align="left"),
        Column(title=text("layout"), align="left"),
        Column(title=text("samples")),
        Column(title=text("targets")),
        Column(title=text("with a time")),
        Column(title=text("objects without a mask")),
        Column(title=text("without sound")),
    )
    rows = []
    for template, layout in groups:
        own = [sample for sample in samples if (sample.template, sample.layout) == (template, layout)]
        counts: Counter[str] = sum((_counts(sample) for sample in own), Counter())
        kinds = ("targets", "timed", "maskless", "silent")
        rows.append((f"指令{template}", layout, len(own), *(counts[kind] for kind in kinds)))
    return Table(id="vsig-data", title=text("Samples that can be used"), columns=columns, rows=tuple(rows))


def facts_of(sample: Sample) -> dict[str, Any]:
    """Return the facts of a sample for programs: everything except pixels."""
    return {
        "id": sample.id,
        "layout": sample.layout,
        "template": sample.template,
        "level": sample.level,
        "scene": sample.scene,
        "language": sample.language,
        "folder": sample.folder,
        "video": sample.video,
        "sha256": sample.sha256,
        "size": list(sample.size),
        "last_ms": sample.last_ms,
        "length_ms": sample.length_ms,
        "has_sound": sample.has_sound,
        "speech": sample.speech.text if sample.speech else None,
        "speech_status": spans_of(sample.template, sample.speech).status,
        "targets": [
            {"kind": target.kind, "name": target.name, "masked": target.mask is not None, "stroke": target.stroke}
            for target in sample.targets
        ],
        "fingerprint": sample.fingerprint,
    }


def _counts(sample: Sample) -> Counter[str]:
    spoken = spans_of(sample.template, sample.speech).status == "ok"
    return Counter(
        targets=len(sample.targets),
        timed=sum(spoken or target.stroke is not None for target in sample.targets),
        maskless=sum(target.kind == "object" and target.mask is None for target in sample.targets),
        silent=not sample.has_sound,
    )
