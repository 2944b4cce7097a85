"""What tests of the documentation share: its pages, the commands on them, and how these are run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
FOLDERS = ("tutorials", "how-to", "data", "questions", "autonomy", "rating", "scale", "reference", "explanation")
PAGES = sorted([*DOCS.glob("*.md"), *(page for folder in FOLDERS for page in (DOCS / folder).glob("*.md"))])

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page_named(name: str) -> Path:
    """Return the page of a file name; the folder says only what it is for."""
    (found,) = (page for page in PAGES if page.name == name)
    return found


def commands(page: Path) -> list[str]:
    """Return the commands of a page's console blocks, continued lines joined."""
    blocks = "".join(CONSOLE.findall(page.read_text("utf-8"))).replace("\\\n", " ")
    return [line.removeprefix("$ ") for line in blocks.splitlines() if line.startswith("$ ")]


def clean_environment() -> dict[str, str]:
    """Return an environment in which ``mindsight`` and ``python3`` are those of this interpreter."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MINDSIGHT_")}
    return {**kept, "PATH": path, "LC_ALL": "C.UTF-8"}


def run_in(folder: Path, arguments: list[str]) -> str:
    """Run a command to its good end in a folder and return what it printed."""
    done = subprocess.run(
        arguments, cwd=folder, env=clean_environment(), capture_output=True, text=True, check=False, timeout=540
    )
    assert done.returncode == 0, f"{shlex.join(arguments)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
