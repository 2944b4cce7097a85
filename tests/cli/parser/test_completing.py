"""The shell completes a line: asked as bash asks, with the function that the documented line defines."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs_pages import page_named
from mindsight.cli.records.export import FORMATS

LINE = 'eval "$(_MINDSIGHT_COMPLETE=source_bash mindsight)"'
ASK = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mindsight_completion "$1"; printf "%s\\n" "${COMPREPLY[@]}"'
LINES = [
    (["ho"], {"home"}),
    (["re"], {"review", "report", "rescore"}),
    (["home", "ro"], {"robustness"}),
    (["home", "tasks", ""], {"list", "run"}),
    (["album", "kit", ""], {"classification", "segmentation", "enhancement"}),
    (["vsig", "run", "--model"], {"--model", "--model-profile"}),
    (["vsig", "run", "--prompt-lang", ""], {"zh", "en"}),
    (["album", "run", "kit", "--mask-from", ""], {"alpha", "mask", "colour", "difference"}),
    (["album", "run", "kit", "--engine", "l"], {"local"}),
    (["export", "run", "--to", ""], set(FORMATS)),
    (["clauses", ""], {"album", "home", "vsig"}),
    (["--lang", ""], {"zh", "en"}),
    # Files, by the shell itself.
    (["verify", ""], set()),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What bash has to offer for each line; one shell is asked for all."""
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "mindsight"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mindsight "$@"\n')
    program.chmod(0o755)
    asked = "\n".join(
        f"ask mindsight {' '.join(repr(word) for word in words)}; echo end of {number}"
        for number, (words, _) in enumerate(LINES)
    )
    script = f"{LINE}\nask() {{ {ASK}; }}\n{asked}"
    paths = {"PATH": f"{folder}:{os.environ['PATH']}", "MINDSIGHT_PLAN": str(Path(folder, "missing.toml"))}
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, **paths},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found, rest = {}, done.stdout
    for number, (words, _) in enumerate(LINES):
        offered, _, rest = rest.partition(f"end of {number}\n")
        found[" ".join(words)] = set(offered.split())
    return found


@pytest.mark.parametrize(
    ("words", "expected"), LINES, ids=lambda value: " ".join(sorted(value) if isinstance(value, set) else value)[:40]
)
def test_bash_completes(words: list[str], expected: set[str], answers: dict[str, set[str]]) -> None:
    assert answers[" ".join(words)] == expected


@pytest.mark.parametrize("page", ["options.md", "options.zh.md"])
def test_the_line_for_bash_is_documented(page: str) -> None:
    assert LINE in page_named(page).read_text("utf-8")
