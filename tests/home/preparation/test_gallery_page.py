"""The gallery of household tasks shows what the program draws today."""

import pytest
from docs import home_gallery

from mindsight.home.classes import CLASSES


def test_the_gallery_shows_every_class_in_both_profiles() -> None:
    assert set(home_gallery.SEEDS) == set(CLASSES)
    shown = {file.name for file in home_gallery.PICTURES.iterdir()}
    assert shown == {f"{key}-{profile}.jpg" for key in CLASSES for profile in home_gallery.PROFILES}


@pytest.mark.slow
def test_the_gallery_describes_the_tasks_as_they_are_drawn() -> None:
    instances = {key: home_gallery.drawn(key) for key in home_gallery.SEEDS}
    for language, name in (("en", "home-gallery.md"), ("zh", "home-gallery.zh.md")):
        assert (home_gallery.PAGES / name).read_text(encoding="utf-8") == home_gallery.page(language, instances)
