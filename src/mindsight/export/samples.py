"""Results as lmms-eval logs them: ``DATE_results.json`` and ``DATE_samples_TASK.jsonl`` in a folder named after the subject."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.export.contents import Contents
from mindsight.files.whole import whole_file
from mindsight.record import canonical
from mindsight.record.model import Item

_UNSAFE = re.compile(r"[^\w.-]+")


def write_samples(contents: Contents, folder: Path) -> list[Path]:
    """Write a line per item with its answer, target and scores, and the measures as one file.

    As lmms-eval does, pictures are named and not contained: ``media`` has their hashes.
    """
    manifest = contents.manifest
    date = (manifest.ended or manifest.started).replace(":", "-")
    place = folder / (_UNSAFE.sub("__", manifest.subject.name).strip("._") or "subject")
    task = _UNSAFE.sub("_", contents.name)
    samples, results = place / f"{date}_samples_{task}.jsonl", place / f"{date}_results.json"
    with whole_file(samples) as file:
        for number, item in enumerate(contents.items):
            file.write(canonical.line(_sample(contents, item, number)))
    with whole_file(results) as file:
        file.write(canonical.page(_results(contents, task)))
    return [samples, results]


def _sample(contents: Contents, item: Item, number: int) -> dict[str, Any]:
    words = contents.words_of(item)
    target = canonical.line(target_of(contents, item)).decode().strip()
    answer = answer_of(item)
    return {
        "doc_id": number,
        "doc_hash": item.instance,
        "prompt_hash": canonical.sha256(words.encode()),
        "target_hash": canonical.sha256(target.encode()),
        "input": words,
        "target": target,
        "resps": [[answer]],
        "filtered_resps": [canonical.line(item.parsed).decode().strip()],
        "id": item.id,
        "outcome": item.outcome,
        "media": sorted(set(item.media.values())),
        **{name: contents.scores.get(item.id, {}).get(name) for name in contents.scores.names},
    }


def answer_of(item: Item) -> str:
    """Return the answer as it was given: its text if it has one, else as JSON."""
    said = item.answer.get("text")
    return said if isinstance(said, str) else canonical.line(item.answer).decode().strip()


def target_of(contents: Contents, item: Item) -> Any:
    """Return what was right, as far as the data list says it: the truth of a question, the goal of a task, the class of a photograph."""
    entry = contents.entry_of(item)
    return next((entry[name] for name in ("truth", "goal", "actual") if name in entry), None)


def _results(contents: Contents, task: str) -> dict[str, Any]:
    manifest = contents.manifest
    values: dict[str, Any] = {"alias": contents.name}
    for measure in contents.measures:
        if measure.value is not None:
            values[f"{measure.name},none"] = measure.value
            values[f"{measure.name}_stderr,none"] = "N/A"
            values |= dict(_bounds(measure.name, measure.interval))
    return {
        "results": {task: values},
        "configs": {
            task: {"task": task, "dataset_path": manifest.data.name, "metadata": {"version": str(manifest.version)}}
        },
        "versions": {task: str(manifest.version)},
        "n-samples": {task: {"original": contents.count, "effective": contents.count}},
        "higher_is_better": {task: {one.name: one.better == "higher" for one in contents.measures}},
        "config": {"model": manifest.subject.spec, "model_args": ""},
        "model_name": manifest.subject.name,
        "date": manifest.ended,
    }


def _bounds(name: str, interval: Any) -> Iterator[tuple[str, float]]:
    if interval is not None:
        yield f"{name}_low,none", interval.low
        yield f"{name}_high,none", interval.high
