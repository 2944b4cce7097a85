"""What was found out about signatures, as data and as sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from mindsight.signing.envelope import Envelope
from mindsight.signing.keys import PublicKey
from mindsight.signing.statement import Signed, Statement
from mindsight.signing.witnesses.log import LogEntry
from mindsight.signing.witnesses.timestamps import Stamp
from mindsight.text import Text, text

State = Literal["valid", "unknown", "invalid"]
Values = dict[str, str | int | float | Text]


@dataclass(frozen=True)
class Verdict:
    """What one signature is worth.

    ``valid``: made with a key that the reader trusts. ``unknown``: intact, but with a key that only it itself vouches for.
    """

    file: str
    state: State
    reason: Text | None = None
    envelope: Envelope | None = None
    statement: Statement | None = None
    key: PublicKey | None = None
    known_as: str = ""
    stamp: Stamp | None = None
    entry: LogEntry | None = None

    @property
    def signed(self) -> Signed | None:
        """What the statement says of the signer."""
        return None if self.statement is None else self.statement.signed

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key; empty where there is none."""
        return "" if self.key is None else self.key.fingerprint

    @property
    def who(self) -> str:
        """What the reader's own key file calls the signer, else what the signature says."""
        return self.known_as or (self.signed.name if self.signed else "") or "–"

    @property
    def holds(self) -> bool:
        """Whether nothing about it is wrong; a key that is not known is nothing wrong."""
        witnesses = [one.state for one in (self.stamp, self.entry) if one is not None]
        return self.state != "invalid" and "invalid" not in witnesses

    @property
    def trouble(self) -> Text:
        """What is wrong with it or with what was added to it, in one sentence."""
        if self.state != "invalid" and self.stamp is not None and self.stamp.state == "invalid":
            return time_of(self)
        if self.state != "invalid" and self.entry is not None and self.entry.state == "invalid":
            return entry_of(self.file, self.entry)
        return next(self.sentences())

    def refused(self, reason: Text) -> "Verdict":
        """Return the verdict as invalid for a reason."""
        return replace(self, state="invalid", reason=reason)

    def witnessed(self, stamp: Stamp | None, entry: LogEntry | None) -> "Verdict":
        """Return the verdict with what others say of the signature."""
        return replace(self, stamp=stamp, entry=entry)

    def sentences(self) -> Iterator[Text]:
        """Yield what a reader has to know, a line each: who, in which role, when, and what it is worth."""
        if self.state == "invalid" or self.signed is None:
            yield text("{file}: invalid: {reason}", file=self.file, reason=self.reason or text("no reason given"))
            return
        values: Values = {"file": self.file, "who": self.who, "role": text(self.signed.role), "key": self.fingerprint}
        if self.state == "valid":
            yield text("{file}: valid: {role} by {who}, key sha256-{key}", **values)
        else:
            yield text(
                "{file}: intact, but by a key that you did not give: {role} by {who}, key sha256-{key}", **values
            )
        yield time_of(self)
        if self.entry is not None:
            yield entry_of(self.file, self.entry)
        if self.signed.note:
            yield text("{file}: note: {note}", file=self.file, note=self.signed.note)


@dataclass(frozen=True)
class SignatureReport:
    """All signatures of a run in their order, what else lies in their folder, and the keys that the reader trusts."""

    signatures: tuple[Verdict, ...]
    problems: tuple[Text, ...] = ()
    keys: tuple[PublicKey, ...] = ()

    @property
    def missing(self) -> tuple[PublicKey, ...]:
        """The trusted keys by which there is no valid signature."""
        signed = {one.fingerprint for one in self.signatures if one.state == "valid"}
        return tuple(key for key in self.keys if key.fingerprint not in signed)

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong, and each key that was given has signed."""
        return not self.problems and not self.missing and all(one.holds for one in self.signatures)

    def sentences(self) -> Iterator[Text]:
        """Yield what a reader has to know, a line each."""
        for one in self.signatures:
            yield from one.sentences()
        yield from self.problems
        for key in self.missing:
            yield text("no valid signature by the key sha256-{key}", key=key.fingerprint)


def time_of(verdict: Verdict) -> Text:
    """Return when a signature was made, and who says so."""
    stamp, file = verdict.stamp, verdict.file
    said = verdict.signed.time if verdict.signed else "–"
    if stamp is None:
        return text("{file}: made at {time}, by the signer's own word", file=file, time=said)
    if stamp.state == "valid":
        return text("{file}: existed at {time}, attested by a time stamp", file=file, time=stamp.time)
    if stamp.state == "unchecked":
        return text(
            "{file}: has a time stamp of {time}, not checked; --timestamp-root names the root to trust",
            file=file,
            time=stamp.time,
        )
    return text(
        "{file}: its time stamp is invalid: {reason}", file=file, reason=stamp.reason or text("no reason given")
    )


def entry_of(file: str, entry: LogEntry) -> Text:
    """Return what a transparency log's proof is worth."""
    values: Values = {"file": file, "origin": entry.origin, "index": entry.index, "size": entry.size}
    if entry.state == "valid":
        return text("{file}: stands in the log “{origin}” as entry {index} of {size}", **values)
    if entry.state == "unchecked":
        return text(
            "{file}: has a proof of the log “{origin}”, entry {index} of {size}, whose signature was not checked; --log-key "
            "names the key to trust",
            **values,
        )
    return text("{file}: its log proof is invalid: {reason}", file=file, reason=entry.reason or text("no reason given"))
