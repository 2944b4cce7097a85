"""Addresses of servers as people write them, and the proxies in the environment."""

import ipaddress
import os
import re
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

_ENDPOINTS = re.compile(r"/(?:chat/completions|completions|embeddings|responses|models)/*\Z")
_VERSION = re.compile(r"/v\d+(?:[a-z]+\d*)?(?:/|\Z)")


def tidy(url: str) -> str:
    """Return an address without spaces, a slash or an endpoint at its end, and with a scheme.

    >>> tidy("127.0.0.1:8000/v1/chat/completions")
    'http://127.0.0.1:8000/v1'
    """
    url = url.strip().strip("\"'")
    if "?" not in url:
        url = _ENDPOINTS.sub("", url.rstrip("/")).rstrip("/")
    if not url or "://" in url:
        return url
    return f"{'http' if is_local(urlsplit(f'//{url}').hostname) else 'https'}://{url}"


def alternatives(url: str) -> list[str]:
    """Return the addresses at which a server may answer that does not at this one: with the version that was left out."""
    parts = urlsplit(url)
    if _VERSION.search(parts.path) or parts.query:
        return []
    whole, root = f"{url.rstrip('/')}/v1", f"{parts.scheme}://{parts.netloc}/v1"
    return list(dict.fromkeys((whole, root)))


def is_local(host: str | None) -> bool:
    """Return whether a host is this machine, or an address of a private network."""
    if is_loopback(host):
        return True
    try:
        return ipaddress.ip_address(host or "").is_private
    except ValueError:
        return False


def is_loopback(host: str | None) -> bool:
    """Return whether a host is this machine."""
    if host is None or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def same_server(one: str, other: str) -> bool:
    """Return whether two addresses name the same host, whatever scheme and port they have."""
    hosts = [urlsplit(url).hostname for url in (one, other)]
    return hosts[0] == hosts[1] or all(map(is_loopback, hosts))


def keep_off_proxies(url: str) -> None:
    """Let no proxy in the environment catch requests to this machine, where it could not forward them."""
    host = urlsplit(url).hostname
    if not getproxies() or not is_loopback(host) or host is None or proxy_bypass(host):
        return
    for name in ("no_proxy", "NO_PROXY"):
        # If both are set, libraries read either.
        if name in os.environ or name == "NO_PROXY":
            os.environ[name] = ",".join(filter(None, (os.environ.get(name, ""), host)))


def proxy_of(url: str) -> str:
    """Return the proxy that requests to an address pass through, without user and password; "" for none."""
    parts = urlsplit(url)
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(parts.hostname or ""):
        return ""
    scheme, mark, rest = proxy.rpartition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
