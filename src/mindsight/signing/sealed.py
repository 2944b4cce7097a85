"""Sign a run: the seal as it is, after all signatures before it."""

import os
import stat
from pathlib import Path

from mindsight.errors import InputError, RecordError
from mindsight.files.whole import write_whole
from mindsight.record import canonical, checker
from mindsight.record.folder import SIGNATURES, RunFolder
from mindsight.signing import statement
from mindsight.signing.check import Trust, check_trusting
from mindsight.signing.envelope import seal_in
from mindsight.signing.files import ENVELOPE, STAMP, listed, name_of
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.text import spelled

_MOST_SIGNATURES = 999


def refuse_key_in(key: Path, folder: Path) -> None:
    """Refuse a private key that lies in a folder which others will read, itself or by a link.

    Raises:
        InputError: It does.
    """
    inside = folder.resolve()
    absolute = Path(os.path.abspath(key))  # noqa: PTH100  (a link is judged by where it lies, too)
    if any(place.is_relative_to(inside) for place in (key.resolve(), absolute.parent.resolve() / absolute.name)):
        raise InputError(
            "{key}: lies in {folder}, which others will read; keep the private key elsewhere and make another one",
            key=str(key),
            folder=str(folder),
        )
    for place in folder.rglob("*"):
        if key.exists() and not place.is_dir() and place.exists() and place.samefile(key):
            raise InputError("{file}: leads to the private key; remove it and make another key", file=str(place))


def sign_run(path: Path, key: PrivateKey, hand: Hand) -> Path:
    """Sign the seal of a complete run and return the new file.

    Raises:
        RecordError: The run is not complete, its seal or a signature does not hold, or a link stands in the way.
        InputError: The words are none, or the time-stamping service does not answer.
    """
    hand.signed(key)  # what cannot be signed is refused before anything is read
    _refuse_links(path)
    run = RunFolder.open(path)
    if run.manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(path))
    with run.locked():
        run.clear()
        _refuse_unsound(path)
        number, previous = _place_after(path)
        signed = hand.signed(key, number=number, previous=previous)
        envelope = seal_in(statement.of_run(run, signed), key)
        stamp = hand.stamped(envelope)
        folder = path / SIGNATURES
        folder.mkdir(exist_ok=True)
        target = folder / name_of(number, key.public.fingerprint)
        write_whole(target, envelope.page)
        if stamp is not None:
            write_whole(folder / name_of(number, key.public.fingerprint, STAMP), stamp)
    return target


def _refuse_links(path: Path) -> None:
    for place in (path, path / SIGNATURES):
        if place.is_symlink():
            raise RecordError("{folder}: is a link; name the folder itself", folder=str(place))
    if (path / SIGNATURES).exists() and not stat.S_ISDIR((path / SIGNATURES).lstat().st_mode):
        raise RecordError("{folder}: is no folder", folder=str(path / SIGNATURES))


def _refuse_unsound(path: Path) -> None:
    """Refuse a record that the checker finds fault with: nobody signs what does not hold."""
    for finding in checker.check(str(path))[0]:
        raise RecordError(
            "{folder}: is not signed, since its record does not hold: {finding}",
            folder=str(path),
            finding=spelled(finding.say("zh"), finding.say("en")),
        )


def _place_after(path: Path) -> tuple[int, str]:
    """Return the number of the next signature and the hash of the one before it."""
    report = check_trusting(path, Trust())
    for one in report.signatures:
        if not one.holds:
            raise RecordError(
                "{folder}: is not signed, since a signature before does not hold: {finding}",
                folder=str(path),
                finding=one.trouble,
            )
    for problem in report.problems:
        raise RecordError("{folder}: is not signed: {finding}", folder=str(path), finding=problem)
    envelopes = [file for file in listed(path)[0] if file.kind == ENVELOPE]
    if not envelopes:
        return 1, statement.GENESIS
    if len(envelopes) >= _MOST_SIGNATURES:
        raise RecordError("{folder}: has {count} signatures already", folder=str(path), count=len(envelopes))
    return envelopes[-1].number + 1, canonical.sha256_of_file(envelopes[-1].path)
