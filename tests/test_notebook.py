"""The examples of the page for programmers run in a notebook, cell by cell, in a kernel of its own."""

import re
from pathlib import Path
from typing import Any

import pytest

from docs_pages import EXAMPLES, page_named
from record import trial

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GUARD = '\n\nif __name__ == "__main__":'
CALLS = {
    "score_two_pictures.py": 'main(Path("kit/truth/0001.png"), Path("kit/inputs/0001.png"))',
    "read_a_record.py": 'main(Path("runs/median"))',
    "compare_products.py": 'main(["runs/idle", "runs/median"])',
}
IDLE = 'mindsight.album.run("kit", "baseline:identity", out="runs/idle", name="idle")'


def cells() -> list[str]:
    """Return the page's block of code, and each example with a call in place of its command line."""
    blocks = BLOCK.findall(page_named("python.md").read_text("utf-8"))
    assert blocks
    files = [f"{(EXAMPLES / name).read_text('utf-8').partition(GUARD)[0]}\n\n{call}" for name, call in CALLS.items()]
    return [*blocks, IDLE, *files, 'mindsight.open("runs/median")']


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


def test_every_example_has_its_call() -> None:
    for name in CALLS:
        assert GUARD in (EXAMPLES / name).read_text("utf-8")
