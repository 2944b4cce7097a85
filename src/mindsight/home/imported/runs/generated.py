"""Generated questions beside those of a pool in one run: which classes they are, and what the manifest says of them."""

from collections.abc import Sequence
from typing import Any

from mindsight.home.classes import DIMENSIONS
from mindsight.home.imported.pool import PoolHeader
from mindsight.home.questions import classes
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.suite import class_pages, drawing_facts, versioned_keys
from mindsight.record.model import Manifest, Scalar


def beside(pool: PoolHeader, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the classes of a run that are generated: those that the pool has not."""
    own = {one.key for one in pool.classes}
    return tuple(key for key in keys if key not in own)


def generated_of(manifest: Manifest) -> list[str]:
    """Return the classes of a run that are generated, as its manifest says."""
    return [key for key in manifest.plan["tasks"] if manifest.plan["classes"][key].get("generated")]


def generated_facts(keys: Sequence[str]) -> dict[str, Scalar]:
    """Return what generated classes add to a result's identity; nothing if there are none."""
    return {"generated": versioned_keys(keys), **drawing_facts()} if keys else {}


def generated_pages(plan: QuestionPlan, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return what the manifest says of generated classes; that they are generated is said, too."""
    return {key: {**page, "generated": True} for key, page in class_pages(plan, keys).items()}


def dimensions_of(pool: PoolHeader, keys: Sequence[str]) -> dict[str, list[str]]:
    """Return the classes of a run by dimension, those of the pool and generated ones together."""
    of = {one.key: one.dimension for one in pool.classes}
    of.update({key: classes.load()[key].dimension for key in beside(pool, keys)})
    own = {name: [key for key in keys if of[key] == name] for name in DIMENSIONS}
    return {name: found for name, found in own.items() if found}
