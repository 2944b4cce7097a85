"""Scenes and similarities made up for tests."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mindsight.home.autonomy.protocol import Completion, Decoy, Need, Proposal, Scene, Wording
from mindsight.home.autonomy.scoring.terms import Near, Terms, scene_terms
from mindsight.statistics.arrays import FloatArray


def need(name: str, **options: Any) -> Need:
    return Need(type=options.pop("type", name), text=Wording(en=f"see to the {name}", zh=f"处理{name}"), **options)


def scene(needs: Iterable[str | Need] = "abc", done: str = "", *, said: str | None = None, **options: Any) -> Scene:
    """Return a scene with a need for each name; those done are completed under an announcement of their own."""
    texts = [f"I see to {one}" for one in (done if said is None else said)]
    fields: dict[str, Any] = {
        "id": "scene",
        "task_class": "desk",
        "needs": tuple(need(one) if isinstance(one, str) else one for one in needs),
        "proposals": tuple(Proposal(text=one, step=number) for number, one in enumerate(texts)),
        "completed": tuple(Completion(need=one, text=f"I see to {one}") for one in done),
    }
    return Scene(**fields | options)


def decoy(key: str) -> Decoy:
    return Decoy(key=key, text=Wording(en=f"leave the {key}"))


def near(one: Scene, rng: np.random.Generator) -> Near:
    """Return similarities for a scene at random; those of needs are symmetric, with ones on the diagonal."""
    n, p, h, d = (len(part) for part in (one.completed, one.proposals, one.needs, one.decoys))
    among: FloatArray = rng.random((h, h))
    among = (among + among.T) / 2
    np.fill_diagonal(among, 1.0)
    return Near(rng.random((n, h)), rng.random((p, h)), among, rng.random((p, d)))


def terms(one: Scene, seed: int = 1, **options: Any) -> Terms:
    return scene_terms(one, near(one, np.random.default_rng(seed)), "en", **options)
