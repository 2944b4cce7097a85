"""``home tasks run --dry-run``: run all checks that precede a run and print an estimate; nothing is tested."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import show
from mindsight.cli.shared.money import rounded_tokens
from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mindsight.harness.runs.estimates import Estimate
    from mindsight.harness.runs.settings import Found
    from mindsight.home.estimate import Estimable, RunEstimate
    from mindsight.home.plan import Means


def show_dry_run(
    test: Estimable,
    found: Found | None,
    folder: Path,
    means: Means,
    *,
    done: int,
    resume: bool,
    workers: int,
    as_json: bool,
) -> None:
    """Print what a run would do and the estimate for a model; that of a resumed run is based on its finished tasks."""
    from mindsight.home.estimate import estimate_run
    from mindsight.record.folder import RunFolder

    expected = None
    if test.manifest.subject.spec.startswith("model:"):
        finished = list(RunFolder.open(folder).items) if resume else []
        expected = estimate_run(test, finished, means=means, workers=workers, found=found)
    show_rehearsal(test, expected, folder, done=done, as_json=as_json)


def show_rehearsal(test: Estimable, expected: RunEstimate | None, folder: Path, *, done: int, as_json: bool) -> None:
    """Print what would be run and the estimate for a model; write nothing.

    Args:
        test: The test that would be run.
        expected: The estimate for a model; None for a subject that uses no tokens.
        folder: Folder of the run, or of the run to resume.
        done: Number of finished tasks.
        as_json: Print data instead of sentences.
    """
    if as_json:
        print(json.dumps(_page(test, expected, folder, done)))
        return
    manifest = test.manifest
    count = manifest.data.instances
    show(text("would test: {name} ({subject})", name=manifest.subject.name, subject=manifest.subject.spec))
    show(text("run folder: {folder}; {done} of {count} tasks are finished", folder=str(folder), done=done, count=count))
    for note in manifest.departures:
        show(text("departure: {sentence}", sentence=note.body))
    if expected is None:
        own = manifest.plan["setting"].get("budget")
        show(text("at most {steps} steps", steps=sum(own or instance.budget for instance in test.instances())))
    else:
        for line in _lines(expected):
            show(line)
    show(text("Nothing was run and nothing was written."))


def _page(test: Estimable, expected: RunEstimate | None, folder: Path, done: int) -> dict[str, object]:
    page: dict[str, object] = {
        "folder": str(folder),
        "finished": done,
        "manifest": test.manifest.model_dump(mode="json", exclude={"started"}),
    }
    if expected is not None:
        page["estimate"] = {
            "least": expected.least.model_dump(mode="json"),
            "most": expected.most.model_dump(mode="json"),
            "learnt_from": expected.learnt_from,
            "used": expected.used.model_dump(mode="json"),
        }
    return page


def _lines(expected: RunEstimate) -> Iterator[Text]:
    least, most = expected.least, expected.most
    if expected.learnt_from:
        yield text("estimated from the {count} finished tasks of this run:", count=expected.learnt_from)
    elif least.measured:
        yield text("estimated from the model's answer to a trivial question:")
    else:
        yield text("estimated from what is usual, for no task is finished and the model is not asked again:")
    yield text(
        "turns: {least} if the model needs as few as the oracle, at most {most}",
        least=least.requests,
        most=most.requests,
    )
    yield text(
        "tokens: {sent} to {most_sent} in, {received} to {most_received} out",
        sent=rounded_tokens(least.input_tokens),
        most_sent=rounded_tokens(most.input_tokens),
        received=rounded_tokens(least.output_tokens),
        most_received=rounded_tokens(most.output_tokens),
    )
    yield _cost(least, most)
    yield text("time: {least} to {most}", least=_time(least.seconds), most=_time(most.seconds))
    if expected.used.total:
        yield text(
            "the finished tasks took {sent} tokens in, {received} out",
            sent=expected.used.input,
            received=expected.used.output,
        )


def _cost(least: Estimate, most: Estimate) -> Text:
    if least.cost is None or most.cost is None:
        return text("cost: not known; --price IN,OUT gives the money for a million tokens in and out")
    return text("cost: {least} to {most}", least=f"{least.cost:.2f}", most=f"{most.cost:.2f}")


def _time(seconds: float) -> Text:
    minutes = max(1, round(seconds / 60))
    if minutes < 120:
        return text("{count} min", count=minutes)
    return text("{count} h", count=round(minutes / 60))
