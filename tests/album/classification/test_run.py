"""5.3 classification b), c), 5.4 and 6.2.1 end to end: sources of labels, readings of them, the record, baselines."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import f1_score

from album.classes import class_kit, classify, make_images, truth, value, write_answers
from mindsight import checker
from mindsight.album.classification.baselines import METHODS, ClassBaseline
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.preparation import ClassRecipe, images_of_folders, make_classification_kit
from mindsight.album.classification.record import number_key, record_rows
from mindsight.album.classification.sources import open_source
from mindsight.album.kits.tables import read_rows, write_table
from mindsight.album.profile import load_profile
from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.kinds import rescore
from mindsight.record.folder import RunFolder
from mindsight.report import write_report


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = {"hat": ("帽子", "Hat"), "shirt": ("衬衫", None)}
    return class_kit(tmp_path_factory.mktemp("classes") / "kit", names=names)


@pytest.fixture(scope="module")
def actual(kit: Path) -> dict[str, str]:
    return truth(kit)


def said(actual: dict[str, str], *changes: tuple[int, str]) -> dict[str, str]:
    """Return right answers except at some places."""
    answers = dict(actual)
    numbers = sorted(answers)
    for place, label in changes:
        answers[numbers[place]] = label
    return answers


def outcomes(run: RunFolder) -> dict[str, str]:
    return {item.id: item.outcome for item in run.items}


def found(run: RunFolder) -> list[checker.Finding]:
    write_report(run)
    return checker.check(str(run.path))[0]


def test_a_table_is_scored_as_scikit_learn_scores_it(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    answers = said(actual, (0, "shoes"), (3, "shirt"), (4, "trousers"), (5, ""), (7, "hat"))
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
    labels = sorted(set(actual.values()))
    pairs = [(actual[number], answers[number]) for number in actual]
    expected = f1_score(*zip(*pairs, strict=True), labels=labels, average="macro", zero_division=0)
    assert value(run, "macro_f1") == pytest.approx(100 * expected, abs=1e-12)
    assert value(run, "accuracy") == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    numbers = sorted(actual)
    assert [outcomes(run)[numbers[place]] for place in (4, 5)] == ["unlisted", "no_label"]
    assert [str(one) for one in found(run)] == []


def test_what_is_missing_twice_or_unmatched_is_listed(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    numbers = sorted(actual)
    rows = [(number, actual[number]) for number in numbers[1:]] + [
        (numbers[1], "hat"),
        ("9999", "hat"),
        ("x.jpg", "hat"),
    ]
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', rows)}")
    failed = {item.id: (item.outcome, str(item.error)) for item in run.items if item.status == "failed"}
    assert failed[numbers[0]][0] == "missing"
    assert failed[numbers[1]][0] == "duplicate"
    assert "2, 11" in failed[numbers[1]][1]
    unmatched = run.manifest.strangers
    assert unmatched is not None
    assert unmatched.names == ("9999", "x.jpg")
    assert value(run, "accuracy") == pytest.approx(0.8)
    assert found(run) == []


@pytest.mark.parametrize("number", ["1", "0001", "0001.jpg", " 1 ", "00001"])
def test_numbers_are_paired_however_a_spreadsheet_spells_them(number: str) -> None:
    assert number_key(number) == "1"


def test_a_table_of_another_kit_is_refused_with_its_row(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    rows = [["编号", "实际类别", "相册类别"], *([number, own, own] for number, own in sorted(actual.items()))]
    rows[5][1] = "shoes" if rows[5][1] != "shoes" else "hat"
    write_table(tmp_path / "a.xlsx", rows)
    with pytest.raises(InputError, match=r"row 6.*another kit"):
        classify(kit, tmp_path / "run", f"folder:{tmp_path / 'a.xlsx'}")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("number,predicted\n0001,hat\n0002\n", "row 3: has 1 cells"),
        ("number,predicted\n0001,hat\n,hat\n", "row 3: has no number"),
        ("number,predicted\n0001,hat,x\n", "row 2: has 3 cells"),
        ("number,class\n0001,hat\n", "no column"),
    ],
)
def test_a_wrong_row_ends_the_run_before_it_begins(lines: str, said: str, kit: Path, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(lines, "utf-8")
    with pytest.raises(InputError, match=said):
        classify(kit, tmp_path / "run", f"folder:{tmp_path / 'a.csv'}")
    assert not (tmp_path / "run").exists()


def test_nothing_to_read_is_no_subject(kit: Path, tmp_path: Path) -> None:
    for name in ("none", "none.csv", "a.ods"):
        (tmp_path / "a.ods").write_bytes(b"")
        with pytest.raises(SubjectError, match=name):
            classify(kit, tmp_path / "run", f"folder:{tmp_path / name}")


def test_class_folders_are_labels(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    numbers = sorted(actual)
    for number in numbers[2:]:
        place = tmp_path / "export" / actual[number] / f"{number}_x.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"")
    (tmp_path / "export" / f"{numbers[0]}_x.jpg").write_bytes(b"")
    (tmp_path / "export" / "hat" / "stranger.jpg").write_bytes(b"")
    (tmp_path / "export" / actual[numbers[2]] / "more").mkdir()
    (tmp_path / "export" / actual[numbers[2]] / "more" / f"{numbers[2]}_x.jpg").write_bytes(b"")
    run = classify(kit, tmp_path / "run", f"folder:{tmp_path / 'export'}", suffix="_x")
    words = outcomes(run)
    assert [words[number] for number in numbers] == ["no_label", "missing"] + ["right"] * 8
    terms = {item.id: item.terms["labels"] for item in run.items}
    assert terms[numbers[2]] == [{"class": actual[numbers[2]]}]
    assert run.manifest.strangers is not None
    assert run.manifest.strangers.names == ("hat/stranger.jpg",)
    assert found(run) == []


def test_files_under_other_names_are_paired_by_a_table(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    numbers = sorted(actual)
    write_table(tmp_path / "p.csv", [["编号", "文件"], *([number, f"IMG_{number}.jpg"] for number in numbers[1:])])
    for number in numbers:
        place = tmp_path / "export" / actual[number] / f"IMG_{number}.jpg"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"")
    run = classify(kit, tmp_path / "1", f"folder:{tmp_path / 'export'}", pairing=tmp_path / "p.csv")
    words = outcomes(run)
    assert [words[number] for number in numbers] == ["missing"] + ["right"] * 9
    assert run.manifest.strangers is not None
    assert run.manifest.strangers.names == (f"{actual[numbers[0]]}/IMG_{numbers[0]}.jpg",)
    answers = write_answers(tmp_path / "a.csv", [(f"IMG_{number}.jpg", actual[number]) for number in numbers])
    assert outcomes(classify(kit, tmp_path / "2", f"folder:{answers}", pairing=tmp_path / "p.csv")) == words


def test_class_map_and_names_in_other_languages(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    words = {"hat": "帽子", "shirt": " SHIRT ", "shoes": "sneaker"}
    answers = {number: words[own] for number, own in actual.items()}
    subject = f"folder:{write_answers(tmp_path / 'a.csv', answers)}"
    assert value(classify(kit, tmp_path / "1", subject), "accuracy") == pytest.approx(0.7)
    mapped = classify(kit, tmp_path / "2", subject, class_map=(("Sneaker", "shoes"), ("boots", "shoes")))
    assert value(mapped, "macro_f1") == 100
    assert mapped.manifest.identity == RunFolder.open(tmp_path / "1").manifest.identity
    assert found(mapped) == []


PROGRAM = "import json, sys; print({})"


@pytest.mark.parametrize(
    ("program", "labels"),
    [
        ("'hat\\nshirt'", ["hat", "shirt"]),
        ("json.dumps([dict(label='shirt', score=.2), dict(label='hat', score=.8)])", ["hat", "shirt"]),
        ("''", []),
    ],
)
def test_a_program_that_prints_labels(program: str, labels: list[str], kit: Path, tmp_path: Path) -> None:
    (tmp_path / "product.py").write_text(PROGRAM.format(program), "utf-8")
    run = classify(kit, tmp_path / "run", f"command:{sys.executable} {tmp_path / 'product.py'} {{input}}")
    items = list(run.items)
    assert all([next(iter(one.values())) for one in item.terms["labels"]] == labels for item in items)
    assert all(item.answer["text"].strip() for item in items) == bool(labels)
    assert found(run) == []


def test_a_program_that_answers_nonsense_fails_item_by_item(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "product.py").write_text("print('[broken')", "utf-8")
    run = classify(kit, tmp_path / "run", f"command:{sys.executable} {tmp_path / 'product.py'} {{input}}")
    assert set(outcomes(run).values()) == {"unreadable"}
    assert value(run, "macro_f1") == 0
    assert found(run) == []


def test_a_function_that_returns_labels(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "album_product.py").write_text("def classify(source, target):\n    return ['hat', 'x']\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    run = classify(kit, tmp_path / "run", "python:album_product:classify")
    assert value(run, "recall.hat") == 1
    assert value(run, "precision.hat") == pytest.approx(0.4)


# Readings


def test_several_labels_top_and_any(tmp_path: Path) -> None:
    for several, right in (("top", 0.0), ("any", 1.0)):
        kit = class_kit(tmp_path / several, several_labels=several)
        answers = {number: f"people|{own};cloth" for number, own in truth(kit).items()}
        run = classify(kit, tmp_path / f"{several}-run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
        assert value(run, "accuracy") == right
        assert found(run) == []


def test_classes_that_only_the_product_named_count_where_the_profile_says_so(tmp_path: Path) -> None:
    kit = class_kit(tmp_path / "kit", classes="named")
    actual = truth(kit)
    answers = said(actual, (0, "trousers"), (1, "TROUSERS"), (2, ""))
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
    folded = [answers[number].lower() for number in sorted(actual)]
    labels = [*sorted(set(actual.values())), "trousers"]
    expected = f1_score(
        [actual[number] for number in sorted(actual)], folded, labels=labels, average="macro", zero_division=0
    )
    assert value(run, "macro_f1") == pytest.approx(100 * expected)
    assert value(run, "precision.TROUSERS") == 0
    assert found(run) == []


@pytest.mark.parametrize("fields", [{"unlisted": "left_out"}, {"zero_division": "left_out"}, {"macro": "f1_of_means"}])
def test_other_readings_are_recomputed_by_the_checker(fields: dict[str, str], tmp_path: Path) -> None:
    kit = class_kit(tmp_path / "kit", **fields)
    actual = truth(kit)
    answers = {number: own if own != "hat" else "trousers" for number, own in actual.items()}
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
    if fields == {"unlisted": "left_out"}:
        assert value(run, "accuracy") == 1
        assert value(run, "recall.hat") == 0
    if fields == {"zero_division": "left_out"}:
        assert run.results.measure("album.precision.hat").status == "not_estimable"
        assert value(run, "macro_precision") == 1
    assert found(run) == []
    assert f"departure-{next(iter(fields))}" in {note.id for note in run.manifest.departures}


def test_clusters_without_names_are_matched_to_classes(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    names = {"hat": "person 7", "shirt": "person 1", "shoes": "person 3"}
    answers = {number: names[own] for number, own in actual.items()}
    numbers = sorted(actual)
    answers[numbers[0]] = "person 99"
    subject = f"folder:{write_answers(tmp_path / 'a.csv', answers)}"
    run = classify(kit, tmp_path / "run", subject, answers="clusters")
    assert value(run, "accuracy") == pytest.approx(0.9)
    shown = {block.id: block for block in run.results.blocks}
    assert dict(shown["clusters"].rows) == {name: own for own, name in names.items()}  # type: ignore[union-attr]
    assert set(outcomes(run).values()) == {"scored"}
    assert found(run) == []


def test_two_clusters_of_one_person_are_no_two_people(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    hats = [number for number in sorted(actual) if actual[number] == "hat"]
    answers = {number: actual[number] for number in actual}
    answers |= {hats[0]: "hat, again", hats[1]: "hat, again"}
    path = tmp_path / "a.xlsx"
    write_table(path, [["number", "predicted"], *([number, label] for number, label in answers.items())])
    run = classify(kit, tmp_path / "run", f"folder:{path}", answers="clusters")
    assert value(run, "recall.hat") == pytest.approx(0.5)
    assert found(run) == []


# Record, rescore, resume


def test_the_record_holds_number_actual_and_predicted_class(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    answers = said(actual, (0, "=cmd|shirt"), (1, ""))
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
    numbers = sorted(actual)
    expected = [[number, actual[number], answers[number]] for number in numbers]
    for suffix in (".csv", ".xlsx"):
        write_table(tmp_path / f"record{suffix}", record_rows(sorted(run.items, key=lambda item: item.id)))
        rows = list(read_rows(tmp_path / f"record{suffix}"))
        assert rows == [["number", "actual class", "predicted class"], *expected]
        again = classify(kit, tmp_path / f"again{suffix}", f"folder:{tmp_path / f'record{suffix}'}")
        assert value(again, "macro_f1") == value(run, "macro_f1")


def test_rescoring_changes_nothing(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    answers = said(actual, (0, "shoes"), (4, "shoes"))
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', answers)}")
    _, results = rescore(run)
    assert results == run.results


def test_a_run_of_the_first_images_tests_only_their_classes(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    first = [actual[number] for number in sorted(actual)[:3]]
    run = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', actual)}", limit=3)
    assert [name for name, _ in run.manifest.plan["classes"]] == sorted(set(first))
    assert value(run, "accuracy") == 1
    assert found(run) == []


# Baselines


def test_baselines_leave_out_the_image_that_they_are_asked_for(tmp_path: Path) -> None:
    """An image that is alone in its class never gets that class."""
    images = make_images(tmp_path / "images", {"a": 3, "b": 3})
    (images / "c").mkdir()
    (images / "a" / "a-0.png").rename(images / "c" / "c.png")
    recipe = ClassRecipe(load_profile(kind="classification"), {}, trial=True)
    make_classification_kit(images_of_folders(images)[0], tmp_path / "kit", recipe, source=images)
    alone = next(number for number, own in truth(tmp_path / "kit").items() if own == "c")
    for name in METHODS:
        given = ClassBaseline(name, ClassificationKit(tmp_path / "kit")).labels(alone)
        assert given.labels
        assert "c" not in {label.name for label in given.labels}


@pytest.mark.parametrize("name", METHODS)
def test_an_answer_does_not_depend_on_the_label_of_its_own_image(name: str, tmp_path: Path) -> None:
    kit = class_kit(tmp_path / "kit")
    number = next(iter(truth(kit)))
    before = ClassBaseline(name, ClassificationKit(kit)).labels(number).labels
    page = json.loads((kit / "kit.json").read_text("utf-8"))
    entry: dict[str, Any] = next(item for item in page["items"] if item["id"] == number)
    old, entry["actual"] = entry["actual"], "shoes" if entry["actual"] != "shoes" else "hat"
    for one in page["classes"]:
        one["count"] += (one["name"] == entry["actual"]) - (one["name"] == old)
    (kit / "kit.json").write_text(json.dumps(page), "utf-8")
    after = ClassBaseline(name, ClassificationKit(kit)).labels(number).labels
    assert [label.name for label in after] == [label.name for label in before]


def test_baselines_say_what_they_learn_from(kit: Path, tmp_path: Path) -> None:
    run = classify(kit, tmp_path / "run", "baseline:colour-centroids")
    assert "leave one out" in str(run.manifest.subject.details["learns_from"])
    assert found(run) == []
    with pytest.raises(InputError, match="colour-centroids"):
        classify(kit, tmp_path / "other", "baseline:color-centroids")


@pytest.mark.slow
def test_mutated_answers_are_scored_or_refused(kit: Path, actual: dict[str, str], tmp_path: Path) -> None:
    """In any damaged table each number has labels or a reason, or the table is refused."""
    numbers = sorted(actual)
    good = write_answers(tmp_path / "a.csv", {number: f"{actual[number]}|x;y" for number in numbers}).read_bytes()
    chance = random.Random(4)
    refused: list[str] = []
    words: set[str] = set()
    for _ in range(700):
        data = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            put = bytes(chance.choices(b"\0\n\r\",;|\t='0129hat\xff\xe4", k=chance.randint(0, 3)))
            data[at : at + chance.choice((0, 1, 1, 9))] = put
        (tmp_path / "mutated.csv").write_bytes(data)
        try:
            source = open_source(tmp_path / "mutated.csv", actual.items())
        except InputError as error:
            refused.append(str(error))
            continue
        for number in numbers:
            try:
                json.dumps([label.name for label in source.labels(number).labels])
            except ProductError as error:
                words.add(error.outcome)
        assert all(isinstance(name, str) for name in source.unmatched_files(set(numbers)))
    assert all("mutated.csv" in sentence for sentence in refused)
    assert words == {"missing", "duplicate"}
    assert 100 < len(refused) < 650


@pytest.mark.slow
def test_real_photographs_are_classified_better_than_by_chance(real_data: Path, tmp_path: Path) -> None:
    photos = real_data / "album" / "clothing10"
    recipe = ClassRecipe(load_profile(kind="classification"), {})
    make_classification_kit(images_of_folders(photos)[0], tmp_path / "kit", recipe, source=photos)
    for name, least in (("colour-centroids", 15.0), ("texture-knn", 15.0)):
        run = classify(tmp_path / "kit", tmp_path / name, f"baseline:{name}")
        measure = run.results.measure("album.macro_f1")
        assert measure.value is not None
        assert measure.interval is not None
        # Ten classes of twelve: guessing gives 10 points.
        assert measure.value > least
        assert measure.interval.low > 10
        assert not run.manifest.plan["trial"]
        assert found(run) == []
