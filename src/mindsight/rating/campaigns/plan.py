"""The plan of a campaign: written once when it is made, never changed, and named by its hash in every audit."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mindsight.text import Language, Text

Question = Literal["enhancement", "segmentation", "catalogue"]
"""Table 3, table 4, or the questions of a catalogue, each with an answer of its own form."""
Share = Annotated[float, Field(ge=0, le=1)]
Competitor = Literal["products", "reference", "input"]
"""What an output is compared with in pairs: the outputs of the other runs, the reference, the unprocessed input."""
Rule = Literal["bt500", "p913"]
"""Ways of screening raters: ITU-R BT.500-15 and ITU-T P.913. They are reported and never change the score."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RatedRun(_Part):
    """One run whose outputs are shown. Raters never read its name."""

    run: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of its ``SHA256SUMS``."""
    name: str
    version: str | None = None
    shown: int = Field(ge=0)
    """Outputs that are shown."""
    missing: tuple[tuple[str, Text], ...] = ()
    """Items that failed in the run, with the reason: nothing is shown, and each counts as 0 points from every rater."""


class Kit(_Part):
    """The kit on which all runs were made."""

    name: str
    sha256: str
    items: int


class Rates(_Part):
    """How many showings that are never scored are mixed in, as shares of a rater's scored showings."""

    repeats: Share = 0.1
    references: Share = 0.05
    anchors: Share = 0.05
    gold: Share = 0.02
    traps: Share = 0.02


class Qualification(_Part):
    """Pictures with a known answer before the first training picture."""

    showings: int = Field(default=3, ge=0, le=20)
    least_right: int = Field(default=2, ge=0, le=20)
    attempts: int = Field(default=2, ge=1, le=5)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.least_right > self.showings:
            raise ValueError("more right answers are demanded than there are pictures")
        return self


class Pairs(_Part):
    """Comparisons in pairs after the last picture on the document's scale; they are no part of the document's score."""

    against: tuple[Competitor, ...] = ()
    """What each output is compared with; nothing: the campaign does not ask in pairs."""
    share: Share = 1.0
    """Of all pairs, how many one rater is asked."""


class Screen(_Part):
    """What a rater's screen must be; zeros demand nothing."""

    full_size: bool = False
    """Whether each picture must have been seen at 100 %, one pixel of the file on one pixel of the screen."""
    least_width: int = Field(default=0, ge=0)
    """Of the screen, in device pixels."""
    least_height: int = Field(default=0, ge=0)


class Plan(_Part):
    """``campaign.json``."""

    format: Literal["mindsight.campaign"] = "mindsight.campaign"
    version: Literal[1] = 1
    id: str = Field(pattern=r"^[0-9a-f]{16}$")
    question: Question
    kit: Kit
    runs: tuple[RatedRun, ...] = ()
    trial: bool
    """Whether the kit or a run is a trial: its scores are none of the document."""
    simulated: bool = False
    """Whether a program answers in the place of people: every page, event and report of it says so."""
    languages: tuple[Language, ...] = ("zh", "en")
    seed: int = Field(ge=0)
    training: int = Field(default=3, ge=0, le=50)
    rates: Rates = Rates()
    qualification: Qualification = Qualification()
    pairs: Pairs = Pairs()
    screen: Screen = Screen()
    colour_check: bool = True
    least_viewing_s: float = Field(default=1.0, ge=0, le=60)
    break_after_min: float = Field(default=30.0, gt=0, le=240)
    break_min: float = Field(default=5.0, ge=0, le=60)
    raters: int = Field(default=3, ge=1)
    """How many raters the campaign intends to ask."""
    screening: tuple[Rule, ...] = ("bt500", "p913")
    made: str

    @model_validator(mode="after")
    def _one_run_once(self) -> Self:
        if (self.question == "catalogue") == bool(self.runs):
            raise ValueError("the pictures are those of at least one run; questions of a catalogue are of none")
        seals = [run.run for run in self.runs]
        if len(set(seals)) < len(seals):
            raise ValueError("one run is named twice")
        return self

    @model_validator(mode="after")
    def _can_be_compared(self) -> Self:
        if "products" in self.pairs.against and len(self.runs) < 2:
            raise ValueError("outputs of two runs are to be compared, and there is one run")
        if "input" in self.pairs.against and self.question == "segmentation":
            raise ValueError("the input of a segmentation is no cut-out that an output can be compared with")
        return self
