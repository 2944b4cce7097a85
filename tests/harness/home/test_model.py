"""A model in a home run: the record holds what its numbers depend on but no secret, and a resume keeps to it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said
from home.household import TASKS, TRIALS, cache_of, household, prepared
from mindsight.errors import IdentityError, RecordError
from mindsight.home.adapters.outside import model_facts, reach
from mindsight.home.plan import Plan
from mindsight.home.setting import Setting
from mindsight.home.suite import HomeTest
from mindsight.pipeline import run_test
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.model import Scalar, Subject
from mindsight.subjects.spec import SubjectSpec

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
MODEL = SubjectSpec("model", "scripted")
PLAN = Plan(tasks=TASKS, trials=TRIALS, keep_pictures=False)
KEY = "xK9qZ7wV3tR5mN1p"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


def declines(body: dict[str, Any], _number: int = 0) -> Any:
    """Decline, by a tool if there is one."""
    names = [tool["function"]["name"] for tool in body.get("tools", ())]
    return said("", (names[-1], {})) if names else said('{"action": "decline"}')


def home_test(data: Path, details: dict[str, Scalar], plan: Plan = PLAN) -> HomeTest:
    return HomeTest(plan, data, MODEL, Subject(spec="model:scripted", name="scripted", details=details))


@pytest.mark.slow
def test_everything_a_result_depends_on_is_in_its_identity(data: Path) -> None:
    identity = home_test(data, {"tools": True}).manifest.identity
    assert str(identity["words"]).startswith("sha256-")
    assert {name: identity[name] for name in ("limit_s", "limit_tokens", "answer_tokens", "pictures_sent_along")} == {
        "limit_s": 900, "limit_tokens": None, "answer_tokens": 4096, "pictures_sent_along": 3,
    }  # fmt: skip
    assert identity["unusable_in_a_row"] == 5
    assert (identity["subject.temperature"], identity["subject.tools"]) == (0, True)
    assert home_test(data, {"tools": False}).manifest.identity["subject.tools"] is False


@pytest.mark.slow
def test_a_built_in_subject_differs_in_nothing_that_would_forbid_a_comparison(data: Path) -> None:
    model, built_in = home_test(data, {"tools": True}).manifest, household(data, "refuse").manifest
    own = {name for name in model.identity if name not in built_in.identity}
    assert own == {"subject.temperature", "subject.tools"}
    assert built_in.identity == {name: value for name, value in model.identity.items() if name not in own}


def test_other_words_are_another_identity() -> None:
    english = Plan(tasks=TASKS, setting=Setting(language="en"))
    assert model_facts(MODEL, PLAN, {})["words"] != model_facts(MODEL, english, {})["words"]


def test_a_menu_uses_no_tools() -> None:
    menu = Plan(tasks=TASKS, interface="menu")
    assert model_facts(MODEL, menu, {"tools": True})["subject.tools"] is False


@pytest.mark.slow
def test_the_server_is_named_without_secrets(
    data: Path, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(declines)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url.replace("//", f"//me:{KEY}@"))
    details = reach(MODEL, PLAN)
    assert details == {"tools": True, "temperature": 0, "server": server.url}
    run = run_test(home_test(data, details), tmp_path / "run")
    assert {item.outcome for item in run.items} == {"FN", "TN"}
    signature = run.results.measures[0].signature
    assert signature.environment["server"] == server.url
    assert "server" not in signature.identity
    assert [file for file in run.path.rglob("*") if file.is_file() and KEY.encode() in file.read_bytes()] == []
    built_in = run_test(household(data, "refuse"), tmp_path / "refuse")
    assert not any("subject." in str(warning) for warning in compare_runs([run, built_in], seed=1).warnings)


@pytest.mark.slow
def test_a_resume_keeps_to_the_tools_that_were_found(
    data: Path, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = serve(lambda body, _number: Refusal(400, "no tools here") if "tools" in body else declines(body))
    monkeypatch.setenv("OPENAI_BASE_URL", refusing.url)
    details = reach(MODEL, PLAN)
    assert details["tools"] is False
    stopped = home_test(data, details)
    drafts = stopped.drafts
    monkeypatch.setattr(stopped, "drafts", lambda *given, **named: _first(drafts(*given, **named)))
    with pytest.raises(KeyboardInterrupt):
        run_test(stopped, tmp_path / "run")
    able = serve(declines)
    monkeypatch.setenv("OPENAI_BASE_URL", able.url)
    with pytest.raises(RecordError, match=r"another (identity|subject)"):
        run_test(home_test(data, reach(MODEL, PLAN)), tmp_path / "run", resume=True)
    able.requests.clear()
    run = run_test(home_test(data, details), tmp_path / "run", resume=True)
    assert len(able.requests) == TRIALS - 1
    assert not any("tools" in json.dumps(sorted(body)) for body in able.requests)
    assert run.manifest.identity["subject.tools"] is False


def _first(drafts: Any) -> Any:
    yield next(drafts)
    drafts.close()
    raise KeyboardInterrupt


@pytest.mark.slow
def test_models_with_and_without_tools_are_compared_and_it_is_said(data: Path, tmp_path: Path) -> None:
    first = run_test(household(data, "refuse"), tmp_path / "first")

    def other(name: str, **identity: Scalar) -> RunFolder:
        run = RunFolder(shutil.copytree(first.path, tmp_path / name))
        found = run.manifest.model_copy(update={"identity": {**run.manifest.identity, **identity}})
        (run.path / "manifest.json").write_text(found.model_dump_json())
        return RunFolder(run.path)

    tools = [other("with", **{"subject.tools": True}), other("without", **{"subject.tools": False})]
    warnings = [str(warning.args.get("field")) for warning in compare_runs(tools, seed=1).warnings]
    assert warnings.count("tools offered to the model") == 1
    with pytest.raises(IdentityError, match=r"limit_s is 900\.0 in one and 60\.0"):
        compare_runs([first, other("short", limit_s=60.0)], seed=1)
