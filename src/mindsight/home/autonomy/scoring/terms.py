"""Home 6.4.2 e): what one scene contributes to S, from its protocol and the similarities of its texts.

A scene is one test cycle (测试周期) with one time budget, so R, TC and the score are computed per scene and averaged over the
scenes of a class; all figures of a class are then means over independent units.
"""

import unicodedata
from dataclasses import dataclass

import numpy as np

from mindsight.clauses import implements
from mindsight.home.autonomy.protocol import Language, Scene
from mindsight.home.autonomy.scoring.coverage import coverage
from mindsight.home.autonomy.scoring.relevance import best_match, perfect_relevance, relevance, weights_of
from mindsight.statistics.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class Near:
    """Similarities |cos| of the texts of a scene, each in [0, 1]; N completed tasks, P proposals, H needs, D decoys.

    Attributes:
        completed: Texts t_i of the completed tasks to the needs, shape (N, H).
        proposals: Proposals to the needs, shape (P, H).
        needs: Needs to each other, shape (H, H).
        decoys: Proposals to the decoys, shape (P, D); D may be 0.
    """

    completed: FloatArray
    proposals: FloatArray
    needs: FloatArray
    decoys: FloatArray


@dataclass(frozen=True, slots=True)
class Terms:
    """What one scene contributes; every number of a class follows from the terms of its scenes.

    Attributes:
        scene: The id of the scene.
        task_class: Its class.
        needs: Number of needs H.
        completed: Number of completed tasks N.
        met: How many of these met a need.
        decoys: How many acted on a decoy.
        unannounced: How many were not announced.
        duplicates: Completed tasks whose text occurred before.
        types: Task types in the scene.
        types_met: Types of which a need was met.
        proposals: Number of proposals P.
        distinct: Number of proposals with different texts.
        carried_out: How many of these are the text of a completed task.
        noticed: Needs that were met or named by a proposal; None if it cannot be determined.
        harm: Things that were in order and are not any more.
        worse: Needs made worse.
        finished: Whether the system said that it was finished.
        coverage: TC of the scene; None without needs, like all below.
        relevance: R over the completed tasks.
        relevance_proposed: R over all proposals.
        relevance_unique: R over completed tasks with different texts.
        relevance_best: Mean similarity of the completed tasks to the nearest need.
        relevance_perfect: R(H), that of the needs themselves.
    """

    scene: str
    task_class: str
    needs: int
    completed: int
    met: int
    decoys: int
    unannounced: int
    duplicates: int
    types: tuple[str, ...]
    types_met: tuple[str, ...]
    proposals: int
    distinct: int
    carried_out: int
    noticed: int | None
    harm: int
    worse: int
    finished: bool
    coverage: float | None = None
    relevance: float | None = None
    relevance_proposed: float | None = None
    relevance_unique: float | None = None
    relevance_best: float | None = None
    relevance_perfect: float | None = None

    @property
    def relevance_plain(self) -> float:
        """The share of deeds that met a need less the share that did harm, in [-1, 1]; 0 without any deed.

        Deeds are completed tasks and harmed things.
        """
        deeds = self.completed + self.harm
        return (self.met - self.harm) / deeds if deeds else 0.0


@implements("home", "6.4.2-e")
def scene_terms(scene: Scene, near: Near, language: Language, *, unrelated: float | None = None) -> Terms:
    """Return what a scene contributes: the completed tasks counted, R by formula 2 and TC by formula 3 (6.4.2 e)).

    R is over the completed tasks, as 6.4.2 e) says (统计所有已完成任务); over all proposals it stands beside it.

    Args:
        scene: The protocol of the scene.
        near: The similarities of its texts.
        language: The language in which needs are worded.
        unrelated: Similarity that wordings of different needs rarely exceed. A proposal names the need that it is nearest to, if it is
            nearer than this and no decoy is nearer. None: unknown, so the needs noticed are not counted.

    Raises:
        ValueError: The shapes do not fit the protocol.
    """
    _check_shapes(scene, near)
    met = set(scene.met)
    texts = [plain(scene.text_of(one, language)) for one in scene.completed]
    said = {plain(one.text) for one in scene.proposals}
    decoys = {decoy.key for decoy in scene.decoys}
    announced = {plain(one.text or "") for one in scene.completed if one.announced}
    types = tuple(dict.fromkeys(need.type for need in scene.needs))
    types_met = tuple(dict.fromkeys(need.type for need in scene.needs if need.name in met))
    return Terms(
        scene=scene.id,
        task_class=scene.task_class,
        needs=len(scene.needs),
        completed=len(scene.completed),
        met=len(met),
        decoys=sum(one.need in decoys for one in scene.completed),
        unannounced=sum(not one.announced for one in scene.completed),
        duplicates=len(texts) - len(set(texts)),
        types=types,
        types_met=types_met,
        proposals=len(scene.proposals),
        distinct=len(said),
        carried_out=len(said & announced),
        noticed=_noticed(scene, near, unrelated),
        harm=len(scene.harm),
        worse=len(set(scene.worse)),
        finished=scene.ending == "finished",
        **_relevances(scene, near, texts),
        coverage=coverage(set(types_met), set(types)) if types else None,
    )


def plain(said: str) -> str:
    """Return a text in the form in which duplicates are found: no punctuation, spaces, case or width of characters."""
    folded = unicodedata.normalize("NFKC", said).casefold()
    return "".join(one for one in folded if unicodedata.category(one)[0] not in "PZSC")


def unrelated_of(among: FloatArray, groups: list[str], quantile: float = 0.95) -> float | None:
    """Return the similarity that wordings of needs from different groups rarely exceed.

    Args:
        among: Similarities of all different wordings of needs to each other, shape (K, K).
        groups: The group of each wording, such as its class, length K.
        quantile: The share of pairs that is not above the result, in (0, 1).

    Returns:
        The quantile over pairs from different groups, in [0, 1]; None if there is a single group.
    """
    names = np.array(groups)
    pairs = among[np.triu(names[:, None] != names[None, :], 1)] if groups else np.zeros(0)
    return float(np.quantile(pairs, quantile)) if pairs.size else None


def _relevances(scene: Scene, near: Near, texts: list[str]) -> dict[str, float]:
    if not scene.needs:
        return {}
    weights = weights_of([need.weight for need in scene.needs])
    first = sorted({text: number for number, text in reversed(list(enumerate(texts)))}.values())
    return {
        "relevance": relevance(near.completed, weights),
        "relevance_proposed": relevance(near.proposals, weights),
        "relevance_unique": relevance(near.completed[first], weights),
        "relevance_best": best_match(near.completed),
        "relevance_perfect": perfect_relevance(near.needs, weights),
    }


def _noticed(scene: Scene, near: Near, unrelated: float | None) -> int | None:
    if unrelated is None:
        return None
    named = named_needs(near.proposals, near.decoys, unrelated)
    return len({*scene.met, *(scene.needs[one].name for one in named if one is not None)})


def named_needs(proposals: FloatArray, decoys: FloatArray, unrelated: float | None) -> list[int | None]:
    """Return for each proposal the number of the need that it names; None if it names none.

    Args:
        proposals: Similarities of the proposals to the needs, shape (P, H).
        decoys: Similarities of the proposals to the decoys, shape (P, D).
        unrelated: As for ``scene_terms``.
    """
    found: list[int | None] = []
    for row, other in zip(proposals, decoys, strict=True):
        highest = row.max(initial=0.0)
        clear = unrelated is not None and highest > max(unrelated, other.max(initial=0.0))
        found.append(int(row.argmax()) if clear else None)
    return found


def _check_shapes(scene: Scene, near: Near) -> None:
    n, p, h, d = (len(part) for part in (scene.completed, scene.proposals, scene.needs, scene.decoys))
    for name, expected in {"completed": (n, h), "proposals": (p, h), "needs": (h, h), "decoys": (p, d)}.items():
        found = getattr(near, name).shape
        if found != expected:
            raise ValueError(f"similarities of {name} in the scene {scene.id} have shape {found}; expected {expected}")
