"""URLs of storage, and what is refused in them: credentials have no place in a URL, which is printed and remembered."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from mindsight.errors import InputError

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_IPV6 = re.compile(r"\[[0-9A-Fa-f:.]+\](:\d+)?$")
_READ_ONLY = frozenset({"http", "https"})


@dataclass(frozen=True)
class Address:
    """A place in storage, such as ``s3://bucket/run``."""

    url: str

    @property
    def scheme(self) -> str:
        """The kind of storage, such as ``s3``."""
        return self.url.partition("://")[0]

    @property
    def name(self) -> str:
        """The last part of the URL, which names the folder of this machine."""
        last = self.url.rpartition("/")[2]
        shown = unquote(last).replace("/", "-") if self.read_only else last
        return "data" if shown in {"", ".", ".."} else shown

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written there."""
        return self.scheme in _READ_ONLY


def is_url(value: str) -> bool:
    """Return whether a value is a URL and no path."""
    return _URL.fullmatch(value) is not None


def address_of(value: str) -> Address | Path:
    """Return the place in storage that a URL names; of ``file://`` the path itself.

    Raises:
        InputError: It names none, or holds what may be a credential.
    """
    found = _URL.fullmatch(value)
    if found is None:
        raise InputError("{url}: is no URL; write s3://BUCKET/FOLDER", url=value)
    scheme, rest = found[1].lower(), found[2]
    host = rest.partition("/")[0]
    if _IPV6.match(host) and "@" not in host:
        raise InputError(
            "{scheme}://{host}/…: an address of IPv6 cannot be used here; give the machine's name instead",
            scheme=scheme,
            host=host,
        )
    if "@" in host or "?" in rest or "#" in rest or "::" in rest:
        # Not repeated: what is refused may be a secret.
        raise InputError(
            "{scheme}://…: a URL of storage has no user, password, query or fragment; credentials come from the environment",
            scheme=scheme,
        )
    if any(part in {".", ".."} for part in rest.split("/")) or not rest.strip("/"):
        raise InputError("{url}: is no URL; write s3://BUCKET/FOLDER", url=value)
    if scheme == "file":
        if not rest.startswith("/"):
            raise InputError("{url}: file:// is followed by the whole path, such as file:///mnt/share/run", url=value)
        return Path(unquote(rest))
    return Address(f"{scheme}://{rest.rstrip('/')}")
