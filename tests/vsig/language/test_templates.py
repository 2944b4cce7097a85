"""The six templates: their numbers, their targets, and how names are joined."""

from pathlib import Path

import pytest

from mindsight.errors import InputError, RecordError
from mindsight.record import canonical
from mindsight.vsig.dataset import strict_json
from mindsight.vsig.dataset.data_file import SampleFile, SampleList, SampleWriter
from mindsight.vsig.dataset.preparation import prepare
from mindsight.vsig.dataset.strict_json import oddities, read_json
from mindsight.vsig.language.templates import NUMBERS, joined, language_of, number_in, template, wanted
from vsig.making import Made
from vsig.sheets import KnownClip

# --- templates ---


def test_unknown_templates() -> None:
    assert NUMBERS == (1, 2, 3, 4, 5, 6)
    for number in (0, 7, -1):
        with pytest.raises(KeyError):
            template(number)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("指令1", 1),
        ("指令 6", 6),
        ("指令６", 6),
        ("Inst3", 3),
        ("inst-3", 3),
        ("INST_3", 3),
        ("Instruction2", 2),
        (" 指令4 ", 4),
        ("指令0", 0),
        ("指令77", 77),
        ("指令", None),
        ("指令1234", None),
        ("指令1 copy", None),
        ("x指令1", None),
        ("instance3", None),
        ("指令³", 3),
        ("", None),
    ],
)
def test_the_number_in_a_name(name: str, number: int | None) -> None:
    assert number_in(name) == number


def test_which_templates_have_speech() -> None:
    assert [template(number).speaks for number in NUMBERS] == [False, True, True, True, True, True]


def test_what_is_wanted_of_the_longest() -> None:
    """Template 6: the second and the fifth entry are skipped, and go with the space after them."""
    assert [tuple(one) for one in wanted(6, "abcdef")] == [("a", None), ("c", "b"), ("d", None), ("f", "e")]
    assert [tuple(one) for one in wanted(5, "abcd")] == [("a", None), ("c", "b"), ("d", None)]


@pytest.mark.parametrize(
    ("reference", "side", "name"),
    [
        ("白色圆形中间镂空柱体", "前面", "白色圆形中间镂空柱体的前面"),
        ("杯子", "的左边", "杯子的左边"),
        ("杯子的", "左边", "杯子的左边"),
        (" 杯子 ", " 左边 ", "杯子的左边"),
        ("cup", "左边", "cup的左边"),
        ("cup", "behind", "behind the cup"),
        ("the cup", "in front of", "in front of the cup"),
        ("Red cup", "right side", "the right side of the Red cup"),
        ("The cup", "the left", "the left of the cup"),
        ("my cup", "to the left of", "to the left of my cup"),
        ("cup", "left", "the left of the cup"),
    ],
)
def test_names_are_joined(reference: str, side: str, name: str) -> None:
    assert joined(reference, side) == name


@pytest.mark.parametrize(
    ("words", "language"),
    [(("cup", "put this here"), "en"), (("cup", "放"), "zh"), ((), "en"), (("カップ",), "en"), (("𠀀",), "zh")],
)
def test_the_language_is_that_of_the_characters(words: tuple[str, ...], language: str) -> None:
    assert language_of(words) == language


# --- files ---


def test_json_that_two_readers_would_read_differently(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"a": 1, "b": [NaN, 1e999, {"c": 2, "c": 3}], "a": 2, "d": ' + "9" * 500 + ', "e": "\\ud800"}')
    assert [(place, sentence.message) for place, sentence in oddities(read_json(file))] == [
        ("a", "the name occurs twice; keep one of them"),
        ("b[0]", "{value} is not a number that can be used"),
        ("b[1]", "{value} is not a number that can be used"),
        ("b[2].c", "the name occurs twice; keep one of them"),
        ("d", "{value} is not a number that can be used"),
        ("e", "holds half a character (a lone surrogate)"),
    ]


def test_an_object_of_many_names_is_read_at_once(tmp_path: Path) -> None:
    names = [f'"{number}": 0' for number in range(200_000)]
    (tmp_path / "a.json").write_text(f'{{{", ".join(names)}, "7": 1}}')
    assert [place for place, _ in oddities(read_json(tmp_path / "a.json"))] == ["7"]


def test_files_that_are_not_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="is not a file"):
        read_json(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_json(tmp_path / "nothing")
    for page, sentence in (
        (b"", "Expecting value"),
        (b"[1,", "not valid JSON"),
        (b"[" * 99_999, "nested"),
        (b"\xff", "UTF-8"),
    ):
        (tmp_path / "a.json").write_bytes(page)
        with pytest.raises(InputError, match=sentence):
            read_json(tmp_path / "a.json")
    monkeypatch.setattr(strict_json, "LARGEST_FILE", 0)
    with pytest.raises(InputError, match="larger than any file"):
        read_json(tmp_path / "a.json")


def test_a_file_of_samples_comes_back(made_root: Path, made: list[Made], tmp_path: Path) -> None:
    found = prepare(made_root, facts=KnownClip())
    held = SampleFile(samples=found.samples, findings=found.findings, skipped=("7",))
    SampleWriter(held.samples).write(tmp_path / "samples.json", held.findings, held.skipped)
    assert (tmp_path / "samples.json").read_bytes() == canonical.model_page(held)
    again, before = SampleList(tmp_path / "samples.json"), sorted(found.samples, key=lambda sample: sample.id)
    assert list(again) == before
    assert (again.findings, again.skipped) == (held.findings, held.skipped)
    assert [sample.fingerprint for sample in again] == [sample.fingerprint for sample in before]
    assert [again.find(sample.id) for sample in reversed(before)] == before[::-1]
    assert again.find("none of them") is None
    assert len(again) == len(made)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"version": 1', '"version": 2'),
        ('"template": 1', '"template": 7'),
        ('"layout": "vsig"', '"layout": 3'),
        ("}", ""),
    ],
)
def test_an_invalid_file_of_samples_is_refused(made_root: Path, tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "samples.json"
    SampleWriter(prepare(made_root, facts=KnownClip()).samples[:1]).write(file)
    page = file.read_text("utf-8")
    compact = page if old in page else page.replace('": ', '":')
    file.write_text(compact.replace(old if old in page else old.replace(": ", ":"), new), "utf-8")
    with pytest.raises(RecordError, match="is not a file of samples"):
        list(SampleList(file))
    with pytest.raises(RecordError, match="cannot be read"):
        SampleList(tmp_path / "nothing.json")
