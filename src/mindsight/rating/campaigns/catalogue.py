"""Make a campaign of the questions of a catalogue: pages with an answer of their own form, in place of pictures to be rated."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from mindsight.rating.campaigns.folder import STIMULI, CampaignFolder
from mindsight.rating.campaigns.plan import Kit, Plan, Qualification, Rates
from mindsight.rating.campaigns.stimuli import Asked, Stimulus
from mindsight.record import canonical
from mindsight.text import Language


class Page(NamedTuple):
    """One question with its pictures (JPEG, width, height); those of one ``cluster`` are not asked one after the other."""

    id: str
    cluster: str
    asked: Asked
    pictures: tuple[tuple[bytes, int, int], ...]


def make_catalogue(
    target: Path,
    pages: Iterable[Page],
    *,
    name: str,
    seed: int,
    languages: tuple[Language, ...],
    least_viewing_s: float = 1.0,
    database: str | None = None,
) -> CampaignFolder:
    """Make a campaign in a new folder.

    Raises:
        InputError: The folder exists and is not empty.
    """
    with CampaignFolder.made(target, database) as folder:
        stimuli = [_stored(folder, page) for page in pages]
        folder.write_stimuli(stimuli)
        folder.write_plates(())
        kit = Kit(name=name, sha256=canonical.sha256_of_file(folder.path / STIMULI), items=len(stimuli))
        folder.write_plan(
            Plan(
                id=secrets.token_hex(8),
                question="catalogue",
                kit=kit,
                trial=False,
                languages=languages,
                seed=seed,
                training=0,
                rates=Rates(repeats=0, references=0, anchors=0, gold=0, traps=0),
                qualification=Qualification(showings=0, least_right=0),
                colour_check=False,
                least_viewing_s=least_viewing_s,
                screening=(),
                made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            )
        )
    return CampaignFolder(target)


def _stored(folder: CampaignFolder, page: Page) -> Stimulus:
    pictures = {
        f"picture{number}": folder.put(data, width, height, ".jpg")
        for number, (data, width, height) in enumerate(page.pictures, 1)
    }
    return Stimulus(
        id=page.id, item=page.id, cluster=page.cluster, kind="question", pictures=pictures, asked=page.asked
    )
