"""Folders that commands of the album write and read."""

from pathlib import Path

import pytest

from album.masked import entries, make_material
from cli.shared.test_guard import refused
from record import trial

IDENTITY = ("--subject", "baseline:identity")


@pytest.mark.slow
@pytest.mark.parametrize("inside", ["inputs/run", "run", "inputs/../truth/a/b"])
def test_no_run_is_made_in_its_kit(inside: str, kit: Path) -> None:
    before = sorted(kit.rglob("*"))
    said = refused("album", "run", kit, *IDENTITY, "--out", kit / inside)
    assert f"lies in {kit}, from which this command reads; choose another --out" in said
    assert sorted(kit.rglob("*")) == before


def test_nor_through_a_link(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kit)
    assert "from which this command reads" in refused(
        "album", "run", kit, *IDENTITY, "--out", tmp_path / "link" / "run"
    )


def test_originals_and_masks_in_sub_folders_of_one_are_found(tmp_path: Path) -> None:
    make_material(tmp_path / "both", 2)
    done = trial.mindsight("album", "kit", "segmentation", tmp_path / "both", "--trial", "--out", tmp_path / "kit")
    assert (done.returncode, len(entries(tmp_path / "kit"))) == (0, 2)
    assert {entry.source for entry in entries(tmp_path / "kit")} == {"photo-01.jpg", "photo-02.jpg"}


@pytest.mark.parametrize("command", ["score", "run"])
def test_nor_in_the_folder_of_results(command: str, kit: Path, tmp_path: Path) -> None:
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    how = [outputs] if command == "score" else ["--subject", f"folder:{outputs}"]
    said = refused("album", command, kit, *how, "--out", outputs / "run", "--dry-run")
    assert f"lies in {outputs}, from which this command reads" in said
    assert not (outputs / "run").exists()


def test_no_kit_is_made_among_its_photographs(kit: Path) -> None:
    photos = kit / "truth"
    said = refused("album", "kit", "enhancement", photos, "--trial", "--out", photos / "kit")
    assert f"lies in {photos}, from which this command reads" in said
    assert not (photos / "kit").exists()


@pytest.mark.slow
def test_a_link_that_leads_outside_costs_its_picture_only(kit: Path, tmp_path: Path) -> None:
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    (tmp_path / "secret.png").write_bytes(b"secret")
    link = min(outputs.iterdir())
    link.unlink()
    link.symlink_to(tmp_path / "secret.png")
    done = trial.mindsight("album", "score", kit, outputs, "--out", tmp_path / "run")
    assert done.returncode == 1
    assert f"the output {link.name} is a link that leads outside of the folder" in done.stderr
    assert (tmp_path / "run" / "report.html").is_file()
