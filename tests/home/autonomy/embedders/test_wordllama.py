"""Static word vectors from a package: the figures that were measured before, and that nothing is fetched."""

import socket

import numpy as np
import pytest

from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.scoring.relevance import similarities

pytest.importorskip("wordllama")


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> Embedder:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("it asks the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    return open_embedder("wordllama")


def cosines(embedder: Embedder, texts: list[str]) -> np.ndarray:
    vectors = embedder.embed(texts)
    return similarities(vectors, vectors)


def test_near_synonyms_in_chinese(embedder: Embedder) -> None:
    near = cosines(embedder, ["收拾行李箱", "整理旅行箱", "擦桌子"])
    assert round(near[0, 1], 2) == 0.65
    assert round(near[0, 2], 2) == 0.21


def test_opposites_are_alike(embedder: Embedder) -> None:
    assert cosines(embedder, ["open the drawer", "close the drawer"])[0, 1] > 0.8


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: Embedder) -> None:
    texts = ["wipe the table", "put all of the clothes on the bed into the suitcase", "关灯"]
    for one, row in zip(texts, embedder.embed(texts), strict=True):
        assert embedder.embed([one])[0] == pytest.approx(row, abs=1e-6)


def test_what_it_can_read(embedder: Embedder) -> None:
    assert embedder.reading(["turn off the lamp"]).in_bytes == 0
    chinese = embedder.reading(["收拾行李箱"])
    assert chinese.unknown == 0
    # Six of ten pieces are bytes of 拾 and 箱.
    assert chinese.in_bytes == pytest.approx(0.6)


def test_identity(embedder: Embedder) -> None:
    assert embedder.identity.name == "wordllama"
    assert embedder.identity.version.startswith("0.4")
    assert len(embedder.identity.sha256) == 64
    assert embedder.identity == open_embedder("wordllama").identity
