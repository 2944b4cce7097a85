"""What somebody chooses about a run of vsig: its options, from which plan, profile and means are made."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from mindsight.plans import Option, PlanModel
from mindsight.text import Language, mark

_MODELS = ("model",)


class JudgeChoices(PlanModel):
    """The judge that marks descriptions beside the slots; ``name`` is empty where an option was given without a judge.

    Example:
        >>> JudgeChoices(name="openai/gpt-4o").name
        'openai/gpt-4o'
    """

    name: Annotated[
        str,
        Option(
            mark(
                "Let this model also mark the descriptions by a fixed rubric; its marks never replace the slot score."
            ),
            name="judge",
            metavar="MODEL",
            panel="what",
        ),
    ] = ""
    insist: Annotated[bool, Option(mark("Let the model under test judge itself."), name="judge-self", sets=True)] = (
        False
    )
    language: Annotated[
        Language | None,
        Option(mark("Language of the rubric; by default that of the prompt."), name="judge-lang"),
    ] = None
    url: Annotated[
        str | None,
        Option(mark("Server of the judge, if different from that of the subject."), name="judge-url", metavar="URL"),
    ] = None
    price: Annotated[
        str | None,
        Option(
            mark("Price of the judge for a million input and output tokens."),
            name="judge-price",
            metavar="IN,OUT",
            panel="limits",
        ),
    ] = None
    cost: Annotated[
        float | None,
        Option(
            mark("Ask the judge no more once it has cost this."),
            name="judge-max-cost",
            metavar="MONEY",
            panel="limits",
        ),
    ] = Field(default=None, ge=0)
    temperature: Annotated[
        float, Option(mark("Temperature of the judge; some models take only 1."), name="judge-temperature")
    ] = Field(default=0.0, ge=0, le=2)


class Choices(PlanModel):
    """The options of a vsig run.

    Attributes:
        data: Folder of the data set.
        spec: The subject, ``SCHEME:REST``.
        given: What is sent; None leaves it to the data or to what a record says.
        keep_last: Whether the last frame of each clip is kept for the report.
        demonstration: Whether the clips are those of ``mindsight demo``, whose scores prove nothing about a model.

    Example:
        >>> Choices(data=Path("clips"), spec="baseline:oracle", limit=3).limit
        3
    """

    data: Annotated[Path, Option(mark("Folder of the data set."), metavar="DIR", panel="what")]
    spec: str = ""
    name: Annotated[str | None, Option(mark("The subject's name."), panel="what")] = None
    limit: Annotated[
        int | None,
        Option(mark("Test only this many samples, taken from all templates in turn."), metavar="N", panel="limits"),
    ] = Field(default=None, ge=1, le=10**9)
    given: Annotated[
        str | None,
        Option(
            mark(
                "What is sent to the subject: video (with its sound), frames-audio, frames-transcript (what is said as text; the "
                "default), frames-words (the same with times), frames, or text."
            ),
            name="input",
            metavar="INPUT",
        ),
    ] = None
    timestamps: Annotated[
        bool, Option(mark("Do not state when each frame is shown."), name="no-timestamps", sets=False)
    ] = True
    fps: Annotated[float | None, Option(mark("Frames per second; 2 by default."))] = Field(default=None, ge=0.01, le=60)
    frames: Annotated[
        int | None, Option(mark("Number of frames, in place of a rate; the last one is always sent."))
    ] = Field(default=None, ge=1, le=1000)
    size: Annotated[
        int | None, Option(mark("Longer side of the pictures in pixels; 640 for frames, 1280 for a clip."))
    ] = Field(default=None, ge=32, le=8192)
    original: Annotated[
        bool,
        Option(mark("With --input video, send the clip's own file, which is not encoded anew."), sets=True),
    ] = False
    quality: Annotated[int, Option(mark("JPEG quality of the frames."))] = Field(default=85, ge=1, le=100)
    prompt_lang: Annotated[Language, Option(mark("Language the subject reads: zh or en."), metavar="zh|en")] = "zh"
    model_profile: Annotated[
        str | None,
        Option(
            mark(
                "How the subject writes places and times, by default chosen by its name: claude, default, gemini, glm, gpt, "
                "internvl, minicpm, molmo, paligemma, qwen2, qwen2.5, qwen3, robopoint, seed, or a TOML file."
            ),
            metavar="NAME|FILE",
        ),
    ] = None
    dialect: Annotated[
        str | None,
        Option(
            mark(
                "How media are written in requests: openai, vllm or dashscope; by default chosen by the model's name."
            ),
            only_for=_MODELS,
        ),
    ] = None
    temperature: Annotated[float | None, Option(mark("Temperature of a model; 0 by default."), only_for=_MODELS)] = (
        Field(default=None, ge=0, le=2)
    )
    profile: Annotated[
        str | None,
        Option(
            mark(
                "Reading of the document: vsig, vsig-as-published, ecog, ecog-exact, or a TOML file; by default chosen by the data."
            )
        ),
    ] = None
    blind_targets: Annotated[
        bool, Option(mark("Do not state how many targets there are, nor of which kinds."), sets=True)
    ] = False
    connections: Annotated[
        int | None,
        Option(
            mark("Maximum number of simultaneous requests to a model."),
            name="max-connections",
            metavar="N",
            panel="limits",
            only_for=_MODELS,
        ),
    ] = Field(default=None, ge=1)
    max_cost: Annotated[
        float | None,
        Option(mark("Ask a model no more once this is spent."), metavar="MONEY", panel="limits", only_for=_MODELS),
    ] = Field(default=None, ge=0)
    price: Annotated[
        str | None,
        Option(
            mark("Price of a model for a million input and output tokens."),
            metavar="IN,OUT",
            panel="limits",
            only_for=_MODELS,
        ),
    ] = None
    seed: Annotated[int, Option(mark("Seed of what is random."))] = Field(default=7, ge=0)
    cluster: Annotated[
        Literal["recording", "session", "scene"],
        Option(mark("What makes samples depend on each other: recording, session or scene.")),
    ] = "recording"
    keep_last: Annotated[bool, Option(mark("Keep no pictures."), name="no-media", panel="output", sets=False)] = True
    keep_media: Annotated[
        bool,
        Option(mark("Keep copies of everything that was sent."), panel="output", sets=True, only_for=_MODELS),
    ] = False
    canaries: Annotated[
        bool,
        Option(
            mark("Do not ask a model first whether it sees and hears what is sent."),
            name="no-canaries",
            sets=False,
            only_for=_MODELS,
        ),
    ] = True
    strict_canaries: Annotated[
        bool,
        Option(
            mark("Stop before the first sample if a model does not see and hear what is sent."),
            sets=True,
            only_for=_MODELS,
        ),
    ] = False
    judging: JudgeChoices | None = None
    human_marks: Annotated[
        Path | None,
        Option(
            mark("Marks that people gave the descriptions; the report shows how well slots and judge agree with them."),
            metavar="FILE.csv",
            panel="what",
        ),
    ] = None
    demonstration: bool = False
