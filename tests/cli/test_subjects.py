"""Each command names the subjects that it accepts, and no others."""

from pathlib import Path

import pytest

from cli.shared.test_guard import refused


@pytest.mark.parametrize("subject", ["foo", "htp://x", "identity"])
def test_advice_names_what_the_album_takes(subject: str, kit: Path) -> None:
    said = refused("album", "run", kit, "--subject", subject)
    assert "with one of baseline, command, folder, http, python (did you mean" in said
    assert "model" not in said


def test_what_the_album_does_not_take(kit: Path) -> None:
    said = refused("album", "run", kit, "--subject", "model:foo")
    assert said == "model: subjects process no pictures; use one of baseline, command, folder, http, python"


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ("folder:x", "folder: subjects cannot be measured; use one of command, http, python"),
        ("foo", 'one of command, http, python (did you mean "command:…"?)'),
    ],
)
def test_what_cannot_be_probed(subject: str, sentence: str, kit: Path, tmp_path: Path) -> None:
    said = refused("album", "kit", "enhancement", kit / "truth", "--trial", "--out", tmp_path / "k", "--probe", subject)
    assert sentence in said


def test_advice_names_what_a_home_takes() -> None:
    said = refused("home", "run", "--subject", "foo")
    assert "with one of baseline, http, model, python (did you mean" in said
    assert "such as baseline:oracle" in refused("home", "run", "--subject", "http:")
