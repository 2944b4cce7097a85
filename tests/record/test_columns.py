"""Columns of words in arrays hold what lists and dictionaries would."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.record.columns import Few, Keyed, Labels, Names, numbered
from mindsight.record.reading.spill import Ascending
from mindsight.record.scores import ScoreTable, from_csv, tabulate, to_csv
from mindsight.statistics.arrays import numbers_of, totals_of

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
COLUMNS = st.lists(WORDS, max_size=30)


@given(COLUMNS)
def test_names_are_kept_in_their_order(words: list[str]) -> None:
    names = Names()
    for word in words:
        names.add(word)
    assert list(names) == words
    assert names[: len(words) // 2] == words[: len(words) // 2]
    assert names.ascending == all(one < other for one, other in pairwise(words))
    ordered, order = names.sorted()
    assert list(ordered) == sorted(words)
    assert order is None or [words[place] for place in order] == sorted(words)


@given(COLUMNS, st.integers(0, 400))
def test_few_words_are_kept_and_so_are_many(words: list[str], more: int) -> None:
    words = [*words, *map(str, range(more)), *words]
    few = Few()
    for word in words:
        few.add(word)
    order = np.argsort(np.arange(len(words)) % 7, kind="stable")
    assert list(few) == words
    assert few[: len(words) // 2] == words[: len(words) // 2]
    assert list(few.ordered(order)) == [words[place] for place in order]


@given(st.lists(st.tuples(st.sampled_from("abcdef"), WORDS), max_size=30), st.sets(st.sampled_from("abcxyz")))
def test_words_by_key_are_those_of_a_dictionary(pairs: list[tuple[str, str]], others: set[str]) -> None:
    keyed = Keyed(pairs)
    for key in "abcdefg":
        assert keyed.find(key) == [(place, word) for place, (own, word) in enumerate(pairs) if own == key]
    assert keyed.others(others) == [key for key in dict.fromkeys(key for key, _ in pairs) if key not in others]


@given(st.lists(st.sampled_from(["a", "b", "ab", "ä", "", "long enough to lie elsewhere"]), min_size=1, max_size=40))
def test_labels_in_an_array_are_numbered_as_those_in_a_list(labels: list[str]) -> None:
    in_array = np.array(labels, dtype=np.dtypes.StringDType())
    numbers = numbers_of(labels, len(labels), "cluster")
    assert numbers_of(in_array, len(labels), "cluster").tolist() == numbers.tolist()
    assert numbers_of(numbers, len(labels), "cluster").tolist() == numbers.tolist()
    assert numbers_of(numbers.astype(np.uint8) + 250, len(labels), "cluster").tolist() == numbers.tolist()
    scores = np.arange(len(labels)) / 7
    expected = [math.fsum(scores[numbers == number].tolist()) for number in range(len(set(labels)))]
    assert totals_of(scores, numbers).tolist() == expected


@given(st.lists(st.tuples(WORDS, WORDS, st.sampled_from(["scored", "failed"]), WORDS, st.floats()), max_size=20))
def test_a_table_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str, str, float]]
) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "scores.csv"
    fixed = [list(column) for column in zip(*(row[:4] for row in rows), strict=True)] or [[], [], [], []]
    table = ScoreTable(*fixed, {"score": np.array([row[4] for row in rows], dtype=np.float64)})
    path.write_bytes(to_csv(table))
    again = from_csv(path)
    assert to_csv(again) == path.read_bytes()
    assert [list(again.ids), list(again.clusters), list(again.statuses), list(again.outcomes)] == fixed
    assert np.array_equal(again.column("score"), table.column("score"), equal_nan=True)


def test_items_are_sorted_by_their_ids_whatever_order_they_ended_in() -> None:
    from album.classification.test_readings import item

    items = [item(number, "cat", ["cat"]) for number in (3, 1, 2)]
    items[1] = items[1].model_copy(update={"cluster": "scene", "outcome": "wrong"})
    table = tabulate(items, ["score"], lambda one: {"score": float(one.id)})
    assert list(table.ids) == ["0001", "0002", "0003"]
    assert list(table.clusters) == ["scene", "", ""]
    assert list(table.outcomes) == ["wrong", "right", "right"]
    assert table.column("score").tolist() == [1.0, 2.0, 3.0]


@given(COLUMNS, st.integers(0, 3))
def test_labels_are_kept_whether_they_come_again_or_not(words: list[str], often: int) -> None:
    words = [*words, *(str(number) for number in range(5000)), *words] if often == 0 else words * often
    labels = Labels()
    for word in words:
        labels.add(word)
    column = labels.column()
    assert list(column) == words
    assert isinstance(column, Names) == (often == 0)
    assert numbered(column).tolist() == numbers_of(words, len(words), "cluster").tolist() if words else not len(column)


@given(COLUMNS, COLUMNS)
def test_words_in_ascending_order_are_found_at_their_first_place(words: list[str], others: list[str]) -> None:
    ordered = sorted([*words, *map(str, range(0, 3000, 3)), *("7",) * 700])
    others = [*others, *map(str, range(3000)), *map(str, range(0, 3000, 97))]
    ascending = Ascending(Names(ordered))
    first = {word: place for place, word in reversed([*enumerate(ordered)])}
    for word in (*ordered, *others, *words):
        assert ascending.find(word) == first.get(word, -1)
