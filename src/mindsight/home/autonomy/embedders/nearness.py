"""The similarities of a protocol's texts under an embedding: what ``scoring`` takes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mindsight.home.autonomy.embedders.embedder import Embedder, Reading, check_reading
from mindsight.home.autonomy.protocol import Language, Protocol, Scene
from mindsight.home.autonomy.scoring.relevance import similarities
from mindsight.home.autonomy.scoring.terms import Near, unrelated_of
from mindsight.statistics.arrays import FloatArray

DECIMALS = 6
"""Similarities are rounded, so that the last digits, in which processors differ, do not enter a record."""
_SCENES_AT_ONCE = 64
_MOST_WORDINGS = 2_000


class Background(NamedTuple):
    """What is known of an embedding's similarities before any scene.

    Attributes:
        unrelated: Similarity that wordings of different needs rarely exceed; None with a single need.
        reading: How much of the needs it can read.
    """

    unrelated: float | None
    reading: Reading


def background_of(protocol: Protocol, language: Language, embedder: Embedder) -> Background:
    """Check that an embedding can read a protocol and return what its similarities between unrelated needs are.

    Needs of different classes are unrelated; in a protocol of one class, needs of different types.

    Raises:
        InputError: It cannot read the needs, or what the system wrote.
    """
    by_class: dict[str, str] = {}
    by_type: dict[str, str] = {}
    for scene in protocol.scenes:
        for need in scene.needs:
            wording = need.text.in_language(language) or ""
            by_class.setdefault(wording, scene.task_class)
            by_type.setdefault(wording, need.type)
    groups = by_class if len(set(by_class.values())) > 1 else by_type
    reading = check_reading(embedder, list(groups), language, "needs")
    written = {one.text for scene in protocol.scenes for one in scene.proposals}
    written |= {one.text for scene in protocol.scenes for one in scene.completed if one.text}
    if said := sorted(one for one in written if one.strip()):
        check_reading(embedder, said, language, "system")
    words = list(groups)[:_MOST_WORDINGS]
    vectors = embedder.embed(words)
    unrelated = unrelated_of(similarities(vectors, vectors), [groups[one] for one in words])
    return Background(None if unrelated is None else round(unrelated, DECIMALS), reading)


def near_of(scenes: Sequence[Scene], language: Language, embedder: Embedder) -> Iterator[Near]:
    """Yield the similarities of each scene's texts, rounded to six decimals; an empty text is similar to nothing."""
    for start in range(0, len(scenes), _SCENES_AT_ONCE):
        some = scenes[start : start + _SCENES_AT_ONCE]
        texts = [_texts(scene, language) for scene in some]
        different = sorted({one for groups in texts for group in groups for one in group if one.strip()})
        vectors = embedder.embed(different) if different else np.zeros((0, 1))
        places = {one: number for number, one in enumerate(different)}
        padded = np.vstack([vectors, np.zeros((1, vectors.shape[1]))])
        for groups in texts:
            completed, proposals, needs, decoys = (
                padded[[places.get(one, len(different)) for one in group]] for group in groups
            )
            yield Near(
                _rounded(completed, needs),
                _rounded(proposals, needs),
                _rounded(needs, needs),
                _rounded(proposals, decoys),
            )


def _texts(scene: Scene, language: Language) -> tuple[list[str], list[str], list[str], list[str]]:
    """Return the texts of a scene: completed tasks, proposals, needs, decoys."""
    return (
        [scene.text_of(one, language) for one in scene.completed],
        [one.text for one in scene.proposals],
        [need.text.in_language(language) or "" for need in scene.needs],
        [decoy.text.in_language(language) or "" for decoy in scene.decoys],
    )


def _rounded(texts: FloatArray, needs: FloatArray) -> FloatArray:
    return np.asarray(similarities(texts, needs).round(DECIMALS), dtype=np.float64)
