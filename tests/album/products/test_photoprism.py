"""Labels of PhotoPrism: answers in the form of its API, and labels that are not classifications."""

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from album import classes
from mindsight.album.classification.record import read_record
from mindsight.album.kits.tables import write_table
from mindsight.album.products.photoprism import NOT_OF_THE_IMAGE, read_answers, table_rows
from mindsight.errors import InputError


def label(name: str, uncertainty: int, source: str = "image") -> dict[str, Any]:
    return {
        "PhotoID": 105,
        "LabelID": 18,
        "LabelSrc": source,
        "Uncertainty": uncertainty,
        "Photo": None,
        "Label": {
            "ID": 18, "UID": "lqx6gf82dp687lar", "Slug": name.lower(), "CustomSlug": name.lower(), "Name": name,
            "Priority": 5, "Favorite": False, "Description": "", "Notes": "", "PhotoCount": 6,
            "CreatedAt": "2025-08-01T20:18:44Z", "UpdatedAt": "2025-08-01T20:46:49Z",
        },
    }  # fmt: skip


def answer(number: str, *labels: dict[str, Any], uid: str = "pqx6gfz1example1") -> dict[str, Any]:
    """Return an answer of GET /api/v1/photos/{uid} for an imported photo, as the API gives it."""
    return {
        "ID": 105, "UID": uid, "TakenAt": "2025-02-16T14:22:36Z", "TakenAtLocal": "2025-02-16T14:22:36Z", "TakenSrc": "",
        "Type": "image", "TypeSrc": "", "Title": "Cat / 2025", "TitleSrc": "", "Caption": "", "CaptionSrc": "",
        "Path": "2025/02", "Name": "20250216_142236_88BB6F4C", "OriginalName": number, "Stack": 0, "Favorite": False,
        "Private": False, "TimeZone": "Local", "PlaceID": "zz", "CellID": "zz", "Lat": 0, "Lng": 0, "Country": "zz",
        "Year": 2025, "Month": 2, "Day": 16, "Iso": 0, "Exposure": "", "FNumber": 0, "Quality": 3, "Resolution": 1,
        "Color": 9, "CameraID": 1, "LensID": 1, "Details": {"PhotoID": 105, "Keywords": "cat, grey"}, "Camera": None,
        "Albums": None,
        "Files": [
            {
                "UID": "fqx6gfz3yrexbfra", "PhotoUID": uid, "Name": "2025/02/20250216_142236_88BB6F4C.jpg", "Root": "/",
                "OriginalName": f"{number}.jpg", "Hash": "a7b3e0", "Size": 390094, "Codec": "jpeg", "FileType": "jpg",
                "MediaType": "image", "Mime": "image/jpeg", "Primary": True, "Sidecar": False, "Missing": False,
                "Width": 480, "Height": 480, "Orientation": 1, "AspectRatio": 1, "Markers": [],
            }
        ],
        "Labels": list(labels), "CreatedAt": "2025-08-01T20:22:19Z", "UpdatedAt": "2025-08-01T20:22:20Z",
        "EditedAt": None, "CheckedAt": "2025-08-01T20:31:50Z",
    }  # fmt: skip


def saved(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as refused:
        read_answers(path)
    return str(refused.value)


def test_the_most_certain_label_comes_first_and_uncertainty_is_kept(tmp_path: Path) -> None:
    value = answer("0007", label("Outdoor", 52), label("Cat", 7), label("Pet", 52))
    found = read_answers(saved(tmp_path / "photo.json", value))
    assert found.rows == (["0007", "Cat|Outdoor|Pet", "7|52|52"],)
    assert found.left_out == {}


def test_a_list_and_a_folder_of_answers(tmp_path: Path) -> None:
    two = [answer("0002", label("Dog", 3), uid="p2"), answer("0001", label("Cat", 4), uid="p1")]
    expected = (["0001", "Cat", "4"], ["0002", "Dog", "3"])
    assert read_answers(saved(tmp_path / "photos.json", two)).rows == expected
    (tmp_path / "folder").mkdir()
    for place, one in enumerate(two):
        saved(tmp_path / "folder" / f"{place}.json", one)
    assert read_answers(tmp_path / "folder").rows == expected


@pytest.mark.parametrize("source", sorted(NOT_OF_THE_IMAGE))
def test_what_people_or_metadata_added_is_left_out_and_counted(source: str, tmp_path: Path) -> None:
    value = answer("0001", label("Told", 0, source), label("Seen", 40), label("Also told", 10, source))
    found = read_answers(saved(tmp_path / "photo.json", value))
    assert (found.rows, found.left_out) == ((["0001", "Seen", "40"],), {source: 2})


@pytest.mark.parametrize("source", ["image", "ollama", "openai", "vision"])
def test_what_a_model_read_from_the_image_counts(source: str, tmp_path: Path) -> None:
    value = answer("0001", label("Seen", 40, source))
    assert read_answers(saved(tmp_path / "photo.json", value)).rows == (["0001", "Seen", "40"],)


def test_labels_that_were_taken_away_and_photos_without_any(tmp_path: Path) -> None:
    gone, nameless = label("Gone", 100), label("?", 3) | {"Label": None}
    values = [answer("0001", gone, nameless, uid="p1"), answer("0002", uid="p2") | {"Labels": None}]
    assert read_answers(saved(tmp_path / "photos.json", values)).rows == (["0001", "", ""], ["0002", "", ""])


def test_names_that_would_part_a_cell_or_drive_a_terminal(tmp_path: Path) -> None:
    value = answer("0001", label("a|b;c\x1b\n", 1))
    assert read_answers(saved(tmp_path / "photo.json", value)).rows == (["0001", "a/b/c", "1"],)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"OriginalName": "sub/0042"}, "0042"),
        ({"OriginalName": ""}, "0001"),
        ({"OriginalName": "", "Files": None, "Name": "0043"}, "0043"),
        ({"OriginalName": "", "Files": [{"Name": "a/0044.png", "Primary": True}]}, "0044"),
        ({"OriginalName": "", "Files": [{"OriginalName": "0045.xmp"}, {"OriginalName": "0046.jpg", "Primary": True}]},
         "0046"),
    ],
)  # fmt: skip
def test_a_photo_is_known_by_its_original_name(change: dict[str, Any], expected: str, tmp_path: Path) -> None:
    value = answer("0001", label("Cat", 1)) | change
    assert read_answers(saved(tmp_path / "photo.json", value)).rows[0][0] == expected


def test_what_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "photo.json"
    whole = answer("0001", label("Cat", 1))
    without = {name: value for name, value in whole.items() if name != "Labels"}
    cases: list[tuple[Any, str]] = [
        (without, "photo 1 has no Labels, as in a list of search results; save the answers of GET /api/v1/photos/UID"),
        ([whole, without], "photo 2 has no Labels"),
        ([], "holds no answers of PhotoPrism"),
        ([whole, whole | {"UID": "other"}], "the photos pqx6gfz1example1 and other are both number 0001; keep one"),
        (answer("IMG_1234"), "the photo pqx6gfz1example1 has no number of the kit"),
        ({"error": "Unauthorized"}, "field 1.UID: Field required"),
        ("text", "field 1: "),
        (
            whole | {"Labels": [label("Cat", 101)]},
            "field 1.Labels.0.Uncertainty: Input should be less than or equal to 100",
        ),
        (whole | {"Labels": [label("Cat", 1) | {"Uncertainty": "7"}]}, "field 1.Labels.0.Uncertainty: "),
    ]
    for value, reason in cases:
        assert reason in refusal(saved(path, value))
    for data in (b"", b"{", b"<html>", b"\xff\xfe\x00", b"[" * 100_000, b'{"UID": 1e999}'):
        path.write_bytes(data)
        assert refusal(path).startswith(f"{path}: ")
    assert "cannot be read" in refusal(tmp_path / "none.json")
    (tmp_path / "empty").mkdir()
    assert "holds no answers" in refusal(tmp_path / "empty")


def test_mutated_answers_are_read_as_they_stand_or_refused(tmp_path: Path) -> None:
    base = [answer(f"{n:04}", label("Cat", n), label("Dog", 50 + n), uid=f"p{n}") for n in range(1, 4)]
    path, rng = tmp_path / "photos.json", random.Random(7)
    odd = [None, 0, -1, 101, 1e300, "", "x", [], {}, True, "0001", "\u202e", ["Cat"], "9" * 400]
    refused, same = [], 0
    for _ in range(300):
        values: Any = copy.deepcopy(base)
        holder = rng.choice([*values, *(one for photo in values for one in photo["Labels"]),
                             *(one["Label"] for photo in values for one in photo["Labels"])])  # fmt: skip
        key = rng.choice([name for name in holder if name in
                          {"UID", "OriginalName", "Name", "Files", "Labels", "LabelSrc", "Uncertainty", "Label"}])  # fmt: skip
        if rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = rng.choice(odd)
        saved(path, values)
        try:
            rows = read_answers(path).rows
        except InputError as error:
            refused.append(str(error))
            continue
        assert len(rows) == 3
        assert len({row[0] for row in rows}) == 3
        for row in rows:
            names, uncertain = row[1].split("|") if row[1] else [], row[2].split("|") if row[2] else []
            assert len(names) == len(uncertain)
            assert [int(one) for one in uncertain] == sorted(int(one) for one in uncertain)
        same += rows == read_answers(saved(path, base)).rows
    assert len(refused) > 60
    assert [error for error in refused if not re.match(re.escape(str(path)), error)] == []
    assert same > 20


def test_the_table_is_scored_as_it_stands(tmp_path: Path) -> None:
    kit = classes.class_kit(tmp_path / "kit")
    actual = classes.truth(kit)
    wrong = min(actual)
    answers = [
        answer(number, label("Outdoor", 60), label("boat" if number == wrong else own, 20), uid=f"p{number}")
        for number, own in actual.items()
    ]
    table = tmp_path / "labels.csv"
    write_table(table, table_rows(read_answers(saved(tmp_path / "photos.json", answers))))
    assert [row.predicted for row in read_record(table)][1:] == [f"{own}|Outdoor" for own in list(actual.values())[1:]]
    run = classes.classify(kit, tmp_path / "run", f"folder:{table}")
    assert run.results.measure("album.accuracy").value == pytest.approx(1 - 1 / len(actual))
