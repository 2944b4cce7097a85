"""``mindsight home show``: pictures of one task do not mix with others."""

from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.preparation.gallery import clear, note


def test_pictures_drawn_before_are_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "shown"
    clear(folder)
    old = folder / "00-door.jpg"
    old.write_bytes(b"old")
    note(folder, [old])
    clear(folder)
    assert not list(folder.iterdir())


def test_a_folder_with_other_files_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    with pytest.raises(InputError, match="holds holiday"):
        clear(tmp_path)
    assert (tmp_path / "holiday.jpg").read_bytes() == b"mine"


def test_a_room_is_shown_with_its_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--lang", "en", "home", "show", "evening_round", "--mode", "autonomous", "--renderer", "fast"]
    assert mindsight([*command, "--out", str(tmp_path / "room")]) == 0
    said = capsys.readouterr().out.splitlines()
    needs = [one.text for one in needs_of(rooms.load()["evening_round"].draw(0, True))]
    assert said[: len(needs)] == [f"{words['zh']} / {words['en']}" for words in needs]
    pictures = said[len(needs) :]
    assert pictures
    assert all(Path(one).read_bytes().startswith(b"\xff\xd8") for one in pictures)
    assert mindsight([*command, "--in-order", "--out", str(tmp_path / "order")]) == 0
    assert capsys.readouterr().out.startswith("nothing needs doing here")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("kitchen", "--mode", "autonomous"), "there is no kitchen; there are suitcase"),
        (("desk", "--mode", "autonomous", "--irrelevant", "absent"), "--irrelevant: is not for a room"),
        (("desk", "--in-order"), "--in-order: is not for a task"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: tuple[str, ...], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        mindsight(["--lang", "en", "home", "show", *options, "--out", str(tmp_path / "shown")])
