"""The server: loopback by default; any other address needs TLS, or the word that a proxy in front brings it."""

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from mindsight.errors import InputError


@dataclass(frozen=True)
class Address:
    """Where to listen, and how the way there is protected."""

    host: str = "127.0.0.1"
    port: int = 8460
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False

    @property
    def secure(self) -> bool:
        """Whether browsers reach us over TLS."""
        return self.certificate is not None or self.behind_proxy

    @property
    def url(self) -> str:
        """The address as a browser opens it on this machine."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.certificate is not None else 'http'}://{host}:{self.port}"


def check(address: Address) -> None:
    """Refuse an address that would send links and cookies readable over a network.

    Raises:
        InputError: It is not the machine itself and there is neither TLS nor a proxy; or half of a pair of files is missing.
    """
    if (address.certificate is None) != (address.key is None):
        raise InputError("TLS needs two files: --tls-certificate FILE and --tls-key FILE")
    for file in (address.certificate, address.key):
        if file is not None and not file.is_file():
            raise InputError("{file}: there is no such file", file=str(file))
    if not _is_loopback(address.host) and not address.secure:
        raise InputError(
            "--host {host}: other machines can reach this address; give --tls-certificate and --tls-key, or --behind-proxy if "
            "a proxy on this machine brings TLS",
            host=address.host,
        )


def serve(app: object, address: Address) -> None:
    """Serve until the process is told to end."""
    import uvicorn

    uvicorn.run(
        app,  # type: ignore[arg-type]
        host=address.host,
        port=address.port,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
        proxy_headers=address.behind_proxy,
        forwarded_allow_ips="127.0.0.1,::1" if address.behind_proxy else "",
        server_header=False,
        access_log=False,
        log_level="warning",
        # One process: limits and locks of SQLite are kept in it.
        workers=1,
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
