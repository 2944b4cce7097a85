"""Make options of a command out of the fields of its plans, and plans out of what was given."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import annotated_types
import typer

from mindsight.plans import Leaf, PlanModel, known_values, value_of

_PLAIN = (bool, float, int, str, Path)
"""Types that the parser reads itself; of anything else a plan's field makes what it is."""


def planned(command: Callable[..., int], *, without: Collection[str] = ()) -> Callable[..., int]:
    """Return a command with an option for each field of its parameters that are plans; it is called with the plans.

    A field that is a parameter of the command too, such as an argument, is taken from there. Options of the same name are one, whose
    help is that of the first plan. Options named in ``without`` mean nothing to this command: their fields keep their defaults.
    """
    signature = inspect.signature(command, eval_str=True)
    plans = {
        name: parameter.annotation for name, parameter in signature.parameters.items() if _is_plan(parameter.annotation)
    }

    @functools.wraps(command)
    def run(context: typer.Context, **given: Any) -> int:
        chosen = {name: _plan_of(plan, given, context) for name, plan in plans.items()}
        given = {name: value for name, value in given.items() if name in signature.parameters} | chosen
        if "context" in signature.parameters:
            given["context"] = context
        return command(**given)

    parameters = [inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    for name, parameter in signature.parameters.items():
        if name in plans:
            taken = {*without, *signature.parameters, *(parameter.name for parameter in parameters)}
            parameters += [_parameter(leaf) for leaf in plans[name].leaves() if leaf.parameter not in taken]
        elif name != "context":
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    setattr(run, "__signature__", signature.replace(parameters=parameters))  # noqa: B010  (what the parser reads)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def of_plans(command: Callable[..., int]) -> Callable[..., int]:
    """Return a command as it is written, to be called with its plans."""
    written: Callable[..., int] = inspect.unwrap(command)
    return written


def option_of(plan: type[PlanModel], name: str) -> Any:
    """Return the option of a plan's field, for a command that uses nothing else of the plan."""
    return _parameter(next(leaf for leaf in plan.leaves() if leaf.path[-1] == name)).default


def was_given(context: typer.Context, name: str) -> bool:
    """Return whether an option was given on the command line, in the environment or in a plan."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _is_plan(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, PlanModel)


def _plan_of(plan: type[PlanModel], given: Mapping[str, Any], context: typer.Context) -> PlanModel:
    """Return a plan of the values that were given."""
    values: dict[str, Any] = {}
    for leaf in plan.leaves():
        value = given.get(leaf.parameter)
        if not was_given(context, leaf.parameter) or (leaf.option.sets is not None and not value):
            continue
        place = values
        for step in leaf.path[:-1]:
            place = place.setdefault(step, {})
        place[leaf.path[-1]] = value_of(leaf, value)
    return plan.of(values)


def _parameter(leaf: Leaf) -> inspect.Parameter:
    names = [leaf.long, *([f"-{leaf.option.short}"] if leaf.option.short else [])]
    shown: Any = leaf.option.shown or True
    if leaf.option.sets is not None:
        option = typer.Option(False, *names, help=leaf.option.help, rich_help_panel=leaf.option.panel)
        return inspect.Parameter(leaf.parameter, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=bool)
    option = typer.Option(
        _default(leaf),
        *names,
        help=leaf.option.help,
        metavar=leaf.option.metavar or "|".join(known_values(leaf)) or None,
        show_default=shown,
        rich_help_panel=leaf.option.panel,
        **dict(_limits(leaf)),
    )
    annotation: Any = leaf.type if leaf.type in _PLAIN and not leaf.option.words else str
    annotation = list[str] if leaf.option.several else annotation
    return inspect.Parameter(leaf.parameter, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=annotation)


def _default(leaf: Leaf) -> Any:
    """Return the default as the parser shows it: of an option that is written otherwise than its field, none."""
    if leaf.field.is_required():
        return ...
    default = leaf.field.default
    if leaf.option.words or leaf.option.metavar.startswith("'"):
        return None
    if isinstance(default, tuple):
        return list(default) if leaf.option.several else ",".join(default)
    return default


def _limits(leaf: Leaf) -> Iterator[tuple[str, Any]]:
    """Yield the limits of a number as the parser names them."""
    if leaf.type not in {int, float}:
        return
    for limit in leaf.field.metadata:
        if isinstance(limit, annotated_types.Ge):
            yield "min", leaf.type(limit.ge)
        elif isinstance(limit, annotated_types.Le):
            yield "max", leaf.type(limit.le)
