"""``mindsight home seal``: draw a secret seed, so that tasks stay unknown until the test is over, and commit to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.home.autonomy.running import (
    ALPHA,
    BUDGET,
    EMBEDDER,
    EMBEDDER_URL,
    IN_ORDER,
    MODE,
    OWN,
    SCENES,
    AloneChoices,
    rooms_chosen,
)
from mindsight.cli.home.autonomy.sealing import decided_alone
from mindsight.cli.home.choices import (
    EPOCHS,
    INTERFACE,
    IRRELEVANT,
    PENALTY,
    REASONS,
    RENDERER,
    STANCE,
    TASKS,
    TASKS_PER_SCENE,
    TRIALS,
    UNKNOWN,
    Choices,
    check_numbers,
    check_plan,
    chosen,
    plan_of,
)
from mindsight.cli.parser.planned import was_given
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.options import PROMPT_LANG, one_of, refuse_given
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.signing.keys import PrivateKey


_ROLE = "approved"


_INSTRUCTED = (
    "trials", "irrelevant", "reasons", "stance", "penalty", "unknown", "epochs", "tasks_per_scene",
)  # fmt: skip
"""Parameters that only runs with instructions use."""


def seal(
    context: typer.Context,
    tasks: str = TASKS,
    trials: int = TRIALS,
    irrelevant: float = IRRELEVANT,
    reasons: str = REASONS,
    renderer: str = RENDERER,
    interface: str = INTERFACE,
    prompt_lang: str = PROMPT_LANG,
    stance: str = STANCE,
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    epochs: int = EPOCHS,
    tasks_per_scene: int = TASKS_PER_SCENE,
    mode: str = MODE,
    scenes: int = SCENES,
    in_order: float = IN_ORDER,
    embedder: str = EMBEDDER,
    embedder_url: str = EMBEDDER_URL,
    alpha: float = ALPHA,
    budget: int = BUDGET,
    folder: Path = typer.Option(..., "--out", "-o", help=mark("Folder to make; it holds a secret.")),
    key: Path | None = typer.Option(
        None, "--key", metavar="FILE", help=mark("Sign the commitment with this private key, of mindsight key new.")
    ),
) -> int:
    """Draw a secret seed and commit to it."""
    if one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous":
        refuse_given(context, _INSTRUCTED, text("an autonomous run"))
        need_engine()
        alone = AloneChoices(
            spec="",
            tasks=rooms_chosen(tasks) if was_given(context, "tasks") else (),
            scenes=scenes,
            in_order=in_order,
            seed=0,
            embedder=embedder,
            embedder_url=embedder_url,
            alpha=alpha,
            budget=budget,
            renderer=renderer,
            interface=interface,
            prompt_lang=prompt_lang,
        )
        page = decided_alone(alone)
    else:
        refuse_given(context, OWN, text("a run with instructions"))
        choices = chosen(tasks, trials, irrelevant, reasons, renderer, interface, prompt_lang, stance, penalty, unknown)
        choices = replace(choices, epochs=epochs, tasks_per_scene=tasks_per_scene)
        check_numbers(choices)
        need_engine()
        check_plan(choices)
        page = decided_of(choices)
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


def decided_of(choices: Choices) -> dict[str, Any]:
    """Return what a seal of a run with instructions fixes."""
    from mindsight.home.sealing.seal import decided

    return decided(plan_of(choices))


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
