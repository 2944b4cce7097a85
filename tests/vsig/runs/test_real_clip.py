"""The real clip: right, swapped, late and wrong-side answers, scored cell by cell and shown as pictures."""

import copy
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from mindsight.cli import run as mindsight
from record import trial
from vsig.running import Prepared, cells, prepared, stored, truth

NAME = "IMG_3590"
ALL = {(NAME, place, cell) for place in (0, 1) for cell in ("what", "where", "when")}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def real(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    root = real_data / "vsig_real"
    if not root.is_dir():
        pytest.skip("no real clip; MINDSIGHT_TEST_DATA names the folder that holds vsig_real")
    return prepared(root, tmp_path_factory.mktemp("real") / "samples.json")


def answers(real: Prepared) -> dict[str, dict[str, Any]]:
    """Return answers to the clip, each with the cells that are wrong."""
    right = truth(real.samples[NAME])
    swapped, exchanged, late, side = (copy.deepcopy(right) for _ in range(4))
    for point in swapped["point_list"]:
        point["point"].reverse()
    exchanged["point_list"].reverse()
    # Recognition ends the first words at 2340 ms, half a second late: the hand is at the cup by then.
    late["point_list"][0]["timestamp"] = 2341
    side["explicit_command"] = side["explicit_command"].replace("右侧", "左侧")
    side["point_list"][1]["description"] = side["point_list"][1]["description"].replace("右侧", "左侧")
    return {"right": right, "swapped": swapped, "exchanged": exchanged, "late": late, "side": side}


WRONG: dict[str, set[tuple[str, int, str]]] = {
    "right": set(),
    "swapped": {(NAME, 0, "where"), (NAME, 1, "where")},
    "exchanged": ALL,
    "late": {(NAME, 0, "when")},
    "side": {(NAME, 1, "what")},
}


@pytest.mark.parametrize("kind", WRONG)
def test_each_answer_is_wrong_where_it_is_wrong(real: Prepared, tmp_path: Path, kind: str) -> None:
    path = stored(tmp_path / "answers.jsonl", {NAME: answers(real)[kind]})
    found = cells(real.items(tmp_path / "run", f"replay:{path}"))
    assert found == {cell: cell not in WRONG[kind] for cell in ALL}


def test_a_wrong_side_is_scored_and_shown_in_both_languages(
    real: Prepared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = stored(tmp_path / "answers.jsonl", {NAME: answers(real)["side"]})
    run = tmp_path / "run"
    assert mindsight(["--lang", "en", "vsig", "score", str(real.root), str(path), "--out", str(run)]) == 0
    capsys.readouterr()
    assert trial.read_page(run, "metrics.json")["spatial_grounding_accuracy"] == 1.0
    assert trial.read_page(run, "metrics.json")["temporal_grounding_accuracy"] == 1.0
    assert trial.read_page(run, "metrics.json")["intent_grounding_accuracy"] < 1.0
    pictures = []
    for language in ("zh", "en"):
        picture = tmp_path / f"{language}.png"
        assert mindsight(["--lang", language, "vsig", "show", str(run), NAME, "--out", str(picture)]) == 0
        pictures.append(Image.open(picture).convert("RGB"))
    assert min(pictures[0].size) > 400
    assert pictures[0].tobytes() != pictures[1].tobytes()
