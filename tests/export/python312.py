"""A place of its own for the validator of Every Eval Ever, which needs a Python from 3.12 on."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

_WANTED = "every-eval-ever==0.3.0"


@cache
def validator() -> str:
    """Return the validator's command; skips the test where no Python from 3.12 on is found or the package cannot be installed."""
    known = shutil.which("every_eval_ever") or os.environ.get("EVERY_EVAL_EVER")
    if known:
        return known
    python = _python()
    if python is None:
        pytest.skip("no Python from 3.12 on, which the validator of Every Eval Ever needs")
    place = (
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mindsight-tests" / "every-eval-ever-0.3.0"
    )
    command = place / "bin" / "every_eval_ever"
    if not command.is_file():
        steps = (
            [python, "-m", "venv", str(place)],
            [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", _WANTED],
        )
        for step in steps:
            if subprocess.run(step, capture_output=True, check=False, timeout=500).returncode:
                shutil.rmtree(place, ignore_errors=True)
                pytest.skip("every-eval-ever 0.3.0 cannot be installed here")
    return str(command)


def _python() -> str | None:
    """Return a Python from 3.12 on: of the system, or of pyenv."""
    roots = sorted(Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv").glob("versions/3.1[2-9]*/bin/python"))
    named = [found for name in ("python3.12", "python3.13", "python3.14") if (found := shutil.which(name))]
    for one in [*map(str, roots), *named]:
        if subprocess.run([one, "-c", "import sys; sys.exit(sys.version_info < (3, 12))"], check=False).returncode == 0:
            return one
    return None
