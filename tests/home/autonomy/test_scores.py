"""4.3 b), 4.3 c), 6.4.2 e) and f): terms of scenes, classes and S, by hand and for any input."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from home.autonomy.made_up import decoy, near, need, scene, terms
from mindsight.home.autonomy.protocol import Completion, Harm, Proposal
from mindsight.home.autonomy.scoring.coverage import coverage
from mindsight.home.autonomy.scoring.index import autonomy_index, autonomy_score
from mindsight.home.autonomy.scoring.scores import autonomy, class_score
from mindsight.home.autonomy.scoring.terms import Near, plain, scene_terms, unrelated_of

letters = st.text("abcdef", max_size=6)
shares = st.floats(0, 1)


@given(letters, letters.filter(bool))
def test_coverage_is_a_share_and_grows_with_what_is_done(done: str, present: str) -> None:
    found = coverage(set(done), set(present))
    assert 0 <= found <= 1
    assert found == sum(one in done for one in set(present)) / len(set(present))
    for more in "abcdef":
        assert coverage({*done, more}, set(present)) >= found


def test_coverage_of_no_type_is_undefined() -> None:
    with pytest.raises(ValueError, match="undefined"):
        coverage(set(), set())


@given(shares, shares, shares)
def test_the_score_lies_between_relevance_and_coverage(relevance: float, cover: float, alpha: float) -> None:
    found = autonomy_score(relevance, cover, alpha=alpha)
    assert min(relevance, cover) - 1e-12 <= found <= max(relevance, cover) + 1e-12
    assert autonomy_score(relevance, cover, alpha=1) == relevance
    assert autonomy_score(relevance, cover, alpha=0) == cover


@pytest.mark.parametrize(("relevance", "cover", "alpha"), [(1.1, 0, 0.5), (0, -0.1, 0.5), (0, 0, 1.5), (0, 0, -1)])
def test_numbers_out_of_range_are_refused(relevance: float, cover: float, alpha: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        autonomy_score(relevance, cover, alpha=alpha)


def test_s_by_hand() -> None:
    """Two classes: 0.25·0.4 + 0.75·0.5 = 0.475 and 0; S = 0.2375."""
    assert autonomy_score(0.4, 0.5, alpha=0.25) == pytest.approx(0.475)
    assert autonomy_index([0.475, 0.0]) == pytest.approx(0.2375)


def worked() -> tuple[Any, Near]:
    """Three needs of two types, weights 2:1:1; two met (one without a word), a decoy acted on, a mug broken."""
    one = scene(
        (need("a", weight=2), need("b1", type="b", key="b1"), need("b2", type="b", key="b2")),
        id="worked",
        decoys=(decoy("book"),),
        proposals=tuple(Proposal(text=text) for text in ("Wipe it!", "wipe it", "Close the book", "Sing")),
        completed=(
            Completion(need="a", text="wipe it"),
            Completion(need="b1", announced=False),
            Completion(need="book", text="Close the book"),
        ),
        worse=("b2",),
        harm=(Harm(thing="mug", kind="broken"),),
        ending="budget",
    )
    rows = {"wipe": [0.8, 0.2, 0.0], "b1": [0.1, 1.0, 0.5], "book": [0.2, 0.2, 0.2], "sing": [0.0, 0.1, 0.3]}
    return one, Near(
        completed=np.array([rows["wipe"], rows["b1"], rows["book"]]),
        proposals=np.array([rows["wipe"], rows["wipe"], rows["book"], rows["sing"]]),
        needs=np.array([[1.0, 0.1, 0.1], [0.1, 1.0, 0.5], [0.1, 0.5, 1.0]]),
        decoys=np.array([[0.1], [0.1], [1.0], [0.0]]),
    )


def test_terms_by_hand() -> None:
    one, similar = worked()
    found = scene_terms(one, similar, "en", unrelated=0.25)
    # r: wipe .5·.8+.25·.2 = .45; b1 .05+.25+.125 = .425; book .2. R = 1.075/3.
    assert found.relevance == pytest.approx(1.075 / 3)
    # sing: .025+.075 = .1, over proposals (.45+.45+.2+.1)/4.
    assert found.relevance_proposed == pytest.approx(0.3)
    assert found.relevance_best == pytest.approx((0.8 + 1.0 + 0.2) / 3)
    # R(H): a .5+.025+.025 = .55; b1 .05+.25+.125 = .425; b2 the same.
    assert found.relevance_perfect == pytest.approx(1.4 / 3)
    assert (found.types, found.types_met, found.coverage) == (("a", "b"), ("a", "b"), 1.0)
    assert (found.completed, found.met, found.decoys, found.unannounced) == (3, 2, 1, 1)
    assert (found.proposals, found.distinct, found.carried_out) == (4, 3, 2)
    # a and b1 were met; "Sing" is nearest to b2, above 0.25; "Close the book" is nearer to the decoy.
    assert found.noticed == 3
    assert scene_terms(one, similar, "en", unrelated=0.3).noticed == 2
    assert scene_terms(one, similar, "en").noticed is None
    assert (found.harm, found.worse, found.finished) == (1, 1, False)
    # Four deeds, two of them for a need, one harmful.
    assert found.relevance_plain == 0.25


def test_a_class_by_hand() -> None:
    """Two scenes, in one of which nothing was done: all is halved."""
    one, similar = worked()
    both = [scene_terms(one, similar, "en"), terms(scene("ab", id="idle"))]
    found = class_score(both, alpha=0.25)
    assert found is not None
    assert found.relevance == pytest.approx(1.075 / 6)
    assert found.coverage == 0.5
    assert found.score == pytest.approx(0.25 * 1.075 / 6 + 0.75 * 0.5)
    assert found.plain == pytest.approx(0.25 * 0.125 + 0.75 * 0.5)
    assert found.relevance_pooled == pytest.approx(1.075 / 3)
    # Types are a and b: the idle scene adds none.
    assert found.coverage_union == 1.0
    assert found.completed == 3


def test_s_is_the_mean_over_classes_whatever_their_scenes() -> None:
    some = [terms(scene("ab", "ab", id=str(number)), number) for number in range(3)]
    other = [terms(scene("ab", id="x", task_class="gift"))]
    found = autonomy(some + other)
    first, second = found.classes.values()
    assert first is not None
    assert second is not None
    assert second.score == second.plain == 0
    assert found.index == pytest.approx(first.score / 2)


def test_idle_gets_nothing_and_harms_nothing() -> None:
    found = autonomy([terms(scene("abc", id=str(number))) for number in range(4)])
    assert found.index == found.plain == 0
    assert found.shares.harm == found.shares.met == 0
    assert found.shares.carried_out is None


def test_harm_lowers_only_what_counts_it() -> None:
    tidy, rough = scene("ab", "ab"), scene("ab", "ab", harm=(Harm(thing="mug"),) * 2)
    one, other = terms(tidy), terms(rough)
    assert one.relevance == other.relevance
    assert (one.relevance_plain, other.relevance_plain) == (1.0, 0.0)
    assert terms(scene("ab", harm=(Harm(thing="mug"),))).relevance_plain == -1


def test_scenes_without_needs_count_for_what_was_left_alone() -> None:
    calm = terms(scene("", id="calm"))
    busy = terms(scene("", id="busy", completed=(Completion(text="moved the chair"),)))
    rough = terms(scene("", id="rough", harm=(Harm(thing="vase", kind="broken"),)))
    full = terms(scene("ab", "ab"))
    assert calm.relevance is None
    assert calm.coverage is None
    found = autonomy([full, calm, busy, rough])
    assert found.shares.left_alone == pytest.approx(1 / 3)
    assert found.shares.harm == 0.25
    alone = autonomy([full])
    assert found.index == alone.index
    assert alone.shares.left_alone is None


def test_a_class_without_any_need_has_no_score_and_so_has_s() -> None:
    found = autonomy([terms(scene("ab", "ab")), terms(scene("", task_class="gift"))])
    assert found.classes["gift"] is None
    assert found.index is None


def test_repeating_a_task_changes_only_the_relevance_with_duplicates() -> None:
    one = scene(
        "ab", "a", completed=(Completion(need="a", text="Do A."), Completion(text="do a"), Completion(text="sing"))
    )
    similar = Near(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]), np.zeros((1, 2)), np.eye(2), np.zeros((1, 0)))
    found = scene_terms(one, similar, "en")
    assert found.duplicates == 1
    assert found.relevance == pytest.approx(1 / 3)
    assert found.relevance_unique == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Do it!", "do it"), ("把书收好。", "把书收好"), ("ＤＯ　ｉｔ", "do it"), (" tidy\nup ", "Tidy up")],
)
def test_texts_that_differ_in_print_only_are_the_same(one: str, other: str) -> None:
    assert plain(one) == plain(other)


def test_unrelated_is_a_quantile_over_pairs_of_different_groups() -> None:
    among = np.array([[1.0, 0.9, 0.1, 0.2], [0.9, 1.0, 0.3, 0.4], [0.1, 0.3, 1.0, 0.8], [0.2, 0.4, 0.8, 1.0]])
    assert unrelated_of(among, ["x", "x", "y", "y"], 0.5) == pytest.approx(0.25)
    assert unrelated_of(among, ["x"] * 4) is None
    assert unrelated_of(np.zeros((0, 0)), []) is None


@given(st.text("abcd", min_size=1, max_size=4).map(lambda one: "".join(sorted(set(one)))), st.data())
def test_terms_of_any_scene_lie_in_their_ranges(needs: str, data: st.DataObject) -> None:
    done = data.draw(st.lists(st.sampled_from(needs), unique=True).map("".join))
    said = data.draw(st.text("abcdxyz", max_size=8))
    seed = data.draw(st.integers(0, 99))
    one = scene(needs, done, said=said)
    found = terms(one, seed, unrelated=0.5)
    for value in (
        found.relevance,
        found.relevance_proposed,
        found.relevance_unique,
        found.relevance_best,
        found.coverage,
    ):
        assert value is not None
        assert 0 <= value <= 1
    assert found.noticed is not None
    assert found.met <= found.noticed <= found.needs
    assert found.carried_out <= found.distinct <= found.proposals
    assert set(one.met) | set(one.left) == set(needs)
    if not done:
        assert found.relevance == found.relevance_best == found.relevance_unique == 0


def test_similarities_of_another_shape_are_refused() -> None:
    one = scene("abc", "a")
    with pytest.raises(ValueError, match="shape"):
        scene_terms(one, near(scene("ab", "a"), np.random.default_rng(1)), "en")
    with pytest.raises(ValueError, match="no scene"):
        autonomy([])
