"""Every leaf of manifest and results of every kind of run, changed one by one with all hashes renewed."""

from pathlib import Path

import pytest

from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS
from verification.attacks import attack, leaves
from verification.present import KINDS, present

ASSERTED = {
    "started", "ended", "resumed", "subject", "strangers", "hardware", "software", "renderer",
    "data.name", "plan.kit", "plan.megapixels", "plan.timeout_s", "plan.keep_outputs", "plan.sensitivity", "plan.tolerance",
    "plan.class_map", "plan.mask_from", "plan.placement", "plan.pairing", "plan.suffix",
    "plan.keep_pictures", "plan.temperature", "canaries.answers", "canaries.picture", "canaries.repeats", "canaries.shows",
    "canaries.starts", "plan.canaries", "plan.keep_last", "plan.keep_media", "plan.human_marks", "plan.judge",
    "plan.model_profile", "canaries.asked.answer.sent", "canaries.asked.answer.said", "canaries.asked.size",
    "departures.body.args",
}  # fmt: skip
"""Facts of a manifest that nobody can compute again; the page on attacks lists them."""


def asserted(place: tuple[str | int, ...]) -> bool:
    """Return whether a place lies in one of those facts; places in lists do not count."""
    steps = [step for step in place if isinstance(step, str)]
    return any(".".join(steps[: name.count(".") + 1]) == name for name in ASSERTED)


def some(path: Path, step: int) -> list[tuple[str | int, ...]]:
    return list(leaves(canonical.load(path)))[step // 2 :: step]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    "step",
    [pytest.param(40, id="some"), pytest.param(1, id="all", marks=[pytest.mark.slow, pytest.mark.timeout(3600)])],
)
def test_verify_passes_no_change_of_results_and_only_facts_of_the_manifest(
    name: str, step: int, tmp_path: Path
) -> None:
    run = present(name, tmp_path)
    results = attack(run, RESULTS, some(run.path / RESULTS, step * 2 if step > 1 else 1))
    assert results.count > 0
    assert results.past_verify == []
    manifest = attack(run, MANIFEST, some(run.path / MANIFEST, max(1, step // 4)))
    assert [place for place in manifest.past_verify if not asserted(place)] == []


def test_an_attack_that_changes_nothing_is_passed(tmp_path: Path) -> None:
    """Else the attacks above would prove nothing."""
    run = present("home-model", tmp_path)
    found = attack(run, MANIFEST, [("started",)])
    assert found.past_verify == [("started",)]
