"""How far the raters of a closed campaign agree; while it is open nobody is told, since it could steer those who still rate."""

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.events import RATINGS, Rating, final_ratings, read_ratings
from mindsight.rating.opinion.score import Agreement, agreement
from mindsight.rating.scoring import answers_of
from mindsight.web.store.campaign import Store


@dataclass(frozen=True)
class RunAgreement:
    """How far the complete raters of one run agree, and who has not rated every output of it."""

    name: str
    raters: int
    partial: tuple[str, ...]
    found: Agreement


def agreement_of(store: Store) -> tuple[RunAgreement, ...]:
    """Return the agreement on each run of a campaign; nothing while the campaign is open or its ratings are not written."""
    with store.read() as session:
        campaign = store.campaign(session)
        closed, sha256 = campaign.closed, campaign.ratings
    if closed is None or sha256 is None or not (store.folder.path / RATINGS).is_file():
        return ()
    return _agreement(store.folder.path, sha256)


@functools.lru_cache(maxsize=4)
def _agreement(path: Path, _sha256: str) -> tuple[RunAgreement, ...]:
    folder = CampaignFolder.open(path)
    ratings = final_ratings(read_ratings(path / RATINGS))
    return tuple(_of_run(folder, run.run, run.name, ratings) for run in folder.plan.runs)


def _of_run(folder: CampaignFolder, seal: str, name: str, ratings: list[Rating]) -> RunAgreement:
    shown = sorted(one.item for one in folder.stimuli.values() if (one.kind, one.run) == ("output", seal))
    answers = answers_of(ratings, folder.plan.question, seal, shown)
    table = [[answers.ratings[item][rater] for rater in answers.complete] for item in shown]
    found = np.array(table, dtype=np.float64).reshape(len(shown), len(answers.complete))
    return RunAgreement(name, len(answers.complete), tuple(answers.partial), agreement(found))
