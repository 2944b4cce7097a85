"""``vsig run --dry-run``: run all checks that precede a run and print an estimate; nothing is tested."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import in_words, show
from mindsight.cli.shared.money import rounded_tokens
from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mindsight.harness.runs.settings import Prices
    from mindsight.vsig.estimate import RunEstimate
    from mindsight.vsig.suite import VsigTest


def rehearse_and_show(test: VsigTest, folder: Path, prices: Prices | None, *, resume: bool, as_json: bool) -> None:
    """Run the checks of a run and print what it would do; write nothing.

    Args:
        test: The test that would be run.
        folder: Folder of the run, or of the run to resume.
        prices: Prices of a model; None if unknown.
        resume: Whether the run is resumed.
        as_json: Print data instead of sentences.
    """
    from mindsight.pipeline import rehearse

    done = rehearse(test, folder, resume=resume)
    manifest = test.manifest
    expected = _estimate(test, folder, prices, resume=resume)
    judged = _estimate_judging(test, folder, resume=resume)
    if as_json:
        page = manifest.model_dump(mode="json", exclude={"started"})
        estimate = {} if expected is None else {"estimate": expected._asdict()}
        if judged is not None:
            estimate["judge"] = judged._asdict()
        print(json.dumps({"folder": str(folder), "finished": done, "manifest": page, **estimate}))
        return
    count = manifest.data.instances
    show(text("would test: {name} ({subject})", name=manifest.subject.name, subject=manifest.subject.spec))
    show(
        text("run folder: {folder}; {done} of {count} samples are finished", folder=str(folder), done=done, count=count)
    )
    for name, value in manifest.identity.items():
        show(text("{name}: {value}", name=name, value=in_words(value)))
    for note in manifest.departures:
        show(text("departure: {sentence}", sentence=note.body))
    if expected is not None:
        for line in lines_of(expected):
            show(line)
    if judged is not None:
        show(text("and the judge, {model}, at most:", model=str(manifest.identity["judge"])))
        for line in lines_of(judged):
            show(line)
    show(text("Nothing was run and nothing was written."))


def _estimate(test: VsigTest, folder: Path, prices: Prices | None, *, resume: bool) -> RunEstimate | None:
    """Return the estimate for a model; None for a subject that uses no tokens."""
    if not test.manifest.subject.spec.startswith("model:"):
        return None
    from mindsight.record.folder import RunFolder
    from mindsight.vsig.canaries.running import still_to_ask
    from mindsight.vsig.estimate import estimate_run
    from mindsight.vsig.models.outside import planned_trial

    held = RunFolder.open(folder).manifest.canaries if resume else test.manifest.canaries
    finished = list(RunFolder.open(folder).items) if resume else []
    ids = {item.id for item in finished}
    missing = [sample for sample in test.samples if sample.id not in ids]
    probe = () if resume else (planned_trial(),)
    return estimate_run(test.plan, missing, finished, prices, canaries=still_to_ask(held, test.plan), probe=probe)


def _estimate_judging(test: VsigTest, folder: Path, *, resume: bool) -> RunEstimate | None:
    if test.plan.judge is None:
        return None
    from mindsight.record.folder import RunFolder
    from mindsight.vsig.judge.estimate import estimate_judging
    from mindsight.vsig.judge.record import judgements_of

    judged = list(judgements_of(RunFolder.open(folder))) if resume else []
    done = {one.id for one in judged}
    missing = [sample for sample in test.samples if sample.id not in done]
    return estimate_judging(test.plan.judge, missing, judged, test.judge_prices)


def lines_of(expected: RunEstimate) -> Iterator[Text]:
    """Yield the estimate of a model's run as sentences."""
    if expected.learnt_from:
        yield text("estimated from the {count} finished samples of this run:", count=expected.learnt_from)
    else:
        yield text("estimated by what pictures and words usually take:")
    yield text(
        "requests: {count}; tokens: about {sent} in, {received} out",
        count=expected.requests,
        sent=rounded_tokens(expected.sent),
        received=rounded_tokens(expected.received),
    )
    if expected.probe:
        yield text(
            "trial question, asked first, and by this rehearsal too: {count} of the requests", count=expected.probe
        )
    if expected.canaries:
        yield text("canaries, asked before the first sample: {count} of the requests", count=expected.canaries)
    if expected.cost is None:
        yield text("cost: not known; --price IN,OUT gives the money for a million tokens in and out")
    else:
        yield text("cost: about {cost}", cost=f"{expected.cost:.2f}")
