"""The examples of the page for programmers run in a notebook, cell by cell, in a kernel of its own."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mindsight
from docs_pages import EXAMPLES, page_named
from record import trial
from vsig.making import make_data

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODEL = re.compile(r'"model:[^"]+"')
COUNT = re.compile(r"(?<=trials|scenes)=\d+")
GUARD = '\n\nif __name__ == "__main__":'
CALLS = {
    "score_two_pictures.py": 'main(Path("kit/truth/0001.png"), Path("kit/inputs/0001.png"))',
    "read_a_record.py": 'main(Path("runs/median"))',
    "compare_products.py": 'main(["runs/idle", "runs/median"])',
}
IDLE = 'mindsight.album.run("kit", "baseline:identity", out="runs/idle", name="idle")'


def blocks() -> tuple[str, str]:
    """Return the page's two blocks of code: a function under test; and models, here a built-in subject and little of each test."""
    function, models = BLOCK.findall(page_named("python.md").read_text("utf-8"))
    return function, "import mindsight\n" + COUNT.sub("=2", MODEL.sub('"baseline:oracle"', models))


def cells() -> list[str]:
    """Return the page's first block, and each example with a call in place of its command line."""
    files = [f"{(EXAMPLES / name).read_text('utf-8').partition(GUARD)[0]}\n\n{call}" for name, call in CALLS.items()]
    return [blocks()[0], IDLE, *files, 'mindsight.open("runs/median")']


def shown(cell: Any) -> str:
    """Return what stands below a cell."""
    return "".join(
        output.get("text", "") + "".join(str(value) for value in output.get("data", {}).values())
        for output in cell.outputs
    )


def test_the_examples_run_in_a_notebook(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    trial.make_kit(tmp_path / "kit")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells()])
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    block, _, pair, record, compared, opened = (shown(cell) for cell in book.cells)
    assert "()" in block or "[]" in block, "the last line asks what is wrong with the run: nothing"
    assert "6.3.2  PSNR" in pair
    assert "album.psnr_gain" in record
    assert "album.psnr: median less idle = " in compared
    assert "<caption>median · " in opened


@pytest.mark.slow
def test_the_calls_with_a_model_run_with_another_subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_data(tmp_path / "clips")
    subprocess.run([sys.executable, "-c", blocks()[1]], check=True, timeout=900)
    for name in ("home", "clips"):
        assert mindsight.open(tmp_path / "runs" / name).verify().findings == []


def test_every_example_has_its_call() -> None:
    for name in CALLS:
        assert GUARD in (EXAMPLES / name).read_text("utf-8")
