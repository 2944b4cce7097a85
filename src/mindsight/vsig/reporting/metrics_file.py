"""``metrics.json`` of a run: the results under the key names of the original benchmark.

The four keys hold the headline, in which an unreadable answer is wrong; the same four under ``as_published`` leave such answers out, as
the original's table does. A value that was not scored is null, never 0.
"""

import functools
from collections.abc import Mapping
from typing import Any

from mindsight.record import canonical
from mindsight.text import Text, text
from mindsight.vsig.models.answers.predictions import ending
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.measures import (
    DIMENSIONS,
    PUBLISHED,
    Pool,
    counted_under_ecog,
    ecog_means,
    overall_of,
    reading_of,
)
from mindsight.vsig.scoring.shares import Rows, Shares

NAME = "metrics.json"
KEYS = {"intent": "intent_grounding_accuracy", "spatial": "spatial_grounding_accuracy"}
KEYS |= {"temporal": "temporal_grounding_accuracy", "overall": "overall_score"}
_OWN_KEYS = {"intent": "intent_accuracy", "spatial": "spatial_grounding", "temporal": "temporal_grounding"}
_OWN_KEYS |= {"overall": "overall"}

Metrics = dict[str, Any]


def metrics_of(shares: Shares, profile: Profile) -> Metrics:
    """Return the results of a run under the original's names."""
    templates = shares.templates
    groups = {f"指令{template}": shares.where(templates, template) for template in sorted(templates.different, key=str)}
    if profile.family == "ecog":
        breakdown = {name: _ecog(shares, rows) for name, rows in groups.items()}
        found: Metrics = {**_ecog(shares), "instruction_breakdown": breakdown}
    else:
        reading = reading_of(profile)
        found = {KEYS[name]: value for name, value in _values(Pool(shares, reading)).items()}
        found["as_published"] = {KEYS[name]: value for name, value in _values(Pool(shares, PUBLISHED)).items()}
        found["instruction_breakdown"] = {
            name: {
                **{_OWN_KEYS[key]: value for key, value in _values(Pool(shares, reading, rows=rows)).items()},
                "count": int(rows.sum()),
            }
            for name, rows in groups.items()
        }
    endings = {name: int(shares.where(shares.outcomes, name).sum()) for name in shares.outcomes.different}
    found["statistics"] = {
        "total_samples": len(shares),
        "processed_samples": endings.get("scored", 0),
        "failed_samples": {ending: count for ending, count in sorted(endings.items()) if ending != "scored"},
        "samples_by_instruction": {name: int(rows.sum()) for name, rows in groups.items()},
    }
    found["profile"] = profile.name
    return found


def page(metrics: Mapping[str, Any]) -> bytes:
    """Return the file's content."""
    return canonical.page(metrics)


def heading(metrics: Mapping[str, Any]) -> Text:
    """Return the sentence above the result block: the number of samples and of readable answers."""
    counts = metrics["statistics"]
    failed = [
        text("{ending}: {count}", ending=ending(name), count=count) for name, count in counts["failed_samples"].items()
    ]
    return text(
        "Samples: {total}; answers that could be read: {read}; others: {failed}",
        total=counts["total_samples"],
        read=counts["processed_samples"],
        failed=functools.reduce(lambda one, other: text("{one}, {other}", one=one, other=other), failed)
        if failed
        else 0,
    )


def _values(pool: Pool) -> dict[str, float | None]:
    values = {name: pool.value(name) for name in DIMENSIONS}
    parts = [value for name in pool.overall_parts() if (value := values[name]) is not None]
    return {**values, "overall": overall_of(parts)}


def _ecog(shares: Shares, rows: Rows | None = None) -> Metrics:
    counted = int(counted_under_ecog(shares, rows).sum())
    means = ecog_means(shares, rows)
    return {**{name.removeprefix("ecog."): value for name, value in means.items()}, "count": counted}
