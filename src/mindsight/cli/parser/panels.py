"""Arrange help in panels (what is tested, how, output, limits), followed by an example and the variables' names."""

from collections.abc import Iterator
from typing import Any, get_args

import typer
from typer.core import TyperCommand

from mindsight.cli.parser.examples import EXAMPLES
from mindsight.cli.parser.formatting import CommandGroup, HelpContext
from mindsight.cli.parser.storage import brought
from mindsight.cli.parser.variables import asks, variable
from mindsight.cli.shared.console import localized
from mindsight.decoding import loaded
from mindsight.errors import InputError
from mindsight.plans import Panel
from mindsight.reasons import reason_of
from mindsight.text import mark, text

HOW = mark("How")
PANELS: dict[str, tuple[str, ...]] = {
    mark("What is tested"): (
        "anchors", "category", "class-names", "coco", "commitment", "conditions", "controls", "count", "data",
        "device", "dials", "function", "human-marks", "images", "judge", "languages", "masks", "model", "name", "network",
        "pool", "product", "product-version", "questions", "region", "review", "run", "sealed", "speech", "subject", "system", "tasks",
        "templates", "yolo",
    ),
    HOW: (),
    mark("Output"): ("dry-run", "help", "json", "keep-media", "keep-output", "keep-pictures", "no-media", "out", "resume", "sheet"),
    mark("Limits"): (
        "judge-max-cost", "judge-price", "limit", "max-connections", "max-cost", "max-megapixels", "price", "timeout",
        "address", "engine", "shard", "workers",
    ),
}  # fmt: skip
"""Panels with the long names of their options; any other option is in the panel about how to test."""
TITLES: dict[str, str] = dict(zip(get_args(Panel), PANELS, strict=True))
"""Panels by the names that plans use."""
FEW = 5
"""Commands with at most this many options need no panels."""


def _of_database(given: dict[str, Any]) -> tuple[type[BaseException], ...]:
    """Return what a question to a damaged database raises: of a command on a campaign also words and times that cannot be decoded."""
    found = tuple(loaded("sqlalchemy.exc.SQLAlchemyError"))
    return (*found, ValueError) if found and "campaign" in given else found


class PanelledCommand(TyperCommand):
    """A command whose help has panels of options, an example and the names of its variables."""

    context_class = HelpContext

    def invoke(self, ctx: Any) -> Any:
        """Run the command on what its URLs name.

        Raises:
            InputError: The database of a campaign is damaged, which any question to it may show.
        """
        with brought(ctx):
            try:
                return super().invoke(ctx)
            except _of_database(ctx.params) as error:
                raise InputError(
                    "{folder}: its database cannot be used ({reason}); restore campaign.db from a copy if it is damaged",
                    folder=str(ctx.params.get("campaign", "")),
                    reason=reason_of(str(error).partition("\n")[0], text("database")),
                ) from error

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        arguments = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        for title, parameters in ((mark("Arguments"), arguments), *panels(self, ctx)):
            rows = [record for each in parameters if (record := each.get_help_record(ctx)) is not None]
            if rows:
                with formatter.section(localized(title)):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example and one line about variables."""
        words = tuple(ctx.command_path.split()[1:])
        with formatter.section(localized(mark("Example"))):
            formatter.write_text(EXAMPLES[" ".join(words)])
        option = next((each for each in self.params if each.param_type_name == "option" and not asks(each)), None)
        if option is not None:
            sentence = text(
                "Every option can also be set by a variable of the environment: {variable} stands for {option}.",
                variable=variable(words, option),
                option=long_name(option),
            )
            formatter.write_paragraph()
            formatter.write_text(localized(sentence))


class Commands(typer.Typer):
    """A group of commands in the order of their addition; the default is run where none is named."""

    def __init__(self, about: str | None = None, default: str = "") -> None:
        self.order: list[str] = []
        super().__init__(
            cls=type("CommandGroup", (CommandGroup,), {"order": self.order, "default": default}),
            help=about,
            no_args_is_help=not default,
            add_completion=False,
            pretty_exceptions_enable=False,
            rich_markup_mode=None,
        )

    def add(self, name: str, function: Any, about: str, *, step: str = "") -> None:
        """Add a command, under a step of the work if the group has steps."""
        self.order.append(name)
        self.command(name, cls=PanelledCommand, help=about, rich_help_panel=step or None)(function)

    def add_group(self, name: str, group: "Commands", about: str, *, step: str = "") -> None:
        """Add a group of commands."""
        self.order.append(name)
        self.add_typer(group, name=name, help=about, rich_help_panel=step or None)


def panels(command: Any, ctx: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield the options of a command by panel; a single panel if they are few."""
    options = [each for each in command.get_params(ctx) if each.param_type_name == "option"]
    if len(options) <= FEW:
        yield mark("Options"), options
        return
    for title in PANELS:
        yield title, [each for each in options if panel_of(each) == title]


def panel_of(option: Any) -> str:
    """Return the panel of an option."""
    name = long_name(option).lstrip("-")
    declared = getattr(option, "rich_help_panel", None)
    return TITLES[declared] if declared else next((title for title, names in PANELS.items() if name in names), HOW)


def long_name(option: Any) -> str:
    """Return the long name of an option, such as ``--max-cost``."""
    return str(max(option.opts, key=len))
