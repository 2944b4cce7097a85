"""From a protocol to similarities: every text in its place, empty texts similar to nothing, unreadable ones refused."""

from collections.abc import Sequence

import numpy as np
import pytest

from home.autonomy.made_up import decoy, need, scene
from mindsight.errors import InputError
from mindsight.home.autonomy.embedders import nearness
from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.home.autonomy.embedders.lexical import Lexical
from mindsight.home.autonomy.embedders.nearness import background_of, near_of
from mindsight.home.autonomy.protocol import Completion, Proposal, Protocol, Scene
from mindsight.home.autonomy.scoring.relevance import similarities
from mindsight.statistics.arrays import FloatArray


class Counting(Lexical):
    """The built-in embedding, which keeps what it was asked, and knows only words that begin like English ones of the test."""

    identity = Identity("counting", "1", "", "characters")

    def __init__(self, unknown: str = "\0") -> None:
        self.asked: list[list[str]] = []
        self._unknown = unknown

    def embed(self, texts: Sequence[str]) -> FloatArray:
        self.asked.append(list(texts))
        return super().embed(texts)

    def reading(self, texts: Sequence[str]) -> Reading:
        words = [word for one in texts for word in one.split()]
        return Reading(sum(word.startswith(self._unknown) for word in words) / len(words))


def protocol(*scenes: Scene) -> Protocol:
    return Protocol(language="en", scenes=scenes)


def full(**changes: object) -> Scene:
    fields: dict[str, object] = {
        "decoys": (decoy("book"),),
        "proposals": (Proposal(text="see to the a"), Proposal(text=" "), Proposal(text="wipe")),
        "completed": (Completion(need="b", announced=False), Completion(text="wipe")),
    }
    return scene("ab", **fields | changes)


def test_every_similarity_is_that_of_its_two_texts() -> None:
    one = full()
    (near,) = near_of([one], "en", Lexical())
    needs, said, done = ["see to the a", "see to the b"], ["see to the a", "", "wipe"], ["see to the b", "wipe"]
    vectors = {name: Lexical().embed(texts) for name, texts in {"needs": needs, "said": said, "done": done}.items()}
    assert near.completed == pytest.approx(similarities(vectors["done"], vectors["needs"]), abs=1e-6)
    assert near.proposals == pytest.approx(similarities(vectors["said"], vectors["needs"]), abs=1e-6)
    assert near.needs == pytest.approx(similarities(vectors["needs"], vectors["needs"]), abs=1e-6)
    assert near.decoys.shape == (3, 1)
    # An announced need is itself; an empty proposal is similar to nothing.
    assert near.proposals[0, 0] == near.completed[0, 1] == 1
    assert near.proposals[1].tolist() == [0, 0]


def test_similarities_do_not_depend_on_how_scenes_are_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [full(id=f"s{number}") for number in range(5)] + [scene("", id="calm")]
    together = list(near_of(scenes, "en", Lexical()))
    monkeypatch.setattr(nearness, "_SCENES_AT_ONCE", 1)
    for one, other in zip(together, near_of(scenes, "en", Lexical()), strict=True):
        for part in ("completed", "proposals", "needs", "decoys"):
            assert np.array_equal(getattr(one, part), getattr(other, part))
    assert together[-1].needs.shape == (0, 0)


def test_no_empty_text_is_embedded_and_none_twice() -> None:
    embedder = Counting()
    list(near_of([full(), full(id="again")], "en", embedder))
    (asked,) = embedder.asked
    assert len(asked) == len(set(asked))
    assert all(one.strip() for one in asked)


def test_unrelated_needs_are_those_of_other_classes_or_of_other_types() -> None:
    desk, gift = scene("ab"), scene("c", id="g", task_class="gift")
    vectors = Lexical().embed(["see to the a", "see to the b", "see to the c"])
    near = similarities(vectors, vectors)
    both = background_of(protocol(desk, gift), "en", Lexical())
    assert both.unrelated == pytest.approx(np.quantile([near[0, 2], near[1, 2]], 0.95), abs=1e-6)
    alone = background_of(protocol(desk), "en", Lexical())
    assert alone.unrelated == pytest.approx(near[0, 1], abs=1e-6)
    assert background_of(protocol(scene("a")), "en", Lexical()).unrelated is None
    twins = scene((need("a", key="a1"), need("a", key="a2")))
    assert background_of(protocol(twins), "en", Lexical()).unrelated is None


@pytest.mark.parametrize(("unknown", "whose"), [("se", "tokens of the needs"), ("wi", "what the system wrote")])
def test_texts_that_cannot_be_read_are_refused(unknown: str, whose: str) -> None:
    """One of four words of the needs, two of six of what was written."""
    written = full(proposals=(Proposal(text="wipe wipe the a b c"),), completed=())
    with pytest.raises(InputError, match=rf"--embedder counting: .*{whose}"):
        background_of(protocol(written), "en", Counting(unknown))
    background_of(protocol(written), "en", Counting("x"))
