"""The commands of the guide to a bucket, as they stand on its pages."""

import shlex
from pathlib import Path

import pytest

from docs_pages import commands, page_named, run_in
from record import trial
from storage.bucket import Bucket


def test_the_commands_of_the_page_work_in_both_languages(
    bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = commands(page_named("bucket.md"))
    assert lines == commands(page_named("bucket.zh.md"))
    for name, value in {**bucket.environment, "XDG_CACHE_HOME": str(tmp_path / "cache")}.items():
        monkeypatch.setenv(name, value)
    # The bucket is that of all tests: under the names of the page nobody else may write, in whatever order they run.
    assert not any(bucket.keys(name) for name in ("kit", "first", "second", "whole"))
    trial.make_photos(tmp_path / "photos", 31)
    said = [run_in(tmp_path, shlex.split(line)) for line in lines]
    assert "s3://laboratory/whole: every file" in said[4]
    assert len((tmp_path / "worst.csv").read_text("utf-8").splitlines()) == 32
