"""``mindsight home seal``: draw a secret seed, so that tasks stay unknown until the test is over, and commit to it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.home.run import MODE, refuse_others
from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import one_of
from mindsight.engine.needs import need_engine
from mindsight.home.autonomy.runs.plan import AlonePlan, Embedding
from mindsight.home.plan import Plan
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.signing.keys import PrivateKey


_ROLE = "approved"


_OF_SUBJECT = ("seed", "temperature", "no_media", "model_profile")
"""Options that no seal fixes."""


@partial(planned, without=_OF_SUBJECT)
def seal(
    *,
    context: typer.Context,
    plan: Plan,
    mode: str = MODE,
    rooms: AlonePlan,
    embedding: Embedding,
    folder: Path = typer.Option(..., "--out", "-o", help=mark("Folder to make; it holds a secret.")),
    key: Path | None = typer.Option(
        None, "--key", metavar="FILE", help=mark("Sign the commitment with this private key, of mindsight key new.")
    ),
) -> int:
    """Draw a secret seed and commit to it."""
    if one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous":
        refuse_others(context, (rooms, embedding), text("an autonomous run"))
        page = _decided_alone(rooms, embedding)
    else:
        refuse_others(context, (plan,), text("a run with instructions"))
        page = _decided(plan)
    # A key that cannot be used is refused before anything is drawn.
    private = None if key is None else _private(key)
    from mindsight.home.sealing import seal as sealing

    sealed = sealing.seal(folder, page)
    show(text("commitment: sha256-{commitment}", commitment=sealed.commitment))
    public, secret = str(folder / sealing.COMMITMENT), str(folder / sealing.SECRET)
    tell(text("public: {file}; before the run, send it to everyone who is to trust the result", file=public))
    tell(
        text(
            "secret: {file}; nobody may read it before the run is over, and the run is impossible without it",
            file=secret,
        )
    )
    if private is not None:
        _sign(folder / sealing.COMMITMENT, private)
    return 0


def _decided(plan: Plan) -> dict[str, Any]:
    """Return what a seal of a run with instructions fixes."""
    need_engine()
    from mindsight.home.plugged import with_plugins
    from mindsight.home.running.checking import check_plan
    from mindsight.home.sealing.seal import decided

    plan = with_plugins(plan)
    check_plan(plan)
    return decided(plan)


def _decided_alone(plan: AlonePlan, embedding: Embedding) -> dict[str, Any]:
    """Return what a seal of a run in rooms fixes."""
    need_engine()
    from mindsight.home.autonomy import rooms
    from mindsight.home.running.sealed import rooms_decided

    return rooms_decided(plan.model_copy(update={"tasks": plan.tasks or tuple(rooms.load())}), embedding)


def _private(key: Path) -> PrivateKey:
    """Return a private key with which a commitment can be signed."""
    from mindsight.cli.shared.passphrase import known
    from mindsight.signing.hand import Hand
    from mindsight.signing.keys import read_private

    private = read_private(key, known)
    Hand(_ROLE).signed(private)
    return private


def _sign(commitment: Path, private: PrivateKey) -> None:
    """Sign a new commitment as the one who approves it, as ``mindsight sign`` does."""
    from mindsight.signing.commitment import sign_commitment
    from mindsight.signing.hand import Hand

    written = sign_commitment(commitment, private, Hand(_ROLE))
    tell(
        text(
            "signature: {file}, with the key sha256-{fingerprint}; send it with the commitment",
            file=str(written),
            fingerprint=private.public.fingerprint,
        )
    )
