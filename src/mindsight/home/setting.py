"""How tasks are shown and carried out: what can be chosen of it, without the libraries that draw and move."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, field_validator, model_serializer

from mindsight.answers.conventions import ModelProfile, Points, points_otherwise
from mindsight.engine.choices import Carry, Profile
from mindsight.home.episodes.stances import ALONE, FORMER, Stance
from mindsight.plans import Option, PlanModel, Whole
from mindsight.text import Language, mark

Interface = Literal["points", "menu"]
TaskStance = Literal["neutral", "eager", "cautious"]
"""What a subject can be told about its tasks; ``alone`` is for one that has none."""
WordingSet = Literal["drawn", "a", "b"]
"""Which wordings instructions are taken from: all (``drawn``), or one of two disjoint sets."""
STANCE = mark("What the prompt says about impossible tasks: neutral, eager or cautious.")
LANGUAGE = mark("Language the subject reads: zh or en.")
MODEL_PROFILE = mark(
    "How a model is asked for points and boxes, by default as [x, y] from 0 to 1000: claude, default, gemini, glm, gpt, internvl, "
    "minicpm, molmo, paligemma, qwen2, qwen2.5, qwen3, robopoint, seed, or a TOML file."
)


class Disturbance(BaseModel):
    """How much pictures are disturbed; 0 is not at all.

    ``blur`` is the σ of a Gaussian in pixels; ``noise`` the σ of normal noise in grey levels of 255, independent in each
    pixel and channel; ``dark`` the loss of light in f-stops: every stop halves it (in linear light, before sRGB coding).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    blur: float = Field(default=0.0, ge=0, le=100, allow_inf_nan=False)
    noise: float = Field(default=0.0, ge=0, le=255, allow_inf_nan=False)
    dark: float = Field(default=0.0, ge=0, le=16, allow_inf_nan=False)

    def __bool__(self) -> bool:
        return any(self.named.values())

    def __str__(self) -> str:
        return ",".join(f"{name}:{value:g}" for name, value in self.named.items() if value)

    @property
    def named(self) -> dict[str, float]:
        """All strengths by name."""
        return {"blur": self.blur, "noise": self.noise, "dark": self.dark}


class Setting(PlanModel):
    """All settings of a run that an episode depends on.

    ``disturbance`` is applied to the pictures, ``wording`` is the set that instructions are taken from, ``budget`` the number of
    steps if it is not each task's own, ``model_profile`` how a model is asked for points if not as usual; a record names them only if
    they differ from the default. One that names no stance is from before stances could be chosen.
    """

    language: Annotated[Language, Option(LANGUAGE, name="prompt-lang")] = "zh"
    profile: Annotated[Profile, Option(mark("fast, fine or pbr."), name="renderer")] = "fast"
    carry: Carry = "settle"
    width: int = 640
    height: int = 480
    disturbance: Disturbance = Disturbance()
    wording: WordingSet = "drawn"
    stance: Stance = FORMER
    budget: int | None = Field(default=None, ge=1)
    model_profile: Annotated[ModelProfile | None, Option(MODEL_PROFILE, metavar="NAME|FILE", only_for=("model",))] = (
        None
    )

    @field_validator("model_profile", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        return points_otherwise(value) if isinstance(value, str) else value

    def __eq__(self, other: object) -> bool:
        """Settings are equal by what they say, however they were chosen."""
        return isinstance(other, Setting) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(tuple(dict(self).values()))

    @property
    def sealed(self) -> dict[str, Any]:
        """What a seal fixes: all but how a subject is asked for points, for it is made before the subject is known."""
        return self.model_copy(update={"model_profile": None}).model_dump(mode="json")

    @property
    def points(self) -> Points:
        """How a model is asked for points in the pictures."""
        return Points(self.model_profile, (self.width, self.height))

    @model_serializer(mode="wrap")
    def _without_the_usual(self, usual: SerializerFunctionWrapHandler) -> dict[str, Any]:
        page: dict[str, Any] = usual(self)
        left_out = {"disturbance": not self.disturbance, "wording": self.wording == "drawn"}
        left_out |= {"stance": self.stance == FORMER, "budget": self.budget is None}
        left_out["model_profile"] = self.model_profile is None
        return {name: value for name, value in page.items() if not left_out.get(name)}


class TaskSetting(Setting):
    """The settings of a run of tasks as somebody chooses them."""

    stance: Annotated[TaskStance, Option(STANCE)] = "neutral"


class RoomSetting(Setting):
    """The settings of a run in which a subject is left alone."""

    stance: Stance = ALONE
    budget: Annotated[
        Whole | None,
        Option(
            mark("Autonomous: steps in each room; by default twice those of the oracle and ten more."), metavar="STEPS"
        ),
    ] = Field(default=None, ge=1)
