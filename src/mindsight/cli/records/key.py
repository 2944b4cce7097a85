"""``mindsight key new``: a key pair with which a laboratory signs its records."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.parser.panels import Commands
from mindsight.cli.shared.console import show, tell
from mindsight.text import mark, text


def new(
    file: Path = typer.Option(
        Path("mindsight.key"), "--out", "-o", help=mark("File of the private key; the public one stands beside it.")
    ),
    name: str = typer.Option("", "--name", help=mark("Whose key it is; stands in the public key file.")),
    passphrase: bool = typer.Option(
        False, "--passphrase", help=mark("Ask for a passphrase; MINDSIGHT_KEY_PASSPHRASE gives one without asking.")
    ),
) -> int:
    """Make a key pair."""
    from mindsight.cli.shared.passphrase import chosen
    from mindsight.signing import keys

    public = keys.create(file, name=name, passphrase=chosen(ask=passphrase))
    show(text("fingerprint: sha256-{fingerprint}", fingerprint=public.fingerprint))
    tell(text("public: {file}; give it to everyone who is to check your signatures", file=f"{file}{keys.PUBLIC}"))
    tell(text("private: {file}; no one else may read it, and nobody can bring it back", file=str(file)))
    return 0


key = Commands()
key.add("new", new, mark("Make a key pair for signing: Ed25519, the private key readable by you alone."))
