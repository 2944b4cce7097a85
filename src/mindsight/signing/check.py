"""Check every signature of a run: form, key, seal, chain of hand-overs, and what was added by time stamps and logs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from mindsight.record import canonical
from mindsight.record.folder import RESULTS, SUMS, RunFolder
from mindsight.signing import statement
from mindsight.signing.envelope import Envelope, Malformed, parse
from mindsight.signing.files import BUNDLE, ENVELOPE, STAMP, SignatureFile, content, listed, name_of
from mindsight.signing.keys import PublicKey, public_from, read_public
from mindsight.signing.statement import Statement
from mindsight.signing.verdict import SignatureReport, Verdict
from mindsight.signing.witnesses import log, timestamps
from mindsight.text import Text, text


@dataclass(frozen=True)
class Trust:
    """What the reader trusts: keys of signers, root certificates of time-stamping services, keys of logs."""

    keys: tuple[PublicKey, ...] = ()
    roots: tuple[Any, ...] = ()
    log_keys: tuple[Any, ...] = ()

    def named(self, fingerprint: str) -> PublicKey | None:
        """Return the trusted key with this fingerprint."""
        return next((key for key in self.keys if key.fingerprint == fingerprint), None)


@dataclass(frozen=True)
class _Sealed:
    """What signatures of a run have to be over."""

    files: dict[str, str]
    facts: dict[str, Any]


def check_signatures(
    run: Path,
    public_keys: Sequence[Path] = (),
    *,
    timestamp_roots: Sequence[Path] = (),
    log_keys: Sequence[Path] = (),
) -> SignatureReport:
    """Return what the signatures of a run are worth; whether its seal holds is for the checker to say.

    Raises:
        InputError: A key or certificate cannot be used.
        RecordError: The folder is no run.
        MissingExtra: The libraries for it are not installed.
    """
    from mindsight.signing.witnesses.checkpoint import read_log_keys

    keys = tuple(read_public(file) for file in public_keys)
    trust = Trust(keys, timestamps.read_roots(timestamp_roots), read_log_keys(log_keys))
    return check_trusting(run, trust)


def check_trusting(run: Path, trust: Trust) -> SignatureReport:
    """Return what the signatures of a run are worth to a reader who trusts these keys."""
    files, strange = listed(run)
    by_number = [(number, list(group)) for number, group in groupby(files, lambda file: file.number)]
    sealed = _sealed(RunFolder.open(run)) if files else _Sealed({}, {})
    verdicts: list[Verdict] = []
    previous, place = statement.GENESIS, 0
    for number, group in by_number:
        envelopes = [file for file in group if file.kind == ENVELOPE]
        strange += [
            text("{file}: belongs to no signature", file=file.name)
            for file in group
            if file.start not in {each.start for each in envelopes}
        ]
        for file in envelopes:
            place += 1
            if len(envelopes) > 1 or number != place:
                verdicts.append(_out_of_place(file, place, twice=len(envelopes) > 1))
                continue
            beside = {each.kind: each for each in group}
            verdict, previous = _verdict(file, beside, sealed, previous, trust)
            verdicts.append(verdict)
    return SignatureReport(tuple(verdicts), tuple(strange), trust.keys)


def _sealed(run: RunFolder) -> _Sealed:
    hashes = {
        name: canonical.sha256_of_file(run.path / name) for name in (SUMS, RESULTS) if (run.path / name).is_file()
    }
    return _Sealed(hashes, statement.facts_of(run.manifest, run.results))


def _out_of_place(file: SignatureFile, place: int, *, twice: bool) -> Verdict:
    if twice:
        return Verdict(
            file.name, "invalid", text("there is more than one signature with the number {number}", number=file.number)
        )
    return Verdict(
        file.name,
        "invalid",
        text(
            "signature {number} stands where {place} should: one before it was removed", number=file.number, place=place
        ),
    )


def _verdict(
    file: SignatureFile, beside: dict[str, SignatureFile], sealed: _Sealed, previous: str, trust: Trust
) -> tuple[Verdict, str]:
    """Return the verdict on a signature, and the hash that the next one has to name."""
    try:
        data = content(file.path)
    except Malformed as error:
        return Verdict(file.name, "invalid", error.reason), ""
    own = canonical.sha256(data)
    found = judge(data, trust, file.name)
    if found.envelope is None or found.statement is None or found.key is None or found.state == "invalid":
        return found, own
    problem = next(_problems(file, found.statement, found.key, sealed, previous), None)
    if problem is not None:
        return found.refused(problem), own
    return _with_witnesses(found, found.envelope, found.key, beside, trust), own


def judge(data: bytes, trust: Trust, name: str) -> Verdict:
    """Return whether bytes are a signature, by which key, and what they say; not yet whether over the right thing."""
    try:
        envelope = parse(data)
        said = statement.read(envelope.payload)
    except Malformed as error:
        return Verdict(name, "invalid", error.reason)
    carried = public_from(said.signed.key)
    if carried is None:
        return Verdict(name, "invalid", text("its key is no Ed25519 key"))
    known = trust.named(envelope.key_id)
    verdict = Verdict(name, "valid" if known else "unknown", None, envelope, said, carried, known.name if known else "")
    if envelope.key_id != carried.fingerprint:
        return verdict.refused(text("it names another key than it carries"))
    if not envelope.is_by(carried):
        return verdict.refused(text("its signature is not one of its key over its content; it was changed"))
    return verdict


def _problems(file: SignatureFile, said: Statement, key: PublicKey, sealed: _Sealed, previous: str) -> Iterator[Text]:
    """Yield why a signature is not one over this run at this place."""
    signed = said.signed
    if said.kind != statement.TEST_RESULT:
        yield text("it signs {found}, not a test result", found=said.kind[:80])
    if signed.role not in statement.ROLES:
        yield text("its role {role} is not known", role=signed.role)
    if said.files.get(SUMS) != sealed.files.get(SUMS):
        yield text("it is over another seal than {file} of this folder", file=SUMS)
    if said.files != sealed.files:
        yield text("it is over other results than {file} of this folder", file=RESULTS)
    if signed.number != file.number or file.path.name != name_of(signed.number, key.fingerprint):
        yield text("its name does not fit its number and key")
    if signed.previous != previous:
        yield text("it follows another signature than the one before it: one was removed, exchanged or moved")
    for field in ("document", "kind", "identity", "measures"):
        if said.facts.get(field) != sealed.facts[field]:
            yield text("what it says of the run is not what the record says: {field}", field=field)


def _with_witnesses(
    found: Verdict, envelope: Envelope, key: PublicKey, beside: dict[str, SignatureFile], trust: Trust
) -> Verdict:
    """Return a verdict with what a time-stamping service and a log say of the signature."""
    stamp, entry = None, None
    if STAMP in beside:
        try:
            stamp = timestamps.check(content(beside[STAMP].path), envelope.signature, trust.roots)
        except Malformed as error:
            stamp = timestamps.Stamp("", "invalid", error.reason)
    if BUNDLE in beside:
        try:
            entry = log.check(content(beside[BUNDLE].path), envelope, key, trust.log_keys)
        except Malformed as error:
            entry = log.LogEntry("invalid", reason=error.reason)
    return found.witnessed(stamp, entry)
