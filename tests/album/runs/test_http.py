"""Services that hang, redirect, refuse and answer pages, through the whole command, for each kind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from album.mutating import KINDS, make_bench
from mindsight import checker
from mindsight.album.suite import open_kit
from mindsight.record.folder import RunFolder
from record import trial
from subjects.services import Asked, Reply, Service

PAGE = Reply(b"<!DOCTYPE html><p>Please sign in</p>", "text/html; charset=utf-8")
ELSEWHERE = Reply(b"", None, 307, {"Location": "http://127.0.0.1:1/login"})


@pytest.fixture
def service() -> Iterator[Service]:
    served = Service(lambda _asked, _number: None)
    yield served
    served.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_service_does_wrong_costs_one_item_each(kind: str, service: Service, tmp_path: Path) -> None:
    bench = make_bench(kind, tmp_path, 5)

    def hang(_handler: Any) -> None:
        service.stopped.wait(20)

    def answer(asked: Asked) -> Reply:
        number = asked.headers["Mindsight-Id"]
        if kind == "classification":
            assert asked.headers["Mindsight-Answer"] == "labels"
            return Reply(bench.clean[number].terms["actual"].encode(), "text/plain; charset=utf-8")
        return Reply((bench.outputs / f"{number}.png").read_bytes(), "image/png")

    wrong = {"0001": (hang, "timeout"), "0002": (PAGE, "unreadable"), "0003": (ELSEWHERE, "unreachable")}

    def script(asked: Asked, _number: int) -> Any:
        number = asked.headers["Mindsight-Id"]
        return wrong[number][0] if number in wrong else answer(asked)

    service.script = script
    arguments = ("--subject", f"http:{service.url}", "--timeout", "1", "--out", tmp_path / "run")
    done = trial.mindsight("album", "run", bench.kit, *arguments)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    items = {item.id: item for item in RunFolder.open(tmp_path / "run").items}
    assert len(items) == open_kit(bench.kit).header.count
    failed = {number: item.outcome for number, item in items.items() if item.status == "failed"}
    assert failed == {number: outcome for number, (_, outcome) in wrong.items()}
    assert all(str(items[number].error) in done.stderr for number in wrong)
    others = {number: item.terms for number, item in items.items() if number not in wrong}
    assert others == {number: item.terms for number, item in bench.clean.items() if number not in wrong}
    assert [finding.say() for finding in checker.check(str(tmp_path / "run"))[0]] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_service_that_only_redirects_is_told_before_anything_is_written(
    kind: str, service: Service, tmp_path: Path
) -> None:
    bench = make_bench(kind, tmp_path)
    service.greeting = ELSEWHERE
    done = trial.mindsight("album", "run", bench.kit, "--subject", f"http:{service.url}", "--out", tmp_path / "run")
    assert done.returncode == 3
    assert "redirects to http://127.0.0.1:1/login, which is not followed" in done.stderr
    assert not (tmp_path / "run").exists()
