"""An album run once more: its manifest from plan and ``kit.json``, its items from the outputs that were kept.

The product is not reached.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.album.classification.labels import Label
from mindsight.album.classification.procedure import LabelAnswer
from mindsight.album.plan import AlbumPlan
from mindsight.album.procedure import AlbumTest, basic_procedure, hash_of_pictures
from mindsight.album.products.conventions import conventions_of
from mindsight.album.products.execution import Answer, Outcome
from mindsight.album.suite import KINDS
from mindsight.errors import KitError, ProductError
from mindsight.record.blocks import Gallery, Strip
from mindsight.record.folder import MEDIA, RESULTS, RunFolder, media_path
from mindsight.record.model import Draft, Item, Manifest
from mindsight.subjects.spec import SubjectSpec

_TAKEN_OVER = ("kit", "pairing", "pairing_sheet", "sheet", "hidden_rows", "folders_left_out")


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and kit of a run give; the kit's name and how files and tables were read are taken over."""
    before = run.manifest
    again = basic_procedure(_test(run, run.path), before.subject)
    kept = {name: before.plan[name] for name in _TAKEN_OVER if name in before.plan}
    data = again.data.model_copy(update={"name": before.data.name})
    update: dict[str, Any] = {"plan": {**again.plan, **kept}, "data": data, "shown": _shown(run, before)}
    return again.model_copy(update=update)


def _shown(run: RunFolder, before: Manifest) -> str | None:
    """Return the hash of the pictures that the results show; as it was where these are yet to be computed again."""
    if not (run.path / RESULTS).is_file():
        return before.shown
    return hash_of_pictures([block for block in run.results.blocks if isinstance(block, Gallery | Strip)])


def test_on_kit(run: RunFolder, folder: Path) -> AlbumTest[Any]:
    """Return the test of a run on its kit; no product is reached.

    Raises:
        KitError: It is another kit, or was changed.
    """
    test = _test(run, folder)
    if test.kit.sha256 != run.manifest.data.sha256:
        raise KitError("{folder}: is not the kit that {run} was run on", folder=str(folder), run=run.path.name)
    return test


def items_again(run: RunFolder, kit: Path) -> Iterator[tuple[Item, Draft]]:
    """Yield each item of which an output was kept, with what that output is worth when it is scored again.

    Args:
        run: The run.
        kit: The kit that it was run on.

    Raises:
        KitError: It is another kit, or was changed.
    """
    test = test_on_kit(run, kit)
    worker = test.worker(run)
    items = {item.id: item for item in run.items}
    for entry, digest in test.instances():
        item = items.get(entry.id)
        answer = None if item is None else _answer(run, item)
        if item is not None and answer is not None:
            yield item, _judged_again(worker, test, entry, item, answer).model_copy(update={"instance": digest})


def _answer(run: RunFolder, item: Item) -> Answer | None:
    """Return what a product gave, from the picture that was kept or from the labels in the record; None without either."""
    name = str(item.answer.get("file", ""))
    if "output" in item.media:
        kept = media_path(run.path / MEDIA, item.media["output"])
        if not kept.is_file() and run.manifest.pictures is not None:
            return None
        return Answer(kept.read_bytes(), name, item.time_s)
    if "labels" not in item.parsed:
        return None
    labels = tuple(Label(**label) for label in item.parsed["labels"])
    return LabelAnswer(str(item.answer.get("text", "")).encode(), name, item.time_s, labels)


def _judged_again(worker: Any, test: AlbumTest[Any], entry: Any, item: Item, answer: Answer) -> Draft:
    try:
        outcome = worker.judge(test.kit, entry, answer)
    except ProductError as error:
        outcome = Outcome(error.outcome, worker.nothing(entry), error.text)
    return item.model_copy(
        update={
            "status": "failed" if outcome.error else "scored",
            "outcome": outcome.word,
            "parsed": outcome.parsed,
            "terms": outcome.terms,
        }
    )


def _test(run: RunFolder, folder: Path) -> AlbumTest[Any]:
    """Return the test of a run with the kit in a folder; only what decides plan and scores is set, no product is reached."""
    before = run.manifest
    kind = KINDS[before.kind]
    test: AlbumTest[Any] = object.__new__(kind.test)
    test.kit = kind.kit(folder, checked=True)
    scheme, _, rest = before.subject.spec.partition(":")
    test.spec, test.options = SubjectSpec(scheme, rest), _options(before.plan)
    return test


def _options(page: dict[str, Any]) -> AlbumPlan:
    """Return the plan of a record's page."""
    return AlbumPlan.back(page).model_copy(update={"conventions": conventions_of(page)})
