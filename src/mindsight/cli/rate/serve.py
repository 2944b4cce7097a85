"""``mindsight rate serve``: the pages of a campaign, on this machine only unless TLS protects the way."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.settings import settings
from mindsight.text import mark, text


def serve(
    campaign: Path = CAMPAIGN,
    host: str = typer.Option("127.0.0.1", "--host", help=mark("Address to listen on.")),
    port: int = typer.Option(8460, "--port", min=1, max=65535, help=mark("Port to listen on.")),
    certificate: Path = typer.Option(None, "--tls-certificate", help=mark("Certificate file for TLS.")),
    key: Path = typer.Option(None, "--tls-key", help=mark("Key file for TLS.")),
    behind_proxy: bool = typer.Option(
        False, "--behind-proxy", help=mark("A proxy on this machine brings TLS and passes on the browser's address.")
    ),
) -> int:
    """Serve until Ctrl-C."""
    from mindsight.web.serving import Address, check
    from mindsight.web.serving import serve as serving

    address = Address(host, port, certificate, key, behind_proxy)
    check(address)
    store = open_store(campaign)
    from mindsight.web.app import make_app
    from mindsight.web.store.raters import manager_link

    show(text("manager's page: {url}", url=f"{address.url}/i/{manager_link(store)}"))
    tell(text("serving {folder} at {url}; Ctrl-C ends it, and nothing is lost", folder=str(campaign), url=address.url))
    serving(make_app(store, secure=address.secure, language=settings.language), address)
    return 0
