"""Built-in classifiers that use only class sizes, colours or textures, labelled as baselines.

Each learns from all images of the kit but the one it classifies (leave one out), so its scores describe how hard the images are and not a
product.
"""

import difflib
import functools
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.labels import Label
from mindsight.album.classification.sources import Given
from mindsight.album.kits.pictures import Pixels, decode, resize
from mindsight.album.products.execution import Answer
from mindsight.errors import InputError
from mindsight.record.model import Scalar

Features = NDArray[np.float32]
Learnt = Callable[[int], list[Label]]

_SIDE = 128
_NEIGHBOURS = 5
_BINS = (8, 4, 4)  # hue, saturation, value
_CELLS, _ANGLES = 4, 9


def colours(pixels: Pixels) -> Features:
    """Return the normalised histogram of hue, saturation and value of a picture, shape (128,); its sum is 1."""
    hsv = cv2.cvtColor(pixels, cv2.COLOR_RGB2HSV)
    counts = cv2.calcHist([hsv], [0, 1, 2], None, list(_BINS), [0, 180, 0, 256, 0, 256])
    return np.asarray(counts.ravel() / counts.sum(), np.float32)


def textures(pixels: Pixels) -> Features:
    """Return histograms of grey gradient directions in 4×4 cells, shape (144,); each cell sums to at most 1."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    strength, angle = cv2.cartToPolar(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    # A gradient and its opposite are the same edge.
    bins = np.minimum((angle % math.pi) / math.pi * _ANGLES, _ANGLES - 1).astype(np.intp)
    rows, columns = (np.arange(side) * _CELLS // side for side in grey.shape)
    cells = (rows[:, None] * _CELLS + columns[None, :]) * _ANGLES + bins
    sums = np.bincount(cells.ravel(), strength.ravel(), _CELLS * _CELLS * _ANGLES).reshape(-1, _ANGLES)
    return np.asarray((sums / (sums.sum(axis=1, keepdims=True) + 1e-6)).ravel(), np.float32)


def _majority(kit: ClassificationKit) -> Learnt:
    """Answer the most frequent class of the other images, whatever the picture shows."""
    actual, names = _actual(kit)
    counts = Counter(actual.tolist())

    def classify(place: int) -> list[Label]:
        others = counts - Counter({int(actual[place]): 1})
        best = max(sorted(others), key=others.__getitem__)
        return [Label(names[best], others[best] / (len(actual) - 1))]

    return classify


def _colour_centroids(kit: ClassificationKit) -> Learnt:
    """Answer the class whose mean colour histogram, over the other images, is nearest (Hellinger distance)."""
    actual, names = _actual(kit)
    features = np.sqrt(_features(kit, colours))
    sizes = np.bincount(actual, minlength=len(names)).astype(np.float64)
    sums = np.zeros((len(names), features.shape[1]))
    np.add.at(sums, actual, features)

    def classify(place: int) -> list[Label]:
        own, left = sums.copy(), sizes.copy()
        own[actual[place]] -= features[place]
        left[actual[place]] -= 1
        distances = np.linalg.norm(own / np.maximum(left, 1)[:, None] - features[place], axis=1)
        distances[left < 1] = np.inf
        order = [one for one in np.argsort(distances, kind="stable")[:3] if np.isfinite(distances[one])]
        return [Label(names[one], round(float(1 / (1 + distances[one])), 4)) for one in order]

    return classify


def _texture_knn(kit: ClassificationKit) -> Learnt:
    """Answer the class with the largest weight among the five other images nearest in colour and texture."""
    actual, names = _actual(kit)
    features = _features(kit, _colours_and_textures)

    def classify(place: int) -> list[Label]:
        distances = np.linalg.norm(features - features[place], axis=1)
        distances[place] = np.inf
        near = np.argsort(distances, kind="stable")[:_NEIGHBOURS]
        near = near[np.isfinite(distances[near])]
        weights = np.zeros(len(names))
        np.add.at(weights, actual[near], 1 / (distances[near] + 1e-6))
        order = [one for one in np.argsort(-weights, kind="stable") if weights[one] > 0]
        return [Label(names[one], round(float(weights[one] / weights.sum()), 4)) for one in order]

    return classify


def _colours_and_textures(pixels: Pixels) -> Features:
    return np.concatenate([np.sqrt(colours(pixels)), np.sqrt(textures(pixels)) / _CELLS])


METHODS: dict[str, Callable[[ClassificationKit], Learnt]] = {
    "majority": _majority,
    "colour-centroids": _colour_centroids,
    "texture-knn": _texture_knn,
}

DETAILS: dict[str, Scalar] = {"learns_from": "the other images of the kit (leave one out)"}
"""The note in the record of a baseline that has seen labels."""


class ClassBaseline:
    """A built-in classifier, given by name, that has read all images of the kit once."""

    def __init__(self, name: str, kit: ClassificationKit) -> None:
        if name not in METHODS:
            close = difflib.get_close_matches(name, METHODS, n=1)
            raise InputError(
                'no baseline "{name}" for classification; there are {names} (did you mean "{guess}"?)',
                name=name,
                names=", ".join(METHODS),
                guess=close[0] if close else "majority",
            )
        self._name = name
        self._kit = kit
        self._place = {entry.id: place for place, (entry, _) in enumerate(kit.items())}

    def labels(self, number: str) -> Given:
        """Return the classes learnt from the other images, best first."""
        labels = tuple(self._learnt(self._place[number]))
        data = "\n".join(label.name for label in labels).encode()
        return Given(Answer(data, f"{self._name}.txt", 0.0), labels)

    @functools.cached_property
    def _learnt(self) -> Learnt:
        return METHODS[self._name](self._kit)


def _actual(kit: ClassificationKit) -> tuple[NDArray[np.intp], list[str]]:
    names = [one.name for one in kit.header.classes]
    places = {name: place for place, name in enumerate(names)}
    return np.array([places[entry.actual] for entry, _ in kit.items()], np.intp), names


def _features(kit: ClassificationKit, describe: Callable[[Pixels], Features]) -> Features:
    """Return a row of features for each image, computed from a thumbnail."""
    cv2.setNumThreads(1)
    return np.stack([describe(_small(kit, entry)) for entry, _ in kit.items()])


def _small(kit: ClassificationKit, entry: Any) -> Pixels:
    pixels = decode(kit.read(entry.input), name=Path(entry.input.path).name, megapixels=math.inf).pixels
    return resize(pixels, _SIDE, _SIDE, cv2.INTER_AREA)
