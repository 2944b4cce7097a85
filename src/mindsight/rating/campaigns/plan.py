"""The plan of a campaign: written once when it is made, never changed, and named by its hash in every audit."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from mindsight.errors import InputError
from mindsight.plans import Option, PlanModel, RefusedValueError, Switch, Whole, names
from mindsight.text import Language, Text, mark, text

Question = Literal["enhancement", "segmentation", "catalogue"]
"""Table 3, table 4, or the questions of a catalogue, each with an answer of its own form."""
Share = Annotated[float, Field(ge=0, le=1)]
Competitor = Literal["products", "reference", "input"]
"""What an output is compared with in pairs: the outputs of the other runs, the reference, the unprocessed input."""
Rule = Literal["bt500", "p913"]
"""Ways of screening raters: ITU-R BT.500-15 and ITU-T P.913. They are reported and never change the score."""
_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})", re.ASCII)


def _each_once(given: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(given)) < len(given):
        raise RefusedValueError(text("one name stands twice"))
    return given


def _some(given: tuple[str, ...]) -> tuple[str, ...]:
    if not given:
        raise RefusedValueError(text("name at least one"))
    return given


Listed = (BeforeValidator(names), AfterValidator(_each_once))
"""Names, or words with commas, each once."""


class RatedRun(PlanModel):
    """One run whose outputs are shown. Raters never read its name."""

    run: str = Field(pattern=r"^[0-9a-f]{64}$")
    """SHA-256 of its ``SHA256SUMS``."""
    name: str
    version: str | None = None
    shown: int = Field(ge=0)
    """Outputs that are shown."""
    missing: tuple[tuple[str, Text], ...] = ()
    """Items that failed in the run, with the reason: nothing is shown, and each counts as 0 points from every rater."""


class Kit(PlanModel):
    """The kit on which all runs were made."""

    name: str
    sha256: str
    items: int


class Rates(PlanModel):
    """How many showings that are never scored are mixed in, as shares of a rater's scored showings."""

    repeats: Annotated[Share, Option(mark("Share of outputs that are shown twice."))] = 0.1
    references: Annotated[Share, Option(mark("Hidden references, as a share of the outputs."))] = 0.05
    anchors: Annotated[Share, Option(mark("Unprocessed inputs as hidden low anchors, as a share."))] = 0.05
    gold: Annotated[Share, Option(mark("Plainly bad pictures, as a share."))] = 0.02
    traps: Annotated[Share, Option(mark("Pictures that ask for stated points, as a share."))] = 0.02


class Qualification(PlanModel):
    """Pictures with a known answer before the first training picture."""

    showings: Annotated[
        Whole, Option(mark("First pictures with a known answer; 0 for none."), name="qualification")
    ] = Field(default=3, ge=0, le=20)
    least_right: Annotated[Whole, Option(mark("Right answers needed among them."))] = Field(default=2, ge=0, le=20)
    attempts: int = Field(default=2, ge=1, le=5)

    @model_validator(mode="before")
    @classmethod
    def _no_more_than_there_are(cls, given: Any) -> Any:
        """Demand no more right answers than there are pictures, unless more are stated."""
        fewest = cls.model_fields["least_right"].default
        if isinstance(given, dict) and type(given.get("showings")) is int and given["showings"] < fewest:
            return {"least_right": given["showings"], **given}
        return given

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.least_right > self.showings:
            raise RefusedValueError(text("more right answers are demanded than there are pictures"))
        return self


class Pairs(PlanModel):
    """Comparisons in pairs after the last picture on the document's scale; they are no part of the document's score."""

    against: Annotated[
        tuple[Competitor, ...],
        *Listed,
        Option(
            mark("Ask in pairs at the end: outputs against products, reference, input; no part of the document."),
            name="pairs",
            metavar="LIST",
        ),
    ] = ()
    """What each output is compared with; nothing: the campaign does not ask in pairs."""
    share: Annotated[Share, Option(mark("Share of all pairs that one rater is asked."), name="pair-share")] = 1.0
    """Of all pairs, how many one rater is asked."""


class Screen(PlanModel):
    """What a rater's screen must be; zeros demand nothing."""

    full_size: Annotated[Switch, Option(mark("Demand that each picture is seen at 100 %."), sets=True)] = False
    """Whether each picture must have been seen at 100 %, one pixel of the file on one pixel of the screen."""
    least_width: int = Field(default=0, ge=0)
    """Of the screen, in device pixels."""
    least_height: int = Field(default=0, ge=0)

    def at_least(self, size: str) -> Self:
        """Return this with a least size written as ``1920x1080``; empty demands none.

        Raises:
            InputError: It is no size.
        """
        if not size:
            return self
        found = _SIZE.fullmatch(size)
        if found is None:
            raise InputError("--least-screen: {value} is no size; give width and height as 1920x1080", value=size)
        return self.model_copy(update={"least_width": int(found.group(1)), "least_height": int(found.group(2))})


class Wanted(PlanModel):
    """What whoever makes a campaign chooses of it.

    Example:
        >>> Wanted(raters=5, pairs={"against": "products, input"}).pairs.against
        ('products', 'input')
    """

    seed: Annotated[Whole, Option(mark("Seed of the raters' orders."))] = Field(default=1, ge=0)
    raters: Annotated[Whole, Option(mark("How many raters are to be asked."))] = Field(default=3, ge=1, le=1000)
    """How many raters the campaign intends to ask."""
    languages: Annotated[
        tuple[Language, ...],
        *Listed,
        AfterValidator(_some),
        Option(mark("Languages of the pages, the first by default."), metavar="LIST"),
    ] = ("zh", "en")
    rates: Rates = Rates()
    training: Annotated[Whole, Option(mark("Pictures to get used to the scale."))] = Field(default=3, ge=0, le=50)
    qualification: Qualification = Qualification()
    pairs: Pairs = Pairs()
    least_viewing_s: Annotated[
        float, Option(mark("Least seconds that a picture is looked at."), name="least-viewing")
    ] = Field(default=1.0, ge=0, le=60)
    break_after_min: Annotated[float, Option(mark("Minutes of work until a break."), name="break-after")] = Field(
        default=30.0, ge=1, le=240
    )
    break_min: Annotated[float, Option(mark("Minutes of a break."), name="break-for")] = Field(default=5.0, ge=0, le=60)
    screen: Screen = Screen()
    colour_check: Annotated[Switch, Option(mark("Leave out the colour check."), name="no-colour-check", sets=False)] = (
        True
    )
    simulated: Annotated[
        Switch,
        Option(mark("A program answers ('mindsight rate simulate'); every page and report says so."), sets=True),
    ] = False
    """Whether a program answers in the place of people: every page, event and report of it says so."""
    screening: Annotated[
        tuple[Rule, ...],
        *Listed,
        Option(mark("Rules of screening that the report shows; they never change a score."), metavar="LIST"),
    ] = ("bt500", "p913")


class Plan(Wanted):
    """``campaign.json``."""

    format: Literal["mindsight.campaign"] = "mindsight.campaign"
    version: Literal[1] = 1
    id: str = Field(pattern=r"^[0-9a-f]{16}$")
    seed: int = Field(ge=0)  # stated in every campaign
    question: Question
    kit: Kit
    runs: tuple[RatedRun, ...] = ()
    trial: bool
    """Whether the kit or a run is a trial: its scores are none of the document."""
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
