"""The folder ``signatures`` of a run: which files lie there, read with care, since anybody may have put them there."""

import os
from dataclasses import dataclass
from pathlib import Path

from mindsight.reasons import system_reason
from mindsight.record.folder import SIGNATURE_FILE, SIGNATURES
from mindsight.signing.envelope import MOST_BYTES, Malformed
from mindsight.signing.reading import read_plain
from mindsight.text import Text, text

ENVELOPE, STAMP, BUNDLE = "json", "tsr", "sigstore.json"
_MOST_NAMED = 20


@dataclass(frozen=True)
class SignatureFile:
    """A file by what its name says: the signature's number, the first 8 digits of its key's fingerprint, and its kind."""

    path: Path
    number: int
    start: str
    kind: str

    @property
    def name(self) -> str:
        """The name in the run folder."""
        return f"{SIGNATURES}/{self.path.name}"


def name_of(number: int, fingerprint: str, kind: str = ENVELOPE) -> str:
    """Return how a file of a signature is called."""
    return f"{number:03d}-{fingerprint[:8]}.{kind}"


def listed(run: Path) -> tuple[list[SignatureFile], list[Text]]:
    """Return the files of all signatures in the order of their numbers, and a sentence for each thing that is no such file."""
    folder = run / SIGNATURES
    if not os.path.lexists(folder):
        return [], []
    if folder.is_symlink() or not folder.is_dir():
        return [], [text("{file}: is no folder; signatures behind a link are not read", file=SIGNATURES)]
    files: list[SignatureFile] = []
    strange: list[Text] = []
    for path in sorted(folder.iterdir()):
        match = SIGNATURE_FILE.fullmatch(f"{SIGNATURES}/{path.name}")
        if match is None:
            strange.append(text("{file}: belongs to no signature", file=f"{SIGNATURES}/{path.name}"))
        else:
            files.append(SignatureFile(path, int(match[1]), match[2], match[3]))
    return files, strange[:_MOST_NAMED]


def content(path: Path) -> bytes:
    """Return what a plain file holds that is no larger than any of ours; a link is not followed, a pipe not waited for.

    Raises:
        Malformed: Says in one sentence why it is not read.
    """
    try:
        found = read_plain(path, MOST_BYTES, follow=False)
    except OSError as error:
        if path.is_symlink():
            raise Malformed(text("is a link")) from None
        raise Malformed(text("cannot be read ({reason})", reason=system_reason(error))) from None
    if found is None:
        raise Malformed(text("is no file"))
    if len(found.data) > MOST_BYTES:
        raise Malformed(text("is larger than {most} bytes", most=MOST_BYTES))
    return found.data
