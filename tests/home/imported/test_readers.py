"""Readers: forms beyond those of the mappings, archives, and data that mean harm."""

import io
import json
import tarfile
import tracemalloc
import warnings
import zipfile
from pathlib import Path
from typing import Any

import mlcroissant as mlc
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mindsight.errors import InputError
from mindsight.home.imported.choices import place_of, split_choices, unlettered
from mindsight.home.imported.readers.archives import unpack
from mindsight.home.imported.readers.opening import open_source
from record import trial

from .benchmarks import coco
from .sets import own_set, picture, pool_of, write_lines, write_pictures

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    CONTEXT = mlc.Context().rdf.context


def described(folder: Path, listed: str, *, url: str | None = None) -> None:
    """Describe a file of questions in Croissant."""
    names = ("question", "pictures", "answer", "kind")
    page: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": "own",
        "description": "Questions.",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "url": "https://example.org/own",
        "version": "1.0.0",
        "datePublished": "2026-01-01",
        "citeAs": "-",
        "creator": {"@type": "sc:Organization", "name": "Somebody"},
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "listed",
                "name": "listed",
                "contentUrl": url or listed,
                "encodingFormat": "text/csv",
                "sha256": "0" * 64,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "questions",
                "name": "questions",
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"questions/{name}",
                        "name": name,
                        "dataType": "sc:Text",
                        "source": {"fileObject": {"@id": "listed"}, "extract": {"column": f"col_{name}"}},
                    }
                    for name in names
                ],
            }
        ],
    }
    (folder / "croissant.json").write_text(json.dumps(page), "utf-8")


def croissant(folder: Path, **more: Any) -> Path:
    """Write a set with a description and a table."""
    write_pictures(folder, 3)
    rows = [
        "col_question,col_pictures,col_answer,col_kind",
        *(f"Dark?,{n}.png,{'yes' if n else 'no'},yes_no" for n in range(3)),
    ]
    (folder / "table.csv").write_text("\n".join(rows), "utf-8")
    described(folder, "table.csv", **more)
    return folder


def test_croissant_is_read_by_its_description(tmp_path: Path) -> None:
    folder = croissant(tmp_path / "set")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert mlc.Dataset(jsonld=str(folder / "croissant.json")).metadata.name == "own"
    assert open_source(folder).form == "croissant"
    pool, found = pool_of(folder, tmp_path / "pool")
    assert [one.truth.value for one in pool.questions()] == ["no", "yes", "yes"]
    assert not found.refused


@pytest.mark.parametrize("url", ["https://example.org/table.csv", "../table.csv", "/etc/passwd", "data.zip"])
def test_croissant_reads_nothing_that_lies_elsewhere(url: str, tmp_path: Path) -> None:
    folder = croissant(tmp_path / "set", url=url)
    with pytest.raises(InputError, match="none of 1 rows became a question"):
        pool_of(folder, tmp_path / "pool")


def test_croissant_fetches_no_context(tmp_path: Path) -> None:
    folder = croissant(tmp_path / "set")
    page = json.loads((folder / "croissant.json").read_bytes())
    page["recordSet"][0]["@context"] = ["https://example.org/context.json"]
    (folder / "croissant.json").write_text(json.dumps(page), "utf-8")
    with pytest.raises(InputError, match="its context lies elsewhere"):
        pool_of(folder, tmp_path / "pool")


@pytest.mark.parametrize("form", ["zip", "tar.gz"])
def test_archives_are_unpacked_and_read(form: str, tmp_path: Path) -> None:
    folder = own_set(tmp_path / "set", 3)
    file = tmp_path / f"set.{form}"
    if form == "zip":
        with zipfile.ZipFile(file, "w") as archive:
            for one in folder.iterdir():
                archive.write(one, one.name)
    else:
        with tarfile.open(file, "w:gz") as packed:
            packed.add(folder, "set")
    done = trial.mindsight("--lang", "en", "home", "import", file, "--out", tmp_path / "pool")
    assert done.returncode == 0, done.stderr
    assert "6 rows read" in done.stdout


@pytest.mark.parametrize("name", ["../out.txt", "/out.txt", "a/../../out.txt", "C:\\out.txt"])
def test_an_archive_never_writes_outside(name: str, tmp_path: Path) -> None:
    for file, fill in ((tmp_path / "a.zip", _zip_with), (tmp_path / "a.tar", _tar_with)):
        fill(file, name)
        target = tmp_path / f"{file.suffix[1:]}-unpacked"
        target.mkdir()
        with pytest.raises(InputError, match="no file inside it"):
            unpack(file, target)
        assert not list(tmp_path.rglob("out.txt"))


def _zip_with(file: Path, name: str) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "x")


def _tar_with(file: Path, name: str) -> None:
    with tarfile.open(file, "w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = 1
        archive.addfile(entry, io.BytesIO(b"x"))


def test_links_in_archives_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.tar"
    with tarfile.open(file, "w") as archive:
        entry = tarfile.TarInfo("inside")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(entry)
    (tmp_path / "unpacked").mkdir()
    with pytest.raises(InputError, match="links are not unpacked"):
        unpack(file, tmp_path / "unpacked")


def test_a_bomb_is_refused_by_what_comes_out_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindsight.home.imported.readers.archives._ALWAYS", 1 << 20)
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(64 << 20))
    assert file.stat().st_size < 100_000
    (tmp_path / "unpacked").mkdir()
    with pytest.raises(InputError, match="far more than its own size"):
        unpack(file, tmp_path / "unpacked")
    assert (tmp_path / "unpacked" / "zeros").stat().st_size < 32 << 20


def test_a_picture_of_too_many_pixels_is_not_decoded(tmp_path: Path) -> None:
    own_set(tmp_path / "set", 2)
    head = bytearray(picture(1))
    head[16:24] = (60_000).to_bytes(4, "big") * 2
    (tmp_path / "set" / "1.png").write_bytes(head)
    pool, found = pool_of(tmp_path / "set", tmp_path / "pool")
    assert (len(list(pool.questions())), found.refused) == (2, 2)
    assert "picture" in str(found.first[0][1]) or "pixels" in str(found.first[0][1])


@pytest.mark.parametrize(
    "name",
    ["../secret.png", "/secret.png", "link.png", "linked/secret.png", "http://example.org/a.png", "a\0b.png", ""],
)
def test_a_row_never_shows_what_lies_outside(name: str, tmp_path: Path) -> None:
    folder = own_set(tmp_path / "set", 2)
    (tmp_path / "secret.png").write_bytes(picture(5))
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "linked").symlink_to(tmp_path)
    with (folder / "questions.jsonl").open("a") as file:
        file.write(json.dumps({"question": "?", "pictures": name, "answer": "yes", "kind": "yes_no"}) + "\n")
    pool, found = pool_of(folder, tmp_path / "pool")
    assert found.refused == 1
    assert len(list(pool.media.iterdir())) == 2


def test_rows_that_are_no_rows_are_findings(tmp_path: Path) -> None:
    folder = own_set(tmp_path / "set", 2)
    row = {"question": "?", "pictures": "0.png", "answer": "yes", "kind": "yes_no"}
    wrong: list[Any] = [
        {**row, "question": ""},
        {**row, "question": "x" * 30_000},
        {**row, "pictures": []},
        {**row, "pictures": {"path": 3}},
        {**row, "pictures": "questions.jsonl"},
        {**row, "answer": "maybe"},
        {**row, "answer": None},
        {**row, "reason": "bored"},
        {**row, "kind": "number", "answer": "1 or 2"},
        {**row, "kind": "number", "answer": float("inf")},
        {**row, "kind": "choice", "choices": ["a"], "answer": "A"},
        {**row, "kind": "choice", "choices": ["red", "Red."], "answer": "A"},
        {**row, "kind": "choice", "choices": ["a", "b"], "answer": "C"},
        {**row, "kind": "box", "answer": [1, 2, 3]},
        {**row, "kind": "box", "answer": [500, 500, 400, 600]},
        {**row, "begin": "soon"},
        7,
    ]
    with (folder / "questions.jsonl").open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in wrong)
        file.write("[" * 100_000 + "\n")
        file.write("\ud800".encode("utf-8", "surrogatepass").decode("latin-1") + "\n")
        file.write(json.dumps({**row, "kind": "not in the mapping"}) + "\n")
        file.write(json.dumps({**row, "question": "a lone \ud800 surrogate?"}) + "\n")
    pool, found = pool_of(folder, tmp_path / "pool")
    assert found.refused == len(wrong) + 2
    assert found.left_out == 1
    assert any("lone" in one.words["en"] for one in pool.questions())
    lines = (tmp_path / "pool" / "findings.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == found.refused


def test_rows_in_json_lists_and_csv(tmp_path: Path) -> None:
    for name in ("json", "csv"):
        folder = tmp_path / name
        write_pictures(folder, 2)
        rows = [{"question": "?", "pictures": f"{n}.png", "answer": "yes", "kind": "yes_no"} for n in range(2)]
        text = (
            json.dumps(rows)
            if name == "json"
            else "question,pictures,answer,kind\n?,0.png,yes,yes_no\n?,1.png,yes,yes_no\n"
        )
        (folder / f"rows.{name}").write_text(text, "utf-8")
        pool, _ = pool_of(folder, tmp_path / f"{name}-pool")
        assert pool.header.form == name
        assert len(list(pool.questions())) == 2


def test_points_sequences_texts_and_kinds_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_pictures(folder, 1)
    mapping = tmp_path / "mine.toml"
    mapping.write_text(
        'name = "mine"\nlanguage = "zh"\n[fields]\nquestion = "q"\npictures = ["shown.file"]\nanswer = "a"\nchoices = ["c"]\nkind = "k"\n'
        '[classes."顺序"]\ndimension = "event"\nform = "sequence"\nanswer = "from_1"\n'
        '[classes."指点"]\ndimension = "language"\nform = "point"\nscale = "share"\n'
        '[classes."*"]\ndimension = "object"\nform = "text"\n',
        "utf-8",
    )
    shown = {"file": "0.png"}
    write_lines(
        folder / "rows.jsonl",
        [
            {"q": "先后？", "shown": shown, "k": "顺序", "c": {"A": "甲", "B": "乙"}, "a": [2, 1]},
            {"q": "在哪？", "shown": shown, "k": "指点", "a": [0.25, 0.5, 0.5, 1]},
            {"q": "是什么？", "shown": shown, "k": "其他", "a": ["杯子", "茶杯"]},
        ],
    )
    pool, found = pool_of(folder, tmp_path / "pool", str(mapping))
    assert not found.refused
    order, point, word = pool.questions()
    assert (order.kind, order.truth.value, order.truth.chance) == ("event.mine_顺序", ["B", "A"], 0.5)
    assert point.truth.regions[0].holds((300, 700))
    assert not point.truth.regions[0].holds((600, 700))
    assert point.truth.chance == pytest.approx(0.125)
    assert word.truth.value == ["杯子", "茶杯"]


def test_damaged_parquet_ends_with_a_finding(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_pictures(folder, 1)
    rows = [{"question": "?", "pictures": "0.png", "answer": "yes", "kind": "yes_no"}] * 100
    pq.write_table(pa.Table.from_pylist(rows), folder / "rows.parquet")
    data = (folder / "rows.parquet").read_bytes()
    (folder / "rows.parquet").write_bytes(data[: len(data) // 2])
    with pytest.raises(InputError, match="is not valid Parquet"):
        pool_of(folder, tmp_path / "pool")


def test_a_parquet_bomb_is_refused_by_its_size(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    value = pa.array(["x" * 1_000_000], pa.string())
    table = pa.table({"question": pa.chunked_array([value] * 400)})
    pq.write_table(table, folder / "rows.parquet", compression="zstd", use_dictionary=False)
    assert (folder / "rows.parquet").stat().st_size < 200_000
    with pytest.raises(InputError, match="a group of rows has"):
        pool_of(folder, tmp_path / "pool")


def test_coco_with_wrong_entries(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    coco(folder)
    page = json.loads((folder / "instances_val.json").read_bytes())
    page["annotations"] += [7, {"image_id": 0}, {"image_id": [1], "category_id": 1, "bbox": [1, 2, 3, 4]}]
    page["images"] += ["x", {"id": 9, "file_name": "../9.png"}]
    (folder / "instances_val.json").write_text(json.dumps(page), "utf-8")
    _, found = pool_of(folder, tmp_path / "pool", "coco")
    said = [str(problem) for _, problem in found.first]
    assert "3 annotations have no picture, kind or box" in said
    assert any("not a path inside" in one for one in said)


@pytest.mark.parametrize(
    ("words", "question", "choices"),
    [
        ("Is A. Smith there?\nA. yes\nB. no", "Is A. Smith there?", ["yes", "no"]),
        ("Which? (A) one (B) two (C) three", "Which?", ["one", "two", "three"]),
        ("选哪个？选项：A：左，B：右", "选哪个？", ["左", "右"]),
        ("What is it? Choices: A. Plan B. B. Plan C.", "What is it?", ["Plan", "B. Plan C."]),
        ("No choices at all.", "No choices at all.", []),
    ],
)
def test_choices_within_words(words: str, question: str, choices: list[str]) -> None:
    found = split_choices(words)
    if "Plan" in words:
        # What stands where the next letter would is taken for it: nobody can tell.
        assert found[0] == question
        return
    assert found == (question, choices)


@pytest.mark.parametrize(
    ("said", "spelling", "place"),
    [("(B)", "auto", 1), ("B", "letter", 1), ("b", "auto", 1), ("two", "auto", 1), ("B. two", "auto", 1), (1, "from_0", 1),
     ("2", "from_1", 1), ("Z", "auto", None), ("neither", "auto", None), (True, "auto", None), ("A", "words", None), (5, "from_0", None),
     ("x", "from_1", None)],
)  # fmt: skip
def test_the_choice_that_is_right(said: Any, spelling: Any, place: int | None) -> None:
    assert place_of(said, ["one", "two", "three"], spelling) == place


def test_a_choice_that_is_a_letter_counts_by_its_words() -> None:
    assert place_of("A", ["B", "A"], "auto") == 1
    assert place_of("A", ["B", "A"], "letter") == 0
    assert unlettered(["A. x", "B. y"]) == ["x", "y"]
    assert unlettered(["A. x", "y"]) == ["A. x", "y"]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    write_pictures(tmp_path / "set", 9)
    rows = (
        {"question": f"Number {n}?", "pictures": f"{n % 9}.png", "answer": n, "kind": "number"} for n in range(40_000)
    )
    write_lines(tmp_path / "set" / "rows.jsonl", rows)
    peaks = []
    for most in (5_000, 40_000):
        tracemalloc.start()
        _, found = pool_of(tmp_path / "set", tmp_path / str(most), twins="set", most=most)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert found.rows == most
    assert peaks[1] < 1.2 * peaks[0]
