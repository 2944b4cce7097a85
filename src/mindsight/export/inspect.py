"""A log of Inspect AI: a sample per item with its pictures and scores, a metric per measure; ``inspect view`` opens it."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.export.contents import Contents
from mindsight.record import canonical
from mindsight.record.model import Item, Measure

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample, EvalScore
    from inspect_ai.model import ContentImage

_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
_MOST_PICTURES = 12
"""Pictures of an item that go into its sample; an episode can have hundreds."""


def to_inspect(contents: Contents, *, media: bool = True) -> "EvalLog":
    """Return the run as a log.

    What a run does not keep is left empty and not made up: the conversation, and the tokens of each call. The answer stands in each sample
    as it was recorded, as JSON.
    """
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalResults, EvalSpec

    manifest = contents.manifest
    seal = "" if manifest.items is None else manifest.items.head
    return EvalLog(
        status="success",
        eval=EvalSpec(
            eval_id=seal[:22],
            run_id=seal[:22],
            task_id=seal[:22],
            created=manifest.started,
            task=contents.name,
            dataset=EvalDataset(name=manifest.data.name, samples=contents.count, sample_ids=list(contents.scores)),
            model=manifest.subject.name,
            config=EvalConfig(),
            packages=dict(manifest.software),
            metadata={"mindsight": manifest.model_dump(mode="json")},
        ),
        results=EvalResults(
            total_samples=contents.count,
            completed_samples=sum(item.status == "scored" for item in contents.items),
            scores=[_metric(one) for one in contents.measures if one.value is not None],
            metadata={"without value": {one.name: one.status for one in contents.measures if one.value is None}},
        ),
        samples=[_sample(contents, item, media=media) for item in contents.items],
    )


def write_log(log: "EvalLog", path: Path) -> None:
    """Write a log as ``.eval``."""
    from inspect_ai.log import write_eval_log

    write_eval_log(log, str(path), format="eval")


def _sample(contents: Contents, item: Item, *, media: bool) -> "EvalSample":
    from inspect_ai._util.error import EvalError
    from inspect_ai.log import EvalSample
    from inspect_ai.model import ChatMessageUser, ContentText, ModelOutput
    from inspect_ai.scorer import Score

    pictures = list(_pictures(contents, item)) if media else []
    answer = canonical.line(item.answer).decode().strip()
    scores = {
        name: Score(value=value, answer=None, explanation=item.outcome)
        for name, value in contents.scores.get(item.id, {}).items()
    }
    return EvalSample(
        id=item.id,
        epoch=1,
        input=[ChatMessageUser(content=[ContentText(text=item.id), *pictures])],
        target="",
        output=ModelOutput.from_content(contents.manifest.subject.name, answer),
        scores=scores,
        error=None if item.error is None else EvalError(message=str(item.error), traceback="", traceback_ansi=""),
        metadata={
            "instance": item.instance,
            "cluster": item.cluster,
            "outcome": item.outcome,
            "parsed": item.parsed,
            "terms": item.terms,
        },
        total_time=item.time_s,
    )


def _pictures(contents: Contents, item: Item) -> "Iterator[ContentImage]":
    from inspect_ai.model import ContentImage

    names = [name for name in dict.fromkeys(item.media.values()) if Path(name).suffix.lower() in _KINDS]
    for name in names[:_MOST_PICTURES]:
        data = base64.b64encode(contents.media(name)).decode()
        yield ContentImage(image=f"data:{_KINDS[Path(name).suffix.lower()]};base64,{data}")


def _metric(measure: Measure) -> "EvalScore":
    from inspect_ai.log import EvalMetric, EvalScore

    values = {"value": measure.value}
    if measure.interval is not None:
        values.update(low=measure.interval.low, high=measure.interval.high)
    return EvalScore(
        name=measure.name,
        scorer="mindsight",
        scored_samples=measure.n,
        metrics={name: EvalMetric(name=name, value=value) for name, value in values.items() if value is not None},
        metadata={"unit": measure.unit, "clause": measure.clause, "signature": measure.signature.model_dump()},
    )
