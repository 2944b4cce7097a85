"""Rows of a table of scores, filtered, sorted, and page by page, against the same done in memory."""

import math
from pathlib import Path

import numpy as np
import pytest

from mindsight.checker import pictures
from mindsight.errors import InputError, RecordError
from mindsight.record import canonical, rows
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Results
from mindsight.record.rows import Rows, kept, parse_condition
from mindsight.record.scores import ScoreTable, to_csv
from mindsight.text import text

COUNT = 500
NAME = "album.psnr"


@pytest.fixture(scope="module")
def made() -> ScoreTable:
    rng = np.random.default_rng(3)
    scores = rng.integers(0, 90, COUNT) / 3
    scores[::7], scores[3] = math.nan, math.inf
    ids = [f"{number:04d}" for number in range(1, COUNT + 1)]
    outcomes = ["scored" if number % 5 else 'odd, "one"' for number in range(COUNT)]
    return ScoreTable(ids, ids, ["scored"] * COUNT, outcomes, {NAME: scores})


@pytest.fixture(scope="module")
def table(made: ScoreTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "scores.csv"
    path.write_bytes(to_csv(made))
    return path


def ids(rows: object) -> list[str]:
    return [row[0] for row in rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (f"{NAME}<10", lambda score, _: score < 10),
        (f"{NAME} >= 10", lambda score, _: score >= 10),
        (f"{NAME}=inf", lambda score, _: score == math.inf),
        (f"{NAME}!=0", lambda score, _: not math.isnan(score) and score != 0),
        (f"{NAME}=", lambda score, _: math.isnan(score)),
        (f"{NAME}!=", lambda score, _: not math.isnan(score)),
        ('outcome=odd, "one"', lambda _, outcome: outcome != "scored"),
        ("outcome!=scored", lambda _, outcome: outcome != "scored"),
    ],
)
def test_conditions(made: ScoreTable, table: Path, condition: str, holds: object) -> None:
    found = ids(Rows(table, [parse_condition(condition)]))
    triples = zip(made.ids, made.column(NAME), made.outcomes, strict=True)
    assert found == [id_ for id_, score, outcome in triples if holds(score, outcome)]  # type: ignore[operator]
    assert 0 < len(found) < COUNT


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize(("skip", "limit"), [(0, 20), (480, 20), (490, 100), (0, None), (7, None)])
def test_sorted_pages(made: ScoreTable, table: Path, skip: int, limit: int | None, *, descending: bool) -> None:
    scores = dict(zip(made.ids, made.column(NAME).tolist(), strict=True))
    sign = -1 if descending else 1
    whole = sorted(
        made.ids, key=lambda id_: (math.isnan(scores[id_]), 0 if math.isnan(scores[id_]) else sign * scores[id_])
    )
    end = None if limit is None else skip + limit
    assert ids(Rows(table).page(skip=skip, limit=limit, by=NAME, descending=descending)) == whole[skip:end]


def test_words_are_sorted_as_words(made: ScoreTable, table: Path) -> None:
    rows = Rows(table)
    assert ids(rows.page(skip=2, limit=2, by="id", descending=True)) == made.ids[::-1][2:4]
    assert [row[3] for row in rows.page(skip=0, limit=1, by="outcome")] == ['odd, "one"']


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("scored", '"scored" is no condition'),
        ("psnr<10", f"there is no column psnr; there are id, cluster, status, outcome, {NAME}"),
        ("outcome<scored", "only numbers have a size"),
        (f"{NAME}<", "only numbers have a size"),
        (f"{NAME}<ten", "ten is no number"),
    ],
)
def test_a_condition_that_cannot_be(table: Path, condition: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        Rows(table, [parse_condition(condition)])
    assert sentence in str(raised.value)


@pytest.mark.parametrize("page", ["", "a,b\n", "id,cluster,status,outcome,x\n1,1,scored,scored\n", "\xff"])
def test_what_is_no_table(tmp_path: Path, page: str) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(page.encode("latin-1"))
    with pytest.raises(RecordError, match="is not a table of scores"):
        list(Rows(path))


def test_a_score_that_is_no_number(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("id,cluster,status,outcome,x\n1,1,scored,scored,much\n")
    with pytest.raises(RecordError, match="is not a table of scores"):
        list(Rows(path, [parse_condition("x>1")]))


SEVEN = """id,cluster,status,outcome,album.psnr,album.ssim
f,f,scored,scored,1.0,
a,a,scored,scored,,2.0
b,b,scored,scored,inf,0.0
c,c,scored,scored,,
d,d,failed,crashed,,
e,e,scored,scored,-1.0,9.0
g,g,scored,scored,1.0,0.0
"""
ORDERED = "defgabc"
"""By hand: what failed, then by the first score, equal ones by id; infinite as good as none."""


@pytest.mark.parametrize("most", range(8))
def test_the_worst_pictures_stay_and_so_says_the_checker(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scores.csv").write_text(SEVEN)
    picture, mark = "0a" * 32 + ".jpg", "no picture"
    block = Note(id="n", title=text("Note"), item="b", role="reading", body=text("{a} {b}", a=picture, b=mark))
    (tmp_path / "results.json").write_bytes(canonical.model_page(Results(measures=(), blocks=(block,))))
    for module in (rows, pictures):
        monkeypatch.setattr(module, "KEPT", most)
    assert kept(RunFolder(tmp_path), "worst") == ({*ORDERED[:most], "b"}, {picture})
    for policy in ("worst", "sampled"):
        assert kept(RunFolder(tmp_path), policy) == pictures.kept(str(tmp_path), policy)
