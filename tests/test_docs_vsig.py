"""The steps of the vsig suite's guide work on the real clip."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from docs_pages import commands, page_named, run_in
from harness.server import Server, said

ANSWER = {
    "explicit_command": "把遥控器放到鼠标的左边",
    "state": [
        {"type": "object", "description": "遥控器", "point_2d": [500, 500], "timestamp": 1000},
        {"type": "space", "description": "鼠标的左边", "point_2d": [400, 500], "timestamp": 2000},
    ],
}


@pytest.fixture
def workplace(real_data: Path, tmp_path: Path) -> Path:
    """Return a folder with the guide's starting material: data, stored answers, and an earlier run."""
    clip = real_data / "vsig_real"
    if not clip.is_dir():
        pytest.skip("no real clip among the test data")
    shutil.copytree(clip, tmp_path / "data")
    line = {"id": "IMG_3590", "answer": json.dumps(ANSWER, ensure_ascii=False)}
    (tmp_path / "answers.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", "utf-8")
    command = "mindsight vsig run --data data --subject baseline:random --out runs/other"
    run_in(tmp_path, shlex.split(command))
    return tmp_path


@pytest.mark.slow
def test_the_steps_of_the_guide_work(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(lambda _body, _number: said(json.dumps(ANSWER, ensure_ascii=False)))
    try:
        for command in commands(page_named("vsig-test.md")):
            if command.startswith("export "):
                name, _, value = command.removeprefix("export ").partition("=")
                monkeypatch.setenv(name, server.url if name.endswith("_URL") else value)
            else:
                run_in(workplace, shlex.split(command))
    finally:
        server.close()
    assert server.requests
    assert (workplace / "centre.png").read_bytes().startswith(b"\x89PNG")
    for run in [*(workplace / "runs").iterdir()]:
        assert (run / "report.html").is_file()
        run_in(workplace, ["mindsight", "verify", str(run)])


@pytest.mark.slow
def test_the_plan_shown_takes_the_place_of_a_configuration(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = page_named("vsig-data.md").read_text("utf-8").split("```toml\n", 1)[1].split("```", 1)[0]
    (workplace / "plan.toml").write_text(plan, "utf-8")
    command = plan.splitlines()[0].partition(": ")[2]
    server = Server(lambda _body, _number: said(json.dumps(ANSWER, ensure_ascii=False)))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    try:
        run_in(workplace, [*shlex.split(command), "--out", "planned"])
    finally:
        server.close()
    manifest = json.loads((workplace / "planned" / "manifest.json").read_text("utf-8"))
    assert manifest["identity"]["input"] == "frames-transcript"
    assert manifest["identity"]["frames"] == "15"
