"""``mindsight home show``: pictures of one task do not mix with others."""

from pathlib import Path

import pytest

from mindsight.errors import InputError
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
