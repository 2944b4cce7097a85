"""``--dry-run``: run all checks that precede a run and print what it would do; write nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.cli.shared.console import in_words, progress, show
from mindsight.pipeline import rehearse
from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mindsight.album.procedure import AlbumTest


def show_rehearsal(test: AlbumTest[Any], folder: Path, *, resume: bool, as_json: bool) -> None:
    """Check the folder and all pictures that would be tested, and print what would be run.

    Raises:
        KitError: A picture is missing or was changed.
        RecordError: The folder contains another run.
    """
    done = rehearse(test, folder, resume=resume)
    _check_pictures(test)
    if as_json:
        manifest = test.manifest.model_dump(mode="json", exclude={"started"})
        print(json.dumps({"folder": str(folder), "finished": done, "manifest": manifest}))
        return
    for line in _lines(test, folder, done):
        show(line)


def _check_pictures(test: AlbumTest[Any]) -> None:
    with progress(text("checking the kit")) as step:
        for number, (entry, _) in enumerate(test.instances(), start=1):
            for picture in entry.files:
                test.kit.read(picture)
            step(number, test.manifest.data.instances)


def _lines(test: AlbumTest[Any], folder: Path, done: int) -> Iterator[Text]:
    manifest = test.manifest
    count = manifest.data.instances
    yield text("would test: {name} ({subject})", name=manifest.subject.name, subject=manifest.subject.spec)
    yield text("kit: {folder}; {count} pictures, unchanged since it was made", folder=str(test.kit.path), count=count)
    yield text(
        "run folder: {folder}; {done} of {count} pictures are finished", folder=str(folder), done=done, count=count
    )
    for name, value in manifest.plan.items():
        shown = value["name"] if name == "profile" else value
        yield text("plan: {name} = {value}", name=name, value=in_words(shown))
    for note in manifest.departures:
        yield text("departure: {sentence}", sentence=note.body)
    yield text("Nothing was run and nothing was written.")
