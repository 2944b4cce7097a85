"""The hand that signs: role, name and note by the signer's own word, and a service that may stamp the time."""

from dataclasses import dataclass

from mindsight.record import environment
from mindsight.signing import statement
from mindsight.signing.envelope import Envelope
from mindsight.signing.keys import PrivateKey
from mindsight.signing.witnesses import timestamps


@dataclass(frozen=True)
class Hand:
    """Who signs, in which role, with which note; ``timestamp`` is the address of a time-stamping service."""

    role: str = "tested"
    name: str = ""
    note: str = ""
    timestamp: str | None = None

    def signed(self, key: PrivateKey, *, number: int = 1, previous: str = statement.GENESIS) -> statement.Signed:
        """Return what a statement says of the signer; the name is by default that of the key.

        Raises:
            InputError: The role is not known, or name or note are not plain words.
        """
        name = self.name or key.public.name
        statement.refuse_words(self.role, name, self.note)
        return statement.Signed(
            role=self.role,
            name=name,
            note=self.note,
            time=environment.now(),
            number=number,
            previous=previous,
            key=key.public.spelled,
        )

    def stamped(self, envelope: Envelope) -> bytes | None:
        """Return a time stamp over a signature, None where none is wished for.

        Raises:
            InputError: The service does not answer as it should.
        """
        return None if self.timestamp is None else timestamps.request(self.timestamp, envelope.signature)
