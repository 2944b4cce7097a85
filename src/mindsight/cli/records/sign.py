"""``mindsight sign``: a signature over the seal of a run, or over the commitment of sealed tasks."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.console import show, tell
from mindsight.errors import RecordError
from mindsight.text import mark, text


def sign(
    run: Path = typer.Argument(..., help=mark("Run folder, or the file commitment.json of sealed tasks.")),
    key: Path = typer.Option(..., "--key", metavar="FILE", help=mark("Your private key, of mindsight key new.")),
    role: str = typer.Option(
        "tested", "--role", help=mark("What you did: tested, reviewed, witnessed or approved it.")
    ),
    name: str = typer.Option("", "--name", help=mark("Your name; by default the one in the public key file.")),
    note: str = typer.Option("", "--note", help=mark("A line that is signed too.")),
    timestamp: str | None = typer.Option(
        None,
        "--timestamp",
        metavar="URL",
        help=mark("Have the signature time-stamped by this service (RFC 3161); nothing else uses the network."),
    ),
) -> int:
    """Sign a record."""
    from mindsight.cli.shared.passphrase import known
    from mindsight.signing.commitment import sign_commitment
    from mindsight.signing.hand import Hand
    from mindsight.signing.keys import read_private
    from mindsight.signing.sealed import refuse_key_in, sign_run

    hand = Hand(role, name, note, timestamp)
    is_run = not run.is_file()
    if is_run:
        refuse_key_in(key, run)
        _refuse_unlike_rebuilt(run)
    private = read_private(key, known)
    written = sign_run(run, private, hand) if is_run else sign_commitment(run, private, hand)
    show(str(written))
    tell(
        text(
            "signed with the key sha256-{fingerprint}; check it with: {command}",
            fingerprint=private.public.fingerprint,
            command=f"mindsight verify {run if is_run else f'RUN --commitment {run}'} --public-key {key}.pub",
        )
    )
    return 0


def _refuse_unlike_rebuilt(run: Path) -> None:
    """Refuse a record that differs from what is rebuilt of it; what the checker finds, signing itself refuses in its words.

    Raises:
        RecordError: Names the first difference.
    """
    from mindsight.record import checker
    from mindsight.record.folder import RunFolder
    from mindsight.verification.verifying import rebuild_and_compare

    if checker.check(str(run))[0]:
        return
    verdict = rebuild_and_compare(RunFolder.open(run))
    for finding in verdict.findings:
        raise RecordError(
            "{folder}: is not signed, since its record does not hold: {finding}", folder=str(run), finding=finding
        )
    for sentence in verdict.uncompared:
        tell(sentence, style="yellow")
