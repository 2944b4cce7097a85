"""Thousands of mutated kits and tables: one clear message or a complete record, no crash and no silent acceptance."""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from album.classes import truth
from album.mutating import BYTES, KINDS, READERS, Bench, attempt, is_clear, make_bench, of_lines, run, several
from mindsight.errors import IdentityError, InputError, KitError
from mindsight.record.comparison import compare_runs

Json = Any


@pytest.fixture(scope="module", params=KINDS)
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return make_bench(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def kit(bench: Bench, tmp_path: Path) -> Path:
    return Path(shutil.copytree(bench.kit, tmp_path / "kit"))


# -------------------------------------------------------------------------------------------------------------- kits


def leaves(value: Json, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value of a JSON document, containers included."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*place, key)
        yield from leaves(one, (*place, key))


NUMBERS = (0, -1, 1, 2, 255, 1 << 40, 10**30, 1.5, 1e308, True, None, "1", [], {})
WORDS = (
    "", " ", "x" * 400, "../../etc/passwd", "/etc/passwd", "inputs/../../secret", "a\nb", "\u202e", "\x00", "0001", "9999",
    "hat", "shirt", "nothing", "truth", "inputs", "f" * 64, "0" * 64, "=1+1", "{file}", None, 7, ["x"], {"message": "{x}"},
)  # fmt: skip


def of_values(data: bytes, rng: random.Random) -> bytes:
    """Change, remove, repeat or exchange a value somewhere in a JSON document."""
    page = json.loads(data)
    places = list(leaves(page))
    *way, key = rng.choice(places)
    holder = page
    for step in way:
        holder = holder[step]
    value = holder[key]
    chance = rng.random()
    if chance < 0.1:
        del holder[key]
    elif chance < 0.2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), value)
    elif chance < 0.2 and isinstance(holder, dict):
        holder["stranger"] = value
    elif chance < 0.4:
        *other_way, other_key = rng.choice([place for place in places if place[-1] == key])
        other = page
        for step in other_way:
            other = other[step]
        holder[key], other[other_key] = other[other_key], value
    elif isinstance(value, int | float) and chance < 0.7:
        holder[key] = value + rng.choice((-1, 1, 7, 0.5))
    elif isinstance(value, int | float):
        holder[key] = rng.choice(NUMBERS)
    elif isinstance(value, str) and len(value) == 64 and chance < 0.7:
        holder[key] = value[:-1] + ("0" if value[-1] != "0" else "1")
    else:
        holder[key] = rng.choice(WORDS)
    return json.dumps(page).encode()


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count"), several(20, 350))
def test_a_changed_kit_json_is_refused_or_gives_another_identity(
    bench: Bench, kit: Path, tmp_path: Path, seed: int, count: int
) -> None:
    rng = random.Random(seed)
    source, accepted = (kit / "kit.json").read_bytes(), 0
    for number in range(count):
        change = rng.choice((*BYTES, of_lines, of_values, of_values, of_values, of_values))
        changed = change(source, rng)
        if changed == source:
            continue
        (kit / "kit.json").write_bytes(changed)
        subject = rng.choice((bench.subject, READERS[bench.kind]))
        made = attempt(kit, tmp_path / f"run-{number}", subject)
        if made is not None:
            accepted += 1
            assert made.manifest.identity != bench.identity
    assert accepted < count


@pytest.mark.parametrize(("seed", "count"), several(6, 80))
def test_a_changed_file_of_a_kit_is_not_scored(bench: Bench, kit: Path, tmp_path: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    files = sorted(path for path in kit.rglob("*") if path.parent.name in {"inputs", "truth"})
    for number in range(count):
        file = rng.choice(files)
        source = file.read_bytes()
        changed = rng.choice((*BYTES, lambda *_: b"", lambda *_: rng.choice(files).read_bytes()))(source, rng)
        if changed == source:
            continue
        file.write_bytes(changed)
        with pytest.raises(KitError) as refused:
            run(kit, tmp_path / f"run-{number}", READERS[bench.kind])
        is_clear(refused.value)
        assert file.name in str(refused.value)
        file.write_bytes(source)


def test_a_run_folder_is_no_kit(bench: Bench, tmp_path: Path) -> None:
    made = run(bench.kit, tmp_path / "run", bench.subject)
    with pytest.raises(KitError, match="run: is a run folder; name the kit that it was run on"):
        run(made.path, tmp_path / "other", bench.subject)


def test_runs_of_two_kinds_are_refused_as_such(bench: Bench, tmp_path: Path) -> None:
    kind = KINDS[KINDS.index(bench.kind) - 1]
    other = make_bench(kind, tmp_path)
    runs = [run(one.kit, tmp_path / one.kind, one.subject) for one in (bench, other)]
    with pytest.raises(IdentityError, match=f"kind is {bench.kind} in one and {kind} in the other") as refused:
        compare_runs(runs, seed=0)
    is_clear(refused.value)


# ------------------------------------------------------------------------------------------------------------ tables


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return make_bench("classification", tmp_path_factory.mktemp("labelled"))


def words_of(data: bytes) -> list[str]:
    """Return the lines of a table under every encoding that it might have."""
    texts = []
    for encoding in ("utf-8-sig", "gb18030", "utf-16"):
        try:
            texts.append(data.decode(encoding))
        except UnicodeError:
            continue
    return [line for text in texts for line in re.split(r"[\r\n]", text)]


@pytest.mark.parametrize(("seed", "count"), several(8, 250))
def test_a_changed_table_loses_no_answer_without_a_word(labelled: Bench, tmp_path: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    source = labelled.outputs.read_bytes()
    answers = tmp_path / "answers.csv"
    for number in range(count):
        changed = rng.choice((*BYTES, of_lines, of_lines))(source, rng)
        answers.write_bytes(changed)
        made = attempt(labelled.kit, tmp_path / f"run-{number}", f"folder:{answers}")
        for item in () if made is None else made.items:
            # Scored as before: a line of the table still states it.
            if item.terms == labelled.clean[item.id].terms and item.status == "scored":
                said = f"{int(item.id)}[^0-9]*{item.terms['actual']}"
                assert any(re.search(said, line, re.IGNORECASE) for line in words_of(changed)), (item, changed)


Rows = list[list[str]]
Change = Callable[[Rows], None]


def _wrong_in_the_middle(rows: Rows) -> None:
    rows[2] = ["0002", "hat", "shirt", "pants"]


ROWS: dict[str, tuple[Change, str]] = {
    "the same": (lambda _: None, "right"),
    "a number twice": (lambda rows: rows.append(rows[2]), "duplicate"),
    "a number missing": (lambda rows: rows.pop(2), "missing"),
    "an unknown class": (lambda rows: rows[2].__setitem__(1, "毛衣"), "unlisted"),
    "another class": (lambda rows: rows[2].__setitem__(1, "shirt"), "wrong"),
    "no class": (lambda rows: rows[2].__setitem__(1, ""), "no_label"),
    "a formula": (lambda rows: rows[2].__setitem__(1, "=1+1"), "unlisted"),
    "a stranger": (lambda rows: rows.append(["0099", "hat"]), "right"),
    "an empty row": (lambda rows: rows.insert(2, ["", ""]), "right"),
    "no number": (lambda rows: rows[2].__setitem__(0, ""), "refused"),
    "too many cells": (_wrong_in_the_middle, "refused"),
    "no header": (lambda rows: rows.pop(0), "refused"),
    "a column twice": (lambda rows: [row.append(row[1]) for row in rows] and None, "refused"),
}


def write_sheet(path: Path, rows: Rows) -> None:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    for row in book.worksheets[0].iter_rows():
        for cell in row:
            cell.data_type = "s" if cell.value is not None else cell.data_type
    book.save(path)


FORMS = {"utf-8": ",", "utf-8-sig": ",", "gb18030": ";", "utf-16": "\t", "xlsx": ""}
DRESSES = [
    pytest.param(change, form, marks=() if (place + other) % 4 == 0 else pytest.mark.slow)
    for place, change in enumerate(ROWS)
    for other, form in enumerate(FORMS)
]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "form"), DRESSES)
def test_a_table_in_any_dress_says_the_same(labelled: Bench, tmp_path: Path, change: str, form: str) -> None:
    rows = [["编号", "相册分类的类别"], *([number, own] for number, own in truth(labelled.kit).items())]
    edit, outcome = ROWS[change]
    edit(rows)
    answers = tmp_path / ("answers.xlsx" if form == "xlsx" else "answers.csv")
    if form == "xlsx":
        write_sheet(answers, rows)
    else:
        answers.write_bytes("\r\n".join(FORMS[form].join(row) for row in rows).encode(form))
    made = attempt(labelled.kit, tmp_path / "run", f"folder:{answers}")
    if made is None:
        assert outcome == "refused"
        return
    outcomes = {item.id: item.outcome for item in made.items}
    assert outcomes == dict.fromkeys(outcomes, "right") | {"0002": outcome}


@pytest.mark.parametrize(("seed", "count"), several(8, 150))
def test_a_damaged_workbook_is_refused_or_says_what_it_said(
    labelled: Bench, tmp_path: Path, seed: int, count: int
) -> None:
    rng = random.Random(seed)
    answers = tmp_path / "answers.xlsx"
    write_sheet(answers, [["number", "predicted"], *([number, own] for number, own in truth(labelled.kit).items())])
    source, expected = answers.read_bytes(), {number: item.terms for number, item in labelled.clean.items()}
    for number in range(count):
        answers.write_bytes(rng.choice(BYTES)(source, rng))
        made = attempt(labelled.kit, tmp_path / f"run-{number}", f"folder:{answers}")
        # The contents of a workbook are protected by checksums: it is read unchanged, or not at all.
        assert made is None or {item.id: item.terms for item in made.items} == expected


def test_images_without_a_single_class_folder_are_no_answer(labelled: Bench, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="inputs: no file is in a sub-folder named by its class"):
        run(labelled.kit, tmp_path / "run", f"folder:{labelled.kit / 'inputs'}")
