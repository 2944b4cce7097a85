"""``scores.csv`` holds any name and gives back the numbers to the last bit."""

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.errors import RecordError
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import Column, ScoreTable, from_csv, sample, to_csv
from record import trial

names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6) | st.sampled_from(
    ('"', "\n", "\r", "\r\n", ",", '",\n"', "=1+1", "五", "")
)
numbers = st.floats() | st.sampled_from((math.inf, -math.inf, math.nan, 0.1, -0.0))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(names, names, numbers, numbers), max_size=5))
def test_a_table_comes_back_as_it_went(tmp_path: Path, rows: list[tuple[str, str, float, float]]) -> None:
    columns = {name: np.array([row[at] for row in rows], dtype=np.float64) for name, at in (("a", 2), ("b", 3))}
    words = ["scored"] * len(rows)
    table = ScoreTable([row[0] for row in rows], [row[1] for row in rows], words, words, columns)
    (tmp_path / SCORES).write_bytes(to_csv(table))
    back = from_csv(tmp_path / SCORES)
    found = tuple(map(list, (back.ids, back.clusters, back.statuses, back.outcomes)))
    assert found == (table.ids, table.clusters, words, words)
    assert back.columns.keys() == table.columns.keys()
    for name in table.columns:
        np.testing.assert_array_equal(back.column(name), table.column(name))


@pytest.mark.parametrize("different", [1, 300, 5000])
@given(last=st.lists(numbers, max_size=20), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=40)
def test_a_column_holds_every_number_to_the_last_bit(different: int, last: list[float], seed: int) -> None:
    scores = [number / 7 for number in range(1, different)] * 2 + last
    order = np.random.default_rng(seed).permutation(len(scores))
    column, plain = Column(scores), np.array(scores, dtype=np.float64)
    assert np.asarray(column).tobytes() == plain.tobytes()
    assert np.asarray(column.ordered(order)).tobytes() == plain[order].tobytes()
    assert column[plain > 1].tolist() == plain[plain > 1].tolist()
    assert np.array([column[row] for row in range(len(column))] + [*column]).tobytes() == plain.tobytes() * 2


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"a,b\n", b"id,cluster,status,outcome,m\n1,1,scored,scored,x\n", b"\xff"]
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SCORES).write_bytes(content)
    with pytest.raises(RecordError, match=r"scores\.csv: is not a table of scores"):
        from_csv(tmp_path / SCORES)


@pytest.mark.parametrize("cluster", ['"', "a\nb", "a\rb", "a,b", "\u202e", "=cmd()"])
def test_the_checker_reads_the_table_whatever_a_folder_of_photographs_is_called(
    sealed: Path, tmp_path: Path, cluster: str
) -> None:
    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    items = trial.read_lines(run)
    for item in items:
        item["cluster"] = cluster
    trial.rechain(run, items)
    from mindsight.kinds import rescore

    table, results = rescore(RunFolder(run))
    RunFolder(run).write(SCORES, to_csv(table))
    RunFolder(run).write_model(RESULTS, results)
    trial.reseal(run)
    assert {finding.key for finding in checker.check(str(run))[0]} == {"given"}


def test_a_sample_is_drawn_from_everywhere_and_is_a_part_of_a_larger_one() -> None:
    ids = [f"{number:04d}" for number in range(1000)]
    few, more = sample(ids, 20), sample(reversed(ids), 100)
    assert (len(few), len(more)) == (20, 100)
    assert few == sorted(few)
    assert set(few) <= set(more)
    assert sample(ids, 2000) == ids
    # A uniform draw of 100 has 25 ± 4.3 in each quarter.
    assert all(10 <= sum(int(one) // 250 == quarter for one in more) <= 40 for quarter in range(4))
