"""Options of the vsig commands: the data, the input, and how a model is asked."""

from __future__ import annotations

import typer

from mindsight.text import mark

DATA = typer.Option(..., "--data", metavar="DIR", help=mark("Folder of the data set."))
LIMIT = typer.Option(
    None, "--limit", metavar="N", min=1, help=mark("Test only this many samples, taken from all templates in turn.")
)
INPUT = typer.Option(
    None,
    "--input",
    metavar="INPUT",
    help=mark(
        "What is sent to the subject: video (with its sound), frames-audio, frames-transcript (what is said as text; the "
        "default), frames-words (the same with times), frames, or text."
    ),
)
FPS = typer.Option(None, "--fps", min=0.01, max=60, help=mark("Frames per second; 2 by default."))
FRAMES = typer.Option(
    None,
    "--frames",
    min=1,
    max=1000,
    help=mark("Number of frames, in place of a rate; the last one is always sent."),
)
SIZE = typer.Option(
    None,
    "--size",
    min=32,
    max=8192,
    help=mark("Longer side of the pictures in pixels; 640 for frames, 1280 for a clip."),
)
MODEL_PROFILE = typer.Option(
    None,
    "--model-profile",
    metavar="NAME|FILE",
    help=mark(
        "How the subject writes places and times, by default chosen by its name: claude, default, gemini, glm, gpt, "
        "internvl, minicpm, molmo, paligemma, qwen2, qwen2.5, qwen3, robopoint, seed, or a TOML file."
    ),
)
DIALECT = typer.Option(
    None,
    "--dialect",
    help=mark("How media are written in requests: openai, vllm or dashscope; by default chosen by the model's name."),
)
CONNECTIONS = typer.Option(
    None, "--max-connections", metavar="N", min=1, help=mark("Maximum number of simultaneous requests to a model.")
)
MAX_COST = typer.Option(
    None, "--max-cost", metavar="MONEY", min=0, help=mark("Ask a model no more once this is spent.")
)
PROFILE = typer.Option(
    None,
    "--profile",
    help=mark(
        "Reading of the document: vsig, vsig-as-published, ecog, ecog-exact, or a TOML file; by default chosen by the data."
    ),
)
CLUSTER = typer.Option(
    "recording", "--cluster", help=mark("What makes samples depend on each other: recording, session or scene.")
)
SEED = typer.Option(7, "--seed", min=0, help=mark("Seed of what is random."))
NO_CANARIES = typer.Option(
    False, "--no-canaries", help=mark("Do not ask a model first whether it sees and hears what is sent.")
)
STRICT_CANARIES = typer.Option(
    False, "--strict-canaries", help=mark("Stop before the first sample if a model does not see and hear what is sent.")
)
DRY_RUN = typer.Option(False, "--dry-run", help=mark("Check everything and say what would be run; nothing is tested."))
