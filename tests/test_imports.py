"""The public names, and what importing them may not load."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import mindsight
import mindsight.album
from mindsight.checker.pack import pack

HEAVY = {
    "alembic",
    "cryptography",
    "cv2",
    "fastapi",
    "inspect_ai",
    "jinja2",
    "matplotlib",
    "mujoco",
    "numpy",
    "pandas",
    "PIL",
    "ray",
    "rfc3161_client",
    "scipy",
    "skimage",
    "sklearn",
    "sqlalchemy",
    "torch",
}


def loaded_by(statements: str) -> set[str]:
    """Return the top-level packages loaded in a new interpreter after some statements."""
    source = f"{statements}\nimport json, sys; print('\\n' + json.dumps(sorted({{m.partition('.')[0] for m in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_mindsight_loads_nothing_heavy() -> None:
    assert not loaded_by("import mindsight") & HEAVY


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["album", "--help"],
        ["album", "run", "--help"],
        ["rate", "new", "--help"],
        ["--lang", "zh", "--help"],
    ],
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = loaded_by(f"from mindsight.cli import run\nassert run({arguments!r}) == 0")
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_the_list_of_heavy_libraries_means_something() -> None:
    assert {"cv2", "numpy", "PIL"} <= loaded_by("from mindsight.album import read_picture") & HEAVY


def test_the_checker_needs_the_standard_library_only(tmp_path: Path) -> None:
    source = "import runpy; runpy.run_path(__import__('sys').argv[1])"
    (tmp_path / "check_run.py").write_bytes(pack())
    subprocess.run([sys.executable, "-I", "-S", "-c", source, tmp_path / "check_run.py"], check=True, timeout=60)


def test_the_public_names() -> None:
    assert mindsight.__all__ == [
        "MindsightError",
        "Run",
        "Text",
        "__version__",
        "album",
        "compare",
        "home",
        "open",
        "say",
        "vsig",
    ]


def test_the_public_names_of_the_album_suite() -> None:
    assert mindsight.album.__all__ == [
        "AlbumPlan",
        "Conventions",
        "EnhancementProfile",
        "Facts",
        "PairScores",
        "PairTerms",
        "Recipe",
        "grey",
        "load_profile",
        "make_enhancement_kit",
        "pair_terms",
        "psnr_db",
        "psnr_points",
        "read_picture",
        "run",
        "score_pair",
        "ssim_index",
        "ssim_points",
        "windowed_ssim",
    ]


@pytest.mark.parametrize("module", ["mindsight", "mindsight.album"])
def test_every_public_name_can_be_imported_and_has_a_docstring(module: str) -> None:
    found = importlib.import_module(module)
    assert found.__all__ == sorted(found.__all__)
    for name in found.__all__:
        assert getattr(found, name).__doc__
