"""Descriptions in Croissant beside the data: valid, complete by our own list, and true of the files."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight.export.croissant import _context
from review import making


def describe(data: Path, change: Callable[[dict[str, Any]], Any] = lambda _page: None) -> Path:
    """Write a description of a folder of photographs, with one change."""
    (data / "labels.csv").write_text("file,label\ncup/0000.jpg,cup\n", "utf-8")
    page: dict[str, Any] = {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "photographs",
        "description": "Photographs of cups and shoes.",
        "license": "https://spdx.org/licenses/CC0-1.0",
        "version": "1.0.0",
        "datePublished": "2026-11-01",
        "rai:dataCollection": "drawn by a program",
        "rai:dataUseCases": "tests",
        "rai:dataLimitations": "few",
        "rai:personalSensitiveInformation": "none",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "labels.csv",
                "name": "labels.csv",
                "contentUrl": "labels.csv",
                "encodingFormat": "text/csv",
                "sha256": hashlib.sha256((data / "labels.csv").read_bytes()).hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "files",
                "name": "files",
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": "files/label",
                        "name": "files/label",
                        "dataType": "sc:Text",
                        "source": {"fileObject": {"@id": "labels.csv"}, "extract": {"column": "label"}},
                    }
                ],
            }
        ],
    }
    change(page)
    (data / "croissant.json").write_text(json.dumps(page), "utf-8")
    return data


def test_a_complete_description_is_good(tmp_path: Path) -> None:
    found = making.states(describe(making.photographs(tmp_path / "data", count=1)), tmp_path / "review")
    assert found["d4"] == "good"


def test_data_without_a_description_need_none(tmp_path: Path) -> None:
    assert making.states(making.photographs(tmp_path / "data", count=1), tmp_path / "review")["d4"] == "not_applicable"


DEFECTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no licence": lambda page: page.pop("license"),
    "no version": lambda page: page.pop("version"),
    "no date": lambda page: page.pop("datePublished"),
    "no collection": lambda page: page.pop("rai:dataCollection"),
    "no use": lambda page: page.pop("rai:dataUseCases"),
    "no limits": lambda page: page.pop("rai:dataLimitations"),
    "no personal data": lambda page: page.pop("rai:personalSensitiveInformation"),
    "another hash": lambda page: page["distribution"][0].update(sha256="0" * 64),
    "no such file": lambda page: page["distribution"][0].update(contentUrl="other.csv"),
    "no source": lambda page: page["recordSet"][0]["field"][0]["source"].update(fileObject={"@id": "nothing"}),
    "a context of the network": lambda page: page.update({"@context": "http://example.org/mlcommons.org/croissant"}),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_description_with_a_defect_is_found(name: str, tmp_path: Path) -> None:
    data = describe(making.photographs(tmp_path / "data", count=1), DEFECTS[name])
    assert making.states(data, tmp_path / "review")["d4"] == "failure"


def test_something_that_only_names_croissant_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    data = making.photographs(tmp_path / "data", count=1)
    (data / "x.json").write_text('"mlcommons.org/croissant' + "[" * 100_000, "utf-8")
    assert making.states(data, tmp_path / "review")["d4"] == "failure"
