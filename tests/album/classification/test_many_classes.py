"""The time of a report of very many classes is linear in its measures: what they share is computed once."""

from pathlib import Path

import pytest

from album.classes import class_kit, classify, truth, write_answers
from mindsight.record.model import Signature
from mindsight.report.html import render_html


def test_each_measure_is_asked_once_for_its_signature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = class_kit(tmp_path / "kit", {f"class {number:02d}": 2 for number in range(20)})
    made = classify(kit, tmp_path / "run", f"folder:{write_answers(tmp_path / 'a.csv', truth(kit))}")
    asked = 0
    spelled = Signature.__str__

    def counted(signature: Signature) -> str:
        nonlocal asked
        asked += 1
        return spelled(signature)

    monkeypatch.setattr(Signature, "__str__", counted)
    page = render_html(made)
    assert page.count('class="card measure"') == len(made.results.measures) == 64
    assert 0 < asked <= 2 * len(made.results.measures)
