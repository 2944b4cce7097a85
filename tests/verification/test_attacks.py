"""Every leaf of manifest and results of every kind of run, changed one by one with all hashes renewed."""

from contextlib import suppress
from pathlib import Path

import pytest

from mindsight.errors import RecordError
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, RESULTS
from mindsight.signing.check import Trust, check_trusting
from mindsight.signing.hand import Hand
from mindsight.signing.keys import create, read_private
from mindsight.signing.sealed import sign_run
from verification.attacks import attack, leaves, with_change
from verification.item_attacks import Target, attack_items
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
FOUND = ("line removed", "line doubled", "pictures exchanged")
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "attacks.md"


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


def test_with_a_signature_no_change_passes_not_even_of_a_fact(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    run = present("home-model", tmp_path)
    trusted = create(tmp_path / "laboratory.key", name="A laboratory")
    sign_run(run.path, read_private(tmp_path / "laboratory.key", str), Hand())
    assert check_trusting(run.path, Trust((trusted,))).fine
    signatures, page = run.path / "signatures", canonical.load(run.path / MANIFEST)
    facts = [place for place in leaves(page) if asserted(place)]
    assert len(facts) > 5
    for place in facts:
        signatures = signatures.rename(tmp_path / "aside")
        run.write(MANIFEST, canonical.page(with_change(page, place)))
        run.seal()
        signatures = signatures.rename(run.path / "signatures")
        # A value of another type is refused before signatures are looked at.
        with suppress(RecordError):
            assert not check_trusting(run.path, Trust((trusted,))).fine


@pytest.fixture(scope="module", params=["enhancement-command", "segmentation-few-threshold", "vsig-few-judged"])
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Target:
    folder = tmp_path_factory.mktemp("target")
    return Target.of(present(request.param, folder), request.param, folder)


@pytest.mark.parametrize("way", FOUND)
def test_no_line_is_lost_or_doubled_and_no_picture_exchanged(way: str, target: Target) -> None:
    found = attack_items(target, way)
    assert found.count > 0
    assert found.past_verify == []


def test_the_line_of_another_run_passes_where_it_is_that_of_an_honest_test(tmp_path: Path) -> None:
    """Which subject gave an answer is in no record: the attack works, and the page says so."""
    run = present("classification-colours", tmp_path)
    found = attack_items(Target.of(run, "classification-colours", tmp_path), "line of another run")
    assert len(found.past_deep or ()) == len(found.past_verify) > 0


def test_behind_the_record_of_an_enhancement_only_facts_of_the_product_can_be_others(tmp_path: Path) -> None:
    target = Target.of(present("enhancement-command", tmp_path), "enhancement-command", tmp_path)
    found = attack_items(target, "leaf of a line")
    assert len(found.past_verify) < found.count
    assert set(found.past_deep or ()) == {("answer", "bytes"), ("answer", "file"), ("time_s",)}


@pytest.mark.parametrize("language", ["", ".zh"])
def test_the_page_names_every_fact_that_is_asserted(language: str) -> None:
    page = PAGE.with_suffix(f"{language}.md").read_text("utf-8")
    assert [name for name in sorted(ASSERTED) if f"`{name}`" not in page] == []
