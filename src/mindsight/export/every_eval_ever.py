"""Records in the schema of Every Eval Ever (0.3.0): an aggregate file, and a line per item and score that names it; pictures by hash.

The places of the files are those of its datastore: ``data/BENCHMARK/DEVELOPER/MODEL/UUID.json`` and ``UUID_samples.jsonl``.
"""

import calendar
import hashlib
import re
import time
import uuid
from pathlib import Path
from typing import Any

from mindsight.export.contents import Contents
from mindsight.export.samples import answer_of, target_of
from mindsight.files.whole import whole_file
from mindsight.record import canonical
from mindsight.record.model import Item, Measure

SCHEMA = "0.3.0"
_UNSAFE = re.compile(r"[^\w.-]+")
_NOWHERE = ("Infinity", "-Infinity")


def write_every_eval_ever(contents: Contents, folder: Path, organization: str | None = None) -> list[Path]:
    """Write the aggregate record and its samples; ``organization`` is who ran the test.

    A measure without value is left out, for the schema has no place for it. An item counts as correct if its score is the highest that
    the measure knows.
    """
    manifest = contents.manifest
    developer, model = _identity(contents)
    name = str(_uuid(contents))
    benchmark = _UNSAFE.sub("-", contents.name)
    place = f"data/{benchmark}/{developer}/{model}"
    samples, aggregate = folder / place / f"{name}_samples.jsonl", folder / place / f"{name}.json"
    common = {
        "schema_version": SCHEMA,
        "evaluation_id": f"{benchmark}/{developer}_{model}/{_epoch(contents)}",
    }
    digest, rows = hashlib.sha256(), 0
    with whole_file(samples) as file:
        for item in contents.items:
            for line in _samples(contents, item, {**common, "model_id": f"{developer}/{model}"}):
                digest.update(line)
                rows += 1
                file.write(line)
    page = {
        **common,
        "evaluation_timestamp": manifest.ended or manifest.started,
        "retrieved_timestamp": str(_epoch(contents)),
        "source_metadata": {
            "source_name": manifest.document.number,
            "source_type": "evaluation_run",
            "source_organization_name": organization or "unknown",
            "evaluator_relationship": "other",
        },
        "eval_library": {"name": "mindsight", "version": manifest.software.get("mindsight", "unknown")},
        "model_info": {
            "name": manifest.subject.name,
            "id": f"{developer}/{model}",
            "developer": developer,
            "additional_details": {
                "deployment_type": "unknown",
                "model_availability": "unknown",
                "spec": manifest.subject.spec,
            },
        },
        "evaluation_results": [_result(contents, one) for one in contents.measures if one.value is not None],
        "detailed_evaluation_results": {
            "format": "jsonl",
            "file_path": f"{place}/{samples.name}",
            "hash_algorithm": "sha256",
            "checksum": digest.hexdigest(),
            "total_rows": rows,
        },
    }
    with whole_file(aggregate) as file:
        file.write(canonical.page(page))
    return [aggregate, samples]


def _identity(contents: Contents) -> tuple[str, str]:
    """Return developer and model as parts of a path; the developer of a subject that names none is unknown."""
    scheme, _, rest = contents.manifest.subject.spec.partition(":")
    named = rest if scheme == "model" and "/" in rest else contents.manifest.subject.name
    developer, _, model = named.rpartition("/")
    if not developer:
        developer = "mindsight" if scheme == "baseline" else "unnamed"
    return _part(developer.rpartition("/")[2]), _part(model)


def _part(words: str) -> str:
    return _UNSAFE.sub("-", words).strip(".-")[:100] or "unnamed"


def _uuid(contents: Contents) -> uuid.UUID:
    """Return a number that follows from the record, so that the same record gives the same files."""
    seal = contents.manifest.items
    said = canonical.digest([contents.manifest.identity, "" if seal is None else seal.head])
    return uuid.UUID(bytes=bytes.fromhex(said)[:16], version=4)


def _epoch(contents: Contents) -> int:
    said = (contents.manifest.ended or contents.manifest.started)[:19]
    return calendar.timegm(time.strptime(said, "%Y-%m-%dT%H:%M:%S"))


def _result(contents: Contents, measure: Measure) -> dict[str, Any]:
    manifest, interval = contents.manifest, measure.interval
    details: dict[str, Any] = {"score": measure.value, "uncertainty": {"num_samples": measure.n}}
    if interval is not None:
        details["uncertainty"]["confidence_interval"] = {
            "lower": interval.low,
            "upper": interval.high,
            "confidence_level": interval.level,
            "method": interval.method,
        }
    return {
        "evaluation_result_id": measure.name,
        "evaluation_name": contents.name,
        "source_data": {
            "dataset_name": manifest.data.name,
            "source_type": "other",
            "additional_details": {"sha256": manifest.data.sha256, "instances": str(manifest.data.instances)},
        },
        "metric_config": {
            "metric_id": f"mindsight.{measure.name}",
            "metric_name": measure.name,
            "metric_unit": measure.unit,
            "evaluation_description": f"{manifest.document.number} {manifest.document.edition}, {measure.clause}",
            "lower_is_better": measure.better == "lower",
            "score_type": "continuous",
            "min_score": _NOWHERE[1] if measure.low is None else measure.low,
            "max_score": _NOWHERE[0] if measure.high is None else measure.high,
            "additional_details": {name: str(value) for name, value in measure.signature.identity.items()},
        },
        "score_details": details,
    }


def _samples(contents: Contents, item: Item, common: dict[str, str]) -> list[bytes]:
    """Return a line per score of an item; one that could not be tested has a line that says so."""
    words, target, answer = contents.words_of(item), target_of(contents, item), answer_of(item)
    reference = [] if target is None else [canonical.line(target).decode().strip()]
    highest = {one.name: one.high for one in contents.measures}
    scores = dict(contents.scores.get(item.id, {})) or {"none": 0.0}
    known = {one.name for one in contents.measures if one.value is not None}
    lines = []
    for name, score in scores.items():
        page = {
            **common,
            "evaluation_name": name,
            "evaluation_result_id": name if name in known else None,
            "sample_id": item.id,
            "sample_hash": canonical.sha256((words + "".join(reference)).encode()),
            "interaction_type": "single_turn",
            "input": {"raw": words, "reference": reference},
            "output": {"raw": [answer]},
            "answer_attribution": [
                {
                    "turn_idx": 0,
                    "source": "output.raw",
                    "extracted_value": canonical.line(item.parsed).decode().strip(),
                    "extraction_method": "custom",
                    "is_terminal": True,
                }
            ],
            "evaluation": {
                "score": score,
                "is_correct": item.status == "scored" and score == (highest.get(name) or 1.0),
            },
            "performance": {"latency_ms": round(item.time_s * 1000, 3)},
            "error": None if item.error is None else str(item.error),
            "metadata": {
                "instance": item.instance,
                "cluster": item.cluster,
                "outcome": item.outcome,
                "media": canonical.line(item.media).decode().strip(),
            },
        }
        lines.append(canonical.line(page))
    return lines
