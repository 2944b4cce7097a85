"""The policy of a gate: which measures count how much, and how far each may fall."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mindsight.filled import read_filled

Tier = Literal["critical", "supporting", "advisory"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Rule(_Part):
    """One measure: its tier, and the drop, relative to the base, beyond which the new version must not fall.

    ``at_most`` is a limit in place of that: the greatest value that the measure may have in the new run, whatever it is in the base.
    """

    name: str
    tier: Tier = "critical"
    most_drop: float = Field(default=0.05, gt=0, lt=1)
    at_most: float | None = Field(default=None, ge=0)


class Policy(_Part):
    """All rules. ``alpha`` bounds false alarms over all measures, ``power`` is what a GO asks for."""

    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    power: float = Field(default=0.8, gt=0, lt=1)
    measures: tuple[Rule, ...] = Field(min_length=1)

    @field_validator("measures")
    @classmethod
    def _name_each_once(cls, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        if len({rule.name for rule in rules}) < len(rules):
            raise ValueError("a measure is named twice")
        return rules


def read_policy(path: Path) -> Policy:
    """Return the policy in a TOML file.

    Raises:
        InputError: The file cannot be read or is no policy; names the field.
    """
    return read_filled(path, Policy)[0]
