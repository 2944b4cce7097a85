"""The built-in embedding: against a second library's counts of n-grams, and what it must and cannot do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from mindsight.home.autonomy.embedders.lexical import PLACES, Lexical, grams
from mindsight.home.autonomy.scoring.relevance import similarities

CHINESE = ["把书放回书架", "将图书收进书架", "关掉台灯", "打开台灯", "擦掉桌上的水渍", "收拾行李箱"]
ENGLISH = [
    "put the book back on the shelf",
    "return the books to the bookcase",
    "turn off the lamp",
    "turn on the lamp",
    "wipe the spill off the table",
    "a b cd",
]


def cosines(texts: list[str]) -> np.ndarray:
    vectors = Lexical().embed(texts)
    return similarities(vectors, vectors)


def test_chinese_is_compared_as_a_second_library_does() -> None:
    counts = CountVectorizer(analyzer="char", ngram_range=(1, 3)).fit_transform(CHINESE)
    # Hashed places coincide rarely: a pair of n-grams out of some thousands.
    assert cosines(CHINESE) == pytest.approx(cosine_similarity(counts), abs=0.03)


def test_english_is_compared_as_a_second_library_does() -> None:
    counts = CountVectorizer(analyzer="char_wb", ngram_range=(3, 5)).fit_transform(ENGLISH)
    assert cosines(ENGLISH) == pytest.approx(cosine_similarity(counts), abs=0.03)


def test_ngrams_by_hand() -> None:
    assert sorted(grams("关台灯")) == sorted(["关", "台", "灯", "关台", "台灯", "关台灯"])
    assert sorted(grams("Lamp!")) == sorted([" la", "lam", "amp", "mp ", " lam", "lamp", "amp ", " lamp", "lamp "])
    assert list(grams("…!")) == []
    assert set(grams("用USB")) == {"用", " us", "usb", "sb ", " usb", "usb ", " usb "}


@pytest.mark.parametrize(("one", "other"), [("Put it AWAY!", "put it away"), ("ＵＳＢ", "usb"), ("关灯。", "关灯")])
def test_print_does_not_matter(one: str, other: str) -> None:
    assert cosines([one, other])[0, 1] == pytest.approx(1)


def test_it_is_overlap_and_not_meaning() -> None:
    """Opposites share nearly all their letters, and translations none."""
    near = cosines(["关掉台灯", "打开台灯", "turn off the lamp", "turn on the lamp"])
    assert near[0, 1] > 0.2
    assert near[2, 3] > 0.8
    assert near[0, 2] == near[1, 3] == 0


@given(st.lists(st.text(max_size=60), max_size=4))
def test_any_text_has_a_finite_vector_of_its_own(texts: list[str]) -> None:
    together = Lexical().embed(texts)
    assert together.shape == (len(texts), PLACES)
    assert np.isfinite(together).all()
    for row, one in zip(together, texts, strict=True):
        assert np.array_equal(row, Lexical().embed([one])[0])
        assert row.sum() == len(list(grams(one)))


def test_its_hash_is_that_of_its_rule() -> None:
    """A changed rule changes the hash, and then this value and the version."""
    assert Lexical().identity.sha256.startswith("0773f1ae80ba")
    assert Lexical().identity.kind == "characters"
    assert Lexical().embed(["关灯"]).nonzero()[1].tolist() == [4614, 7478, 12865]
