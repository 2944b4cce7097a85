"""Answers as operators and albums bring them back: spreadsheets, lists of paths, exported folders, class maps without a heading."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from sklearn.metrics import f1_score

from album.classes import class_kit, classify, truth, value
from mindsight import checker
from mindsight.album.classification.record import number_in_path, number_key, read_class_map
from mindsight.errors import InputError
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.report import write_report
from mindsight.verification.verifying import rebuild_and_compare

CLASSES = {"cat": 4, "dog": 3, "café": 3}
WRONG = {0: "dog", 4: "cat", 7: "trousers"}
"""Answers that are wrong, by place of their number."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return class_kit(tmp_path_factory.mktemp("classes") / "kit", CLASSES)


@pytest.fixture(scope="module")
def answers(kit: Path) -> dict[str, str]:
    return {number: WRONG.get(place, own) for place, (number, own) in enumerate(sorted(truth(kit).items()))}


@pytest.fixture(scope="module")
def expected(kit: Path, answers: dict[str, str]) -> float:
    """What scikit-learn gives for these answers."""
    actual = truth(kit)
    pairs = [(actual[number], label) for number, label in answers.items()]
    score = f1_score(*zip(*pairs, strict=True), labels=sorted(CLASSES), average="macro", zero_division=0)
    return 100 * float(score)


def write(path: Path, rows: Sequence[tuple[str, str]]) -> Path:
    path.write_text("number,label\n" + "".join(f"{number},{label}\n" for number, label in rows), "utf-8")
    return path


def export(folder: Path, *contents: tuple[str, Sequence[str]]) -> Path:
    """Write files into folders, as an album exports them."""
    for name, files in contents:
        (folder / name).mkdir(parents=True)
        for file in files:
            (folder / name / file).write_bytes(b"")
    return folder


def by_class(actual: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    return [(name, [f"{number}.jpg" for number, own in actual.items() if own == name]) for name in CLASSES]


def is_proved(run: RunFolder) -> bool:
    """Return whether a run agrees with itself, and its manifest is rebuilt from its plan."""
    write_report(run)
    return rebuild_and_compare(run).findings == [] == checker.check(str(run.path))[0]


# --- workbooks ---


def test_a_workbook_as_people_make_it_scores_what_scikit_learn_gives(
    kit: Path, answers: dict[str, str], expected: float, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    old, sheet = book.worksheets[0], book.create_sheet("answers")
    old.append(["number", "label"])
    old.sheet_state = "hidden"
    sheet.append([])
    sheet.append(["number", "label"])
    # Rows in the order of their labels, equal labels merged.
    last = ""
    for row, (number, label) in enumerate(sorted(answers.items(), key=lambda pair: pair[1]), start=3):
        sheet.append([int(number), label if label != last else None])
        last = label
        sheet.row_dimensions[row].hidden = label == "dog"
    for label in set(answers.values()):
        own = [row for row, other in enumerate(sorted(answers.values()), start=3) if other == label]
        if len(own) > 1:
            sheet.merge_cells(start_row=own[0], end_row=own[-1], start_column=2, end_column=2)
    book.save(tmp_path / "a.xlsx")
    run = classify(kit, tmp_path / "run", f"folder:{tmp_path / 'a.xlsx'}")
    assert value(run, "macro_f1") == pytest.approx(expected, abs=1e-12)
    hidden = sum(label == "dog" for label in answers.values())
    assert {name: run.manifest.plan[name] for name in ("sheet", "hidden_rows")} == {
        "sheet": "answers",
        "hidden_rows": hidden,
    }
    assert is_proved(run)
    (note,) = (block for block in run.results.blocks if isinstance(block, Note) and block.id == "warning-hidden")
    assert f"{hidden} hidden rows of the sheet “answers”" in str(note.body)


def test_the_record_of_a_csv_table_says_nothing_of_sheets(kit: Path, answers: dict[str, str], tmp_path: Path) -> None:
    run = classify(kit, tmp_path / "run", f"folder:{write(tmp_path / 'a.csv', list(answers.items()))}")
    assert not {"sheet", "hidden_rows", "folders_left_out", "pairing_sheet"} & set(run.manifest.plan)


# --- numbers and labels ---


@pytest.mark.parametrize(
    "form",
    [
        "inputs/{}.png",
        "./inputs/{}.PNG",
        "inputs\\{}.png",
        "C:\\test kit\\inputs\\{}.png",
        "/home/me/kit/inputs/{}",
        "\ufeff{}",
    ],
)
def test_a_number_may_be_the_path_of_its_file(
    form: str, kit: Path, answers: dict[str, str], expected: float, tmp_path: Path
) -> None:
    rows = [(form.format(number), label) for number, label in answers.items()]
    run = classify(kit, tmp_path / "run", f"folder:{write(tmp_path / 'a.csv', rows)}")
    assert value(run, "macro_f1") == pytest.approx(expected, abs=1e-12)


def test_only_a_number_is_taken_out_of_a_path() -> None:
    assert [number_in_path(name) for name in ("a/0021.jpg", "b\\21", "2/x.jpg", "x/y")] == [
        "21",
        "21",
        "2/x.jpg",
        "x/y",
    ]
    # In a table without a kit, pictures of one name in several folders are different ones.
    assert number_key("cat/001.jpg") != number_key("dog/001.jpg")
    assert number_key("０００１") == "1"


@pytest.mark.parametrize(
    ("number", "key"),
    [("1.0", "1"), ("0001.jpg", "1"), ("1.mp4", "1"), ("1.7z", "1"), ("1.2", "1.2"), ("2.10", "2.10"), ("1.5", "1.5")],
)
def test_a_fraction_is_no_number_of_an_image_with_an_extension(number: str, key: str) -> None:
    assert number_key(number) == key


def test_invisible_characters_do_not_make_another_label(
    kit: Path, answers: dict[str, str], expected: float, tmp_path: Path
) -> None:
    marks = "\u200b\ufeff\u200e\u2060\u00ad\u200d\u200c"
    rows = [
        (number, f"{label[:1]}{marks[place % 7]}{label[1:]}{marks[-1]}")
        for place, (number, label) in enumerate(answers.items())
    ]
    run = classify(kit, tmp_path / "run", f"folder:{write(tmp_path / 'a.csv', rows)}")
    assert value(run, "macro_f1") == pytest.approx(expected, abs=1e-12)
    assert is_proved(run)


def test_a_class_whose_name_has_an_invisible_character_is_still_found(tmp_path: Path) -> None:
    kit = class_kit(tmp_path / "kit", {"cat": 3, "dog": 3})
    page = (kit / "kit.json").read_text("utf-8").replace('"cat"', '"cat\u200b"')
    (kit / "kit.json").write_text(page, "utf-8")
    actual = truth(kit)
    run = classify(kit, tmp_path / "run", f"folder:{write(tmp_path / 'a.csv', list(actual.items()))}")
    assert value(run, "macro_f1") == 100
    assert is_proved(run)


# --- folders ---


@pytest.mark.parametrize("folders", [("All photos",), ("最近项目", "Favourites & more"), ("zz all",)])
def test_folders_that_hold_all_images_beside_the_classes_are_no_classes(
    folders: tuple[str, ...], kit: Path, tmp_path: Path
) -> None:
    actual = truth(kit)
    every = [f"{number}.jpg" for number in actual]
    given = export(tmp_path / "export", *by_class(actual), *((name, every) for name in folders))
    run = classify(kit, tmp_path / "run", f"folder:{given}")
    assert value(run, "macro_f1") == 100
    assert run.manifest.plan["folders_left_out"] == sorted(folders)
    assert is_proved(run)


def test_an_image_that_is_only_among_all_has_no_label(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    classes = [(name, files[1:]) for name, files in by_class(actual)]
    given = export(tmp_path / "export", *classes, ("All", [f"{number}.jpg" for number in actual]))
    run = classify(kit, tmp_path / "run", f"folder:{given}")
    assert sorted(item.outcome for item in run.items) == ["no_label"] * 3 + ["right"] * 7


def test_folders_without_order_are_refused_where_one_label_counts(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    first = by_class(actual)[0][1][0]
    for place, name in enumerate(("Favourites", "dog")):
        given = export(tmp_path / f"export-{place}", *((own, files) for own, files in by_class(actual)))
        (given / name).mkdir(exist_ok=True)
        (given / name / first).write_bytes(b"")
        with pytest.raises(InputError, match=r"1 images are in several folders \(.*(Favourites|dog).*\), for example"):
            classify(kit, tmp_path / f"run-{place}", f"folder:{given}")
    any_of_them = class_kit(tmp_path / "any", CLASSES, several_labels="any")
    assert value(classify(any_of_them, tmp_path / "run", f"folder:{tmp_path / 'export-0'}"), "macro_f1") == 100


def test_folders_that_all_hold_all_images_are_refused(kit: Path, tmp_path: Path) -> None:
    every = [f"{number}.jpg" for number in truth(kit)]
    with pytest.raises(InputError, match=r"10 images are in several folders \(Albums, All photos\)"):
        classify(
            kit, tmp_path / "run", f"folder:{export(tmp_path / 'export', ('Albums', every), ('All photos', every))}"
        )


def test_two_folders_of_one_class_are_no_doubt(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    given = export(tmp_path / "export", *by_class(actual), ("Kitties", by_class(actual)[0][1]))
    run = classify(kit, tmp_path / "run", f"folder:{given}", class_map=(("Kitties", "cat"),))
    assert value(run, "macro_f1") == 100


def test_folders_of_clusters_leave_out_the_folder_of_all(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    every = [f"{number}.jpg" for number in actual]
    people = [(f"Person {place}", files) for place, (_, files) in enumerate(by_class(actual))]
    run = classify(
        kit, tmp_path / "run", f"folder:{export(tmp_path / 'export', ('All', every), *people)}", answers="clusters"
    )
    assert value(run, "macro_f1") == 100


def test_a_file_may_lack_leading_zeros_and_two_of_one_number_are_refused(kit: Path, tmp_path: Path) -> None:
    actual = truth(kit)
    given = export(
        tmp_path / "export", *((name, [file.lstrip("0") for file in files]) for name, files in by_class(actual))
    )
    number = min(number for number, own in actual.items() if own == "cat")
    (given / "cat" / f"{number}.jpg").write_bytes(b"")
    run = classify(kit, tmp_path / "run", f"folder:{given}")
    words = {item.id: item.outcome for item in run.items}
    assert words.pop(number) == "duplicate"
    assert set(words.values()) == {"right"}


# --- class maps ---


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Kitties,cat", "Doggo,dog"], [("Kitties", "cat"), ("Doggo", "dog")]),
        (["Kitties,猫", "Doggo,DOG"], [("Kitties", "猫"), ("Doggo", "DOG")]),
        (["album,class", "Kitties,cat"], [("Kitties", "cat")]),
        (["产品名称,类别", "Kitties,cat"], [("Kitties", "cat")]),
        (["", ",", "theirs,our name", "Kitties,cat"], [("Kitties", "cat")]),
        (["album,class", "class,cat"], [("class", "cat")]),
        (["album,class"], []),
    ],
)
def test_a_class_map_is_read_with_and_without_a_heading(
    lines: list[str], expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "map.csv").write_text("\n".join(lines) + "\n", "utf-8")
    assert list(read_class_map(tmp_path / "map.csv", ["cat", "猫", "dog"])) == expected


def test_a_first_line_that_is_neither_is_refused(tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("Kitties,catt\nDoggo,dog\n", "utf-8")
    with pytest.raises(InputError, match='row 1: "catt" is neither a class of the test nor the heading “class”'):
        read_class_map(tmp_path / "map.csv", ["cat", "dog"])
