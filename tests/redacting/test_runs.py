"""A run of a program that prints every secret, and its environment, and fails: no file of the record holds one."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from record import trial
from redacting.kinds import EVERY, WORD, drawn

PROGRAM = """
import os, pathlib, sys
for name, value in os.environ.items():
    print(name, value, sep='=', file=sys.stderr)
print(pathlib.Path(sys.argv[1]).read_text(), file=sys.stderr)
sys.exit(3)
"""
ODD = {
    "DBK": "correct-horse-battery",
    "LAUNCH": drawn(24),
    "SERVICE": f'{{\n "q": "{drawn(20)}"\n}}',
    "MY_PASS": "two words here",
}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("kits") / "kit", 2)


def written(folder: Path) -> dict[str, str]:
    return {str(file): file.read_text("utf-8", "replace") for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("lines", ["\n", " "])
@pytest.mark.parametrize("kept", [[], ["--keep-output"]])
def test_no_secret_that_a_program_prints_is_in_any_file_of_a_run(
    kept: list[str], lines: str, kit: Path, tmp_path: Path
) -> None:
    program, printed = tmp_path / "program.py", tmp_path / "printed.txt"
    program.write_text(PROGRAM)
    printed.write_text(lines.join([*ODD.values(), *(said for said, _ in EVERY.values()), "the end"]))
    words = [sys.executable, str(program), str(printed), "--api-key", WORD, "{input}", "{output}"]
    done = trial.mindsight(
        "album",
        "run",
        kit,
        "--subject",
        f"command:{shlex.join(words)}",
        "--out",
        tmp_path / "run",
        *kept,
        env={**os.environ, **ODD},
    )
    assert done.returncode == 1, done.stderr
    files = {**written(tmp_path / "run"), "stdout": done.stdout, "stderr": done.stderr}
    assert {"manifest.json", "items.jsonl", "results.json", "report.html"} <= {Path(name).name for name in files}
    secrets = {
        WORD,
        *(part for _, parts in EVERY.values() for part in parts),
        *ODD.values(),
        *ODD["SERVICE"].split()[2:3],
    }
    assert [(name, secret) for name, said in files.items() for secret in secrets if secret in said] == []
    item = json.loads((tmp_path / "run" / "items.jsonl").read_text().splitlines()[0])
    output = item["error"]["args"]["output"]
    assert output.endswith("the end")
    assert len(output) <= (2000 if kept else 300)
    assert len(output) > 1000 or not kept
