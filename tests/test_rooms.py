"""The structure: no circular imports, no crowded folders, and a docstring in every ``__init__.py``."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mindsight"
CATALOGUES = {"engine/catalogue", "engine/fixtures"}
"""Folders with one file per family of things: they grow, and are not read as a whole."""
MOST_FILES = 16
ROOMS = sorted(path.parent for path in SOURCE.rglob("__init__.py"))


def test_no_file_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("mindsight", exclude_type_checking_imports=False, cache_dir=None)
    # Imports inside functions and those for types count: the files of a circle can only be read together.
    imports = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    TopologicalSorter(imports).prepare()


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(SOURCE)))
def test_no_room_is_crowded(room: Path) -> None:
    files = list(room.glob("*.py"))
    assert len(files) <= MOST_FILES or str(room.relative_to(SOURCE)) in CATALOGUES


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(SOURCE)))
def test_every_room_says_in_a_few_lines_what_is_inside(room: Path) -> None:
    words = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8")))
    assert words is not None
    assert 1 <= len(words.splitlines()) <= 18
    if len(list(room.glob("*.py"))) > 4:
        assert len(words.splitlines()) >= 3
