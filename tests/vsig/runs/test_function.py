"""A run of clips made by a function call."""

from pathlib import Path

import pytest

import mindsight
from mindsight.errors import InputError
from vsig.running import Prepared


def test_clips_are_run_by_a_function_call(ready: Prepared, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run = mindsight.vsig.run(
        ready.root,
        "baseline:oracle",
        out=tmp_path / "run",
        limit=2,
        progress=lambda finished, every: seen.append((finished, every)),
    )
    assert seen[-1] == (2, 2)
    assert run.measures["vsig.overall"].value == pytest.approx(1.0)
    assert [item.status for item in run.items()] == ["scored", "scored"]
    assert run.verify().findings == []
    assert run.manifest.plan["limit"] == 2


@pytest.mark.parametrize(
    ("subject", "options", "expected"),
    [
        ("baseline:oracle", {"lmit": 3}, 'there is no option "lmit"; did you mean "limit"'),
        ("baseline:oracle", {"cluster": "town"}, "--cluster: town is not known; use recording, session, scene"),
        ("baseline:oracle", {"temperature": 1.0}, "--temperature: is for models, and baseline:oracle is none"),
        ("baseline:oracle", {"given": "smell"}, "--input: there is no input"),
        ("baseline:oracel", {}, "oracel"),
        ("command:true", {}, "subjects cannot be asked about clips"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_prepared(
    ready: Prepared, tmp_path: Path, subject: str, options: dict[str, object], expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        mindsight.vsig.run(ready.root, subject, out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()
