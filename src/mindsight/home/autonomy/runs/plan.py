"""What a user may choose about a run in which a subject is left alone."""

from typing import Annotated

from pydantic import Field, field_validator

from mindsight.home.setting import Interface, RoomSetting, Setting
from mindsight.plans import Names, Option, PlanModel, Share, Switch, Whole
from mindsight.text import mark


class AlonePlan(PlanModel):
    """Everything that can change the scores of a run of autonomous tasks, but for the embedding of its texts.

    ``empty`` is the share of rooms without any need, ``alpha`` the weight of relevance in formula (4), ``sealed`` the commitment if the
    rooms come from a secret seed, ``anchors`` the name and hash of the set of public anchor rooms if the run uses them.

    Example:
        >>> AlonePlan(scenes=8).scenes
        8
    """

    tasks: Annotated[
        Names, Option(mark("Classes of rooms, separated by commas; all by default."), shown="all", panel="what")
    ] = ()
    scenes: Annotated[Whole, Option(mark("Autonomous: rooms per class."))] = Field(default=50, ge=1)
    empty: Annotated[
        Share, Option(mark("Autonomous: share of rooms in which nothing needs doing."), name="in-order")
    ] = Field(default=0.2, ge=0, le=1)
    seed: Annotated[Whole, Option(mark("Seed of the tasks."))] = Field(default=7, ge=0)
    alpha: Annotated[Share, Option(mark("Autonomous: weight α of the relevance in formula (4)."))] = Field(
        default=0.5, ge=0, le=1
    )
    interface: Annotated[Interface, Option(mark("points in the picture, or a numbered menu."))] = "points"
    keep_pictures: Annotated[Switch, Option(mark("Keep no pictures."), name="no-media", panel="output", sets=False)] = (
        True
    )
    setting: RoomSetting = RoomSetting()
    temperature: Annotated[Share, Option(mark("Temperature of a model; 0 by default."), only_for=("model",))] = Field(
        default=0.0, ge=0, le=2
    )
    sealed: str = ""
    anchors: str = ""

    @field_validator("tasks")
    @classmethod
    def _each_once(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value))

    @field_validator("setting", mode="before")
    @classmethod
    def _chosen(cls, value: object) -> object:
        return RoomSetting(**dict(value)) if isinstance(value, Setting) else value


class Embedding(PlanModel):
    """What the texts of a run are compared by, in formula (2).

    Example:
        >>> Embedding().embedder
        'lexical'
    """

    embedder: Annotated[
        str,
        Option(
            mark(
                "Autonomous: text embedding of formula (2): lexical, wordllama, minilm, st:FOLDER, st:NAME or openai:MODEL."
            ),
            metavar="NAME",
        ),
    ] = "lexical"
    embedder_url: Annotated[
        str, Option(mark("Address of the server for openai:MODEL, else OPENAI_BASE_URL."), metavar="URL")
    ] = ""
