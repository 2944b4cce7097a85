"""Reports of pictures whose PSNR is infinite: their number, and which mean leaves them out."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.cli.shared.terminal import print_summary
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import say
from record import trial


def run_with(kit: Path, folder: Path, exact: int) -> RunFolder:
    """Return a run in which ``exact`` outputs are the references themselves."""
    outputs = folder / "outputs"
    outputs.mkdir()
    for place, (item, _) in enumerate(EnhancementKit(kit).items()):
        source = item.reference if place < exact else item.input
        (outputs / f"{item.id}.png").write_bytes((kit / source.path).read_bytes())
    return RunFolder(trial.sealed_run(kit, folder / "run", SubjectSpec("folder", str(outputs))))


def notes(run: RunFolder) -> dict[str, Note]:
    return {block.id: block for block in run.results.blocks if isinstance(block, Note)}


@pytest.mark.parametrize("exact", [1, 3, 5])
def test_exact_pictures_are_counted_beside_the_mean_that_leaves_them_out(tmp_path: Path, exact: int) -> None:
    run = run_with(trial.make_kit(tmp_path / "kit"), tmp_path, exact)
    assert run.results.measure("album.psnr_db").n == 5 - exact
    assert run.results.measure("album.psnr").n == 5
    sentence = notes(run)["exact"].body
    for language, beginning in (("en", f"{exact} outputs equal"), ("zh", f"{exact} 张输出图像")):
        said = say(sentence, language)
        assert said.startswith(beginning)
        assert said in (run.path / "report.html").read_text("utf-8")
        console = Console(width=400, file=io.StringIO())
        print_summary(run, console, language)
        assert isinstance(console.file, io.StringIO)
        assert said in console.file.getvalue()


def test_without_exact_pictures_there_is_no_note(tmp_path: Path) -> None:
    assert not notes(run_with(trial.make_kit(tmp_path / "kit"), tmp_path, 0)).keys() & {"exact", "exact-input"}
