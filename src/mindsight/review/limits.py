"""6.2 a): whether pictures of persons may be sent to where a subject runs, by what the review says that their consent covers."""

from mindsight.errors import InputError
from mindsight.review.declarations import People
from mindsight.review.findings import Limits
from mindsight.text import Text, text

HERE = "here"
"""How a run says that its subject runs on this machine."""
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


def is_region(value: str) -> bool:
    """Return whether a word names where a subject may run: a country, or this machine."""
    return value == HERE or (len(value) == 2 and f" {value} " in _COUNTRIES)


class SendingError(InputError):
    """Pictures of persons would be sent to where their consent does not reach."""


def limits_of(people: People | None) -> Limits | None:
    """Return where pictures may be sent; None if nobody is known to be shown or the consent has no bounds."""
    if people is None or not people.shown:
        return None
    if people.consent is None:
        return Limits(regions=())
    return None if "export" in people.consent.covers else Limits(regions=people.consent.regions)


def refusal(limits: Limits | None, region: str | None) -> Text | None:
    """Return why a subject in a region may not get the pictures, None if it may; ``region`` is None if nobody said where it runs."""
    if limits is None or region == HERE or region in limits.regions:
        return None
    allowed = ", ".join((HERE, *limits.regions))
    if region is None:
        return text(
            "the data show persons, whose consent covers only: {allowed}; say with --region where the subject runs",
            allowed=allowed,
        )
    return text(
        "the data show persons, whose consent covers only: {allowed}; they may not be sent to {region}",
        allowed=allowed,
        region=region,
    )
