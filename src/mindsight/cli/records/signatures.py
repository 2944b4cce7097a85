"""What ``verify`` and ``report`` say of the signatures of a run, and the options with which a reader says whom to trust."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.record.blocks import Block
    from mindsight.signing.verdict import SignatureReport

PUBLIC_KEY = typer.Option(
    [], "--public-key", metavar="FILE", help=mark("Key by which the run has to be signed; may be given several times.")
)
TIMESTAMP_ROOT = typer.Option(
    [], "--timestamp-root", metavar="FILE", help=mark("Root certificate that stands behind time stamps.")
)
LOG_KEY = typer.Option([], "--log-key", metavar="FILE", help=mark("Public key of a transparency log."))


def say_signatures(run: Path, keys: Sequence[Path], roots: Sequence[Path], logs: Sequence[Path]) -> int:
    """Say what the signatures of a run are worth; 1 if one does not hold, or a key that was given has not signed."""
    from mindsight.record.folder import SIGNATURES
    from mindsight.signing.extra import is_there, need_sign

    if keys or roots or logs:
        need_sign()
    elif not (run / SIGNATURES).exists():
        return 0
    elif not is_there():
        tell(
            text("note: there are signatures, which were not checked; run: pip install 'mindsight[sign]'"),
            style="yellow",
        )
        return 0
    from mindsight.signing.check import check_signatures

    return _say(check_signatures(run, keys, timestamp_roots=roots, log_keys=logs))


def say_commitment_signatures(file: Path, keys: Sequence[Path], roots: Sequence[Path]) -> int:
    """Say what the signatures beside a commitment are worth; 1 if one does not hold, or a key has not signed it."""
    from mindsight.signing.check import Trust
    from mindsight.signing.commitment import check_commitment
    from mindsight.signing.keys import read_public
    from mindsight.signing.witnesses.timestamps import read_roots

    if not keys:
        return 0
    trust = Trust(tuple(read_public(key) for key in keys), read_roots(roots))
    report = check_commitment(file, trust)
    if not report.signatures:
        tell(text("{file}: the commitment is not signed", file=str(file)), style="yellow")
    return _say(report)


def signature_blocks(run: Path, keys: Sequence[Path], roots: Sequence[Path], logs: Sequence[Path]) -> Sequence[Block]:
    """Return what a report shows of the signatures of a run; nothing where there are none."""
    from mindsight.record.folder import SIGNATURES
    from mindsight.signing.blocks import blocks_of
    from mindsight.signing.check import check_signatures
    from mindsight.signing.extra import need_sign

    if not keys and not (run / SIGNATURES).exists():
        return ()
    need_sign()
    return blocks_of(check_signatures(run, keys, timestamp_roots=roots, log_keys=logs))


def _say(report: SignatureReport) -> int:
    for sentence in report.sentences():
        show(sentence)
    if report.signatures and not report.keys:
        tell(
            text(
                "note: no key was given, so nobody vouches for these signatures; --public-key FILE names a key that you have "
                "from the signer"
            ),
            style="yellow",
        )
    return 0 if report.fine else EXIT_ITEMS_FAILED
