"""What people answer for, in a TOML file with name and date; without it, such points wait and nothing is assumed."""

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from mindsight.filled import read_filled
from mindsight.record import canonical

_COUNTRIES = (
    " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD "
    "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF "
    "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN "
    "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA "
    "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI "
    "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI "
    "VN VU WF WS YE YT ZA ZM ZW "
)
"""ISO 3166-1, each between spaces."""
Words = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")]
Globs = tuple[Words, ...]


def is_country(value: str) -> bool:
    """Return whether a word is a country or area of ISO 3166-1 in two letters."""
    return len(value) == 2 and f" {value} " in _COUNTRIES


def _country(value: str) -> str:
    if not is_country(value):
        raise PydanticCustomError(
            "country",
            "{country} is no country; write two letters such as CN (ISO 3166-1)",
            {"country": value.strip() or "–"},
        )
    return value


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(_Part):
    """Who answers, and since when."""

    name: Words
    on: date


class Source(_Part):
    """Where files come from: those that match ``files``, by whom they were collected, under which licence (SPDX)."""

    files: Globs = ("**",)
    licence: Words
    source: Words
    origin: Literal["open", "self-made"]
    collected_by: Words | None = None
    collected: date | None = None
    released: date | None = None


class Consent(_Part):
    """Consent of the persons shown: the record's number, what it covers, and the countries that pictures may be sent to."""

    record: Words
    covers: tuple[Literal["testing", "third-parties", "export"], ...]
    regions: tuple[
        Annotated[str, AfterValidator(_country), Field(json_schema_extra={"pattern": "^[A-Z]{2}$"})], ...
    ] = ()
    """By ISO 3166-1, two letters; ``covers = ["export"]`` stands for all of them."""


class People(_Part):
    """Persons in the data: whether there are any, whose names to search for, groups, children, voices, storage."""

    shown: bool
    names: tuple[Words, ...] = ()
    groups: tuple[Words, ...] = ()
    children: Literal["none", "guardians-consented"] | None = None
    voices: Literal["none", "consented", "synthetic"] | None = None
    consent: Consent | None = None
    impact_assessment: Words | None = None
    storage: Words | None = None


class Upkeep(_Part):
    """Version, owner, next review, and until when the data may be kept."""

    version: Words
    owner: Words
    next_review: date
    delete_after: date | None = None
    changes: Words | None = None


class Splits(_Part):
    """Which files belong to which part, such as ``known`` and ``unknown``."""

    parts: dict[str, Globs]


class Inspection(_Part):
    """A sample of the labels looked at again: how many, how many were wrong, and the most that is accepted."""

    inspected: Annotated[int, Field(ge=1)]
    errors: Annotated[int, Field(ge=0)]
    most_errors: Annotated[float, Field(ge=0, le=1)]


class Annotation(_Part):
    """How labels were made, in the order of the work; ``twice`` is a table (CSV) of labels given by two people."""

    task_document: Words | None = None
    labellers: tuple[Words, ...] = ()
    inspector: Words | None = None
    administrator: Words | None = None
    tool: Words | None = None
    prelabelled_by: Words | None = None
    trial: Words | None = None
    twice: Words | None = None
    inspection: Inspection | None = None
    arbitration: Words | None = None
    trail: Words | None = None
    security: Words | None = None
    delivery: Words | None = None
    clauses: dict[str, Words] = {}
    """Check → number of the clause of GB/T 42755—2023, filled in by who holds its text."""


class Declarations(_Part):
    """The whole file."""

    by: Person
    allowed_licences: tuple[Words, ...] = ()
    oldest_years: Annotated[float, Field(gt=0, le=200)] | None = None
    purpose: Literal["classification", "enhancement", "segmentation"] | None = None
    diversity: dict[str, Words] = {}
    """What varies (room, light, time, region …) → what the data hold of it."""
    sources: tuple[Source, ...] = ()
    people: People | None = None
    upkeep: Upkeep | None = None
    splits: Splits | None = None
    annotation: Annotation = Annotation()


class Signed(BaseModel):
    """Declarations with the folder of their file, from which tables are named, and its hash."""

    model_config = ConfigDict(frozen=True)

    values: Declarations
    folder: Path
    sha256: str


def read_declarations(path: Path) -> Signed:
    """Read declarations.

    Raises:
        InputError: The file cannot be read, is not TOML, or has a field that is unknown or wrong; names the field.
    """
    values, data = read_filled(path, Declarations)
    return Signed(values=values, folder=path.parent, sha256=canonical.sha256(data))
