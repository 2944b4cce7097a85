"""A log of Inspect AI: a sample per item with its pictures and scores, a metric per measure; ``inspect view`` opens it.

Samples are written one by one by Inspect's own recorder; ``write_eval_log``, its public function, takes a log that holds all of them.
"""

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.export.contents import Contents
from mindsight.export.samples import target_of
from mindsight.files.whole import whole_file
from mindsight.record import canonical
from mindsight.record.model import Item, Measure

if TYPE_CHECKING:
    from inspect_ai.log import EvalResults, EvalSample, EvalScore, EvalSpec
    from inspect_ai.model import ContentImage

LOG = "run.eval"
_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
_MOST_PICTURES = 12
"""Pictures of an item that go into its sample; an episode can have hundreds."""
_MOST_SAMPLES, _MOST_BYTES = 500, 1 << 24
"""Samples, and bytes of pictures, that are held before they are written; to write each at once takes time squared."""


def write_inspect(contents: Contents, folder: Path, *, media: bool = True) -> list[Path]:
    """Write the run as a log, and return its file.

    What a run does not keep is left empty and not made up: the conversation, and the tokens of each call. Words and truth are those of the
    run's data, as far as it has any; truth and answer stand in each sample as they were recorded, as JSON.
    """
    with whole_file(folder / LOG) as file:
        asyncio.run(_write(contents, file.name, media=media))
    return [folder / LOG]


async def _write(contents: Contents, file: str, *, media: bool) -> None:
    from inspect_ai.log import EvalPlan, EvalStats, condense_sample
    from inspect_ai.log._recorders.eval import EvalRecorder

    recorder, spec = EvalRecorder(str(Path(file).parent)), _spec(contents)
    await recorder.log_init(spec, file, clean=True)
    (log,) = recorder.data.values()
    await recorder.log_start(spec, EvalPlan())
    samples = size = 0
    for item in contents.items:
        pictures = list(_pictures(contents, item)) if media else []
        await recorder.log_sample(spec, condense_sample(_sample(contents, item, pictures)))
        samples, size = samples + 1, size + sum(len(one.image) for one in pictures)
        if samples >= _MOST_SAMPLES or size >= _MOST_BYTES:
            # Not the recorder's flush, which copies the whole log each time.
            await log.write_buffered_samples()
            samples = size = 0
    await recorder.log_finish(spec, "success", EvalStats(), _results(contents), None, header_only=True)


def _spec(contents: Contents) -> "EvalSpec":
    from inspect_ai.log import EvalConfig, EvalDataset, EvalSpec

    manifest = contents.manifest
    seal = "" if manifest.items is None else manifest.items.head
    return EvalSpec(
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
    )


def _results(contents: Contents) -> "EvalResults":
    from inspect_ai.log import EvalResults

    return EvalResults(
        total_samples=contents.count,
        completed_samples=sum(item.status == "scored" for item in contents.items),
        scores=[_metric(one) for one in contents.measures if one.value is not None],
        metadata={"without value": {one.name: one.status for one in contents.measures if one.value is None}},
    )


def _sample(contents: Contents, item: Item, pictures: "list[ContentImage]") -> "EvalSample":
    from inspect_ai._util.error import EvalError
    from inspect_ai.log import EvalSample
    from inspect_ai.model import ChatMessageUser, ContentText, ModelOutput
    from inspect_ai.scorer import Score

    answer, target = canonical.line(item.answer).decode().strip(), target_of(contents, item)
    scores = {
        name: Score(value=value, answer=None, explanation=item.outcome)
        for name, value in contents.scores.get(item.id, {}).items()
    }
    return EvalSample(
        id=item.id,
        epoch=1,
        input=[ChatMessageUser(content=[ContentText(text=contents.words_of(item)), *pictures])],
        target="" if target is None else canonical.line(target).decode().strip(),
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

    names = [name for name in contents.named(item) if Path(name).suffix.lower() in _KINDS]
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
