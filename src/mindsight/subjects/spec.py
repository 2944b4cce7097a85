"""Parse ``--subject SCHEME:REST``."""

import difflib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from mindsight.errors import InputError

SCHEMES = ("baseline", "command", "folder", "http", "model", "python", "replay")

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_IN_PROCESS = {"hf", "mockllm"}
"""Models that the harness runs itself."""


class SubjectSpec(NamedTuple):
    """A parsed subject: ``scheme`` is the kind of access, ``rest`` its target; ``function`` is the target itself if it is at hand."""

    scheme: str
    rest: str
    function: Callable[..., Any] | None = None

    def __str__(self) -> str:
        return f"{self.scheme}:{self.rest}"

    @property
    def public(self) -> str:
        """The subject without keys, tokens and passwords, for files and screens."""
        from mindsight.redacting import redact  # compiles many patterns: no list and no help waits for it

        return redact(str(self))


def parse_subject(text: str, accepted: Sequence[str] = SCHEMES, *, example: str = "baseline:identity") -> SubjectSpec:
    """Split ``SCHEME:REST``.

    Args:
        text: The user's input.
        accepted: The schemes that the command accepts; messages suggest only these.
        example: A valid subject for messages.

    Raises:
        InputError: There is no scheme, it is unknown, or nothing follows it.
    """
    scheme, colon, rest = text.partition(":")
    if scheme == "https":
        # A service's address is its own scheme.
        scheme, rest = "http", text
    if scheme not in SCHEMES or not colon:
        from mindsight.redacting import redact

        close = difflib.get_close_matches(scheme, accepted, n=1)
        raise InputError(
            'no subject "{subject}"; write SCHEME:REST with one of {schemes} (did you mean "{guess}"?)',
            subject=redact(text),
            schemes=", ".join(accepted),
            guess=f"{close[0] if close else accepted[0]}:…",
        )
    if not rest.strip():
        raise InputError(
            'nothing follows "{scheme}:"; name the subject, such as {example}', scheme=scheme, example=example
        )
    return SubjectSpec(scheme, rest.strip())


def spec_of_function(function: Callable[..., Any]) -> SubjectSpec:
    """Return the subject that a function of this program is, named as if it were loaded from its file."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return SubjectSpec("python", f"{function.__module__}:{name}", function)


def name_of(spec: SubjectSpec) -> str:
    """Return the default name of a subject."""
    from mindsight.redacting import redact

    return redact(spec.rest).rstrip("/").rpartition("/")[2]


def runs_here(spec: SubjectSpec) -> bool:
    """Return whether a subject surely runs on this machine; what a program or a server under another name does, nobody knows."""
    if spec.scheme == "http":
        return urlsplit(spec.rest if "://" in spec.rest else f"http:{spec.rest}").hostname in _LOOPBACK
    if spec.scheme == "model":
        return spec.rest.partition("/")[0] in _IN_PROCESS
    return spec.scheme in {"baseline", "folder", "replay"}
