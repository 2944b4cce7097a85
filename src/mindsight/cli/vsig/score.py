"""``mindsight vsig score``: score stored answers."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.options import AS_JSON, NAME, NO_MEDIA, OUT, RESUME, REVIEW, WORKERS, one_of
from mindsight.cli.shared.reviews import Resting
from mindsight.cli.shared.work import ADDRESS, ENGINE, KEEP_PICTURES, SHARD, shared_out
from mindsight.cli.vsig import options
from mindsight.cli.vsig.choices import Choices
from mindsight.cli.vsig.judging import (
    HUMAN_MARKS,
    JUDGE,
    JUDGE_COST,
    JUDGE_LANG,
    JUDGE_PRICE,
    JUDGE_SELF,
    JUDGE_TEMPERATURE,
    JUDGE_URL,
    judge_choices,
)
from mindsight.text import mark


def score(
    context: typer.Context,
    data: Path = typer.Argument(..., help=mark("Folder of the data set.")),
    answers: Path = typer.Argument(..., help=mark("Run folder, results folder or file with the stored answers.")),
    name: str = NAME,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    limit: int = options.LIMIT,
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    given: str = options.INPUT,
    profile: str = options.PROFILE,
    model_profile: str = options.MODEL_PROFILE,
    cluster: str = options.CLUSTER,
    no_media: bool = NO_MEDIA,
    keep_pictures: str = KEEP_PICTURES,
    judge: str = JUDGE,
    judge_self: bool = JUDGE_SELF,
    judge_lang: str = JUDGE_LANG,
    judge_url: str = JUDGE_URL,
    judge_price: str = JUDGE_PRICE,
    judge_max_cost: float = JUDGE_COST,
    judge_temperature: float = JUDGE_TEMPERATURE,
    human_marks: Path = HUMAN_MARKS,
    as_json: bool = AS_JSON,
) -> int:
    """Score stored answers."""
    from mindsight.cli.vsig.testing import run_and_show

    choices = Choices(
        data=data,
        spec=f"replay:{answers}",
        name=name,
        limit=limit,
        given=given,
        profile=profile,
        model_profile=model_profile,
        cluster=one_of("--cluster", cluster, ("recording", "session", "scene")),
        keep_last=not no_media,
        judging=judge_choices(
            judge,
            language=judge_lang or "zh",
            insist=judge_self,
            url=judge_url,
            price=judge_price,
            cost=judge_max_cost,
            temperature=judge_temperature,
        ),
        human_marks=human_marks,
    )
    work = shared_out(context, workers, engine, address, shard, pictures=keep_pictures)
    return run_and_show(choices, where=where, resume=resume, resting=Resting(review), work=work, as_json=as_json)
