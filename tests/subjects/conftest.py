from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from mindsight.subjects.product import Job

NewJob = Callable[..., Job]


@pytest.fixture
def new_job(tmp_path: Path) -> NewJob:
    """Return a function that makes a job with an input picture and an empty workspace."""
    count = 0

    def make(name: str = "job") -> Job:
        nonlocal count
        count += 1
        workspace = tmp_path / f"{name}-{count}"
        workspace.mkdir()
        source = tmp_path / f"{name}-{count}.png"
        cv2.imwrite(str(source), np.full((12, 16, 3), 90, np.uint8))
        return Job(f"{count:04}", source, workspace, 16, 12)

    return make


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return an empty folder for programs and modules."""
    folder = tmp_path / "tools"
    folder.mkdir()
    return folder
