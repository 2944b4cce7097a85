"""Signatures over the commitment of sealed tasks: the same envelope, beside the file, with a predicate of our own."""

import glob
from collections.abc import Iterator
from pathlib import Path

from mindsight.errors import InputError, RecordError
from mindsight.files.whole import write_whole
from mindsight.record import canonical
from mindsight.signing import statement
from mindsight.signing.check import Trust, judge
from mindsight.signing.envelope import Malformed, seal_in
from mindsight.signing.files import STAMP, content
from mindsight.signing.hand import Hand
from mindsight.signing.keys import PrivateKey
from mindsight.signing.verdict import SignatureReport, Verdict
from mindsight.signing.witnesses import timestamps
from mindsight.text import Text, text

PREDICATE = "urn:mindsight:home-commitment:v1"
_FORMAT = "mindsight.home-commitment"


def sign_commitment(file: Path, key: PrivateKey, hand: Hand) -> Path:
    """Sign a commitment and return the new file beside it.

    Raises:
        InputError: The file is no commitment, the words are none, or the time-stamping service does not answer.
        RecordError: It is signed with this key already, or is a link.
    """
    signed = hand.signed(key)
    value = _value_of(file)
    target = _beside(file, key.public.fingerprint)
    if file.is_symlink() or target.is_symlink():
        raise RecordError("{file}: is a link; name the file itself", file=str(file))
    if target.exists():
        raise RecordError("{file}: is there already; a signature is never overwritten", file=str(target))
    predicate = {**signed.model_dump(), "commitment": value}
    said = statement.envelope_of(PREDICATE, {file.name: canonical.sha256_of_file(file)}, predicate)
    envelope = seal_in(said, key)
    stamp = hand.stamped(envelope)
    write_whole(target, envelope.page)
    if stamp is not None:
        write_whole(target.with_suffix(f".{STAMP}"), stamp)
    return target


def check_commitment(file: Path, trust: Trust) -> SignatureReport:
    """Return what the signatures beside a commitment are worth."""
    found = sorted(file.parent.glob(f"{glob.escape(file.stem)}.signature-*.json"))
    return SignatureReport(tuple(_verdict(one, file, trust) for one in found), (), trust.keys if found else ())


def _verdict(one: Path, file: Path, trust: Trust) -> Verdict:
    try:
        found = judge(content(one), trust, one.name)
    except Malformed as error:
        return Verdict(one.name, "invalid", error.reason)
    if found.state == "invalid":
        return found
    for problem in _problems(found, one, file):
        return found.refused(problem)
    stamp = one.with_suffix(f".{STAMP}")
    if found.envelope is None or not stamp.exists():
        return found
    try:
        return found.witnessed(timestamps.check(content(stamp), found.envelope.signature, trust.roots), None)
    except Malformed as error:
        return found.witnessed(timestamps.Stamp("", "invalid", error.reason), None)


def _problems(found: Verdict, one: Path, file: Path) -> Iterator[Text]:
    said = found.statement
    if said is None or said.kind != PREDICATE:
        yield text("it signs something else than a commitment")
        return
    if list(said.files.values()) != [canonical.sha256_of_file(file)]:
        yield text("it is over another file than {file}", file=file.name)
    if said.ours.get("commitment") != _value_of(file):
        yield text("it names another commitment than {file}", file=file.name)
    if one != _beside(file, found.fingerprint):
        yield text("its name does not fit its number and key")
    if found.signed is None or found.signed.role not in statement.ROLES:
        yield text("its role {role} is not known", role=found.signed.role if found.signed else "")


def _value_of(file: Path) -> str:
    page = canonical.load(file)
    if not isinstance(page, dict) or page.get("format") != _FORMAT or not isinstance(page.get("commitment"), str):
        raise InputError("{file}: is neither a run folder nor a commitment; there is nothing to sign", file=str(file))
    return str(page["commitment"])


def _beside(file: Path, fingerprint: str) -> Path:
    return file.with_name(f"{file.stem}.signature-{fingerprint[:8]}.json")
