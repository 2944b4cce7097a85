"""``mindsight vsig run``: run a subject on a data set."""

import typer

from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.options import AS_JSON, MODEL, subject_named
from mindsight.cli.vsig import options
from mindsight.execution.making import Making
from mindsight.text import mark
from mindsight.vsig.choices import Choices

_SOURCES = ("PROMPT", "COMMANDLINE", "ENVIRONMENT", "DEFAULT_MAP", "DEFAULT")
"""Sources of an option's value by precedence; a plan is the default map."""


@planned
def run(
    *,
    context: typer.Context,
    model: str = MODEL,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:oracle, model:…, python:module:name or replay:FILE."),
    ),
    choices: Choices,
    making: Making,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over the samples of a data set."""
    from mindsight.cli.vsig.testing import run_and_show

    spec = _subject(context, model, subject)
    if _source(context, "model") != "DEFAULT" and not spec.startswith("model:"):
        # Another subject overrides the model, and with it the plan's options for a model.
        left = [leaf for leaf in choices.chosen("model") if _source(context, leaf.parameter) == "DEFAULT_MAP"]
        choices = choices.model_copy(update={leaf.path[0]: leaf.field.default for leaf in left})
    choices = choices.model_copy(update={"spec": spec})
    return run_and_show(choices, making, dry_run=dry_run, as_json=as_json)


def _subject(context: typer.Context, model: str | None, subject: str | None) -> str:
    """Return the subject; if two are named, a flag precedes a variable, and a variable the plan."""
    if model is not None and subject is not None:
        ranks = [_SOURCES.index(_source(context, name)) for name in ("model", "subject")]
        model = model if ranks[0] <= ranks[1] else None
        subject = subject if ranks[1] <= ranks[0] else None
    return subject_named(model, subject)


def _source(context: typer.Context, name: str) -> str:
    source = context.get_parameter_source(name)
    return "DEFAULT" if source is None else source.name
