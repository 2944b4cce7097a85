"""The tree of commands, its help in the user's language, and the parser."""

from typing import Any

import typer

from mindsight.cli import clauses, demo, doctor
from mindsight.cli.album.commands import album
from mindsight.cli.home.commands import home
from mindsight.cli.parser.complaints import LEFT_ENGLISH, usage_error
from mindsight.cli.parser.plan import read_plan
from mindsight.cli.parser.variables import name_variables
from mindsight.cli.records import compare, report, rescore, verify
from mindsight.cli.shared.console import spoken
from mindsight.cli.shared.settings import EXIT_INTERRUPTED, settings
from mindsight.cli.vsig.commands import vsig
from mindsight.text import mark, text, translate

app = typer.Typer(
    name="mindsight",
    help=mark("Measure how well a machine sees and understands, by three published test documents."),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("verify", help=mark("Check every byte of a run against its seal and every number against its items."))(
    verify.verify
)
app.command("rescore", help=mark("Recompute every number of a run from its record, without the subject."))(
    rescore.rescore
)
app.command("report", help=mark("Write the report of a run again."))(report.report)
app.command("compare", help=mark("Compare runs of different subjects on the same test."))(compare.compare)
app.command("clauses", help=mark("List the clauses of the documents and what carries each one out."))(clauses.clauses)
app.command("doctor", help=mark("Tell what each suite lacks on this machine and how to mend it."))(doctor.doctor)
app.command("demo", help=mark("Test built-in baselines on bundled photographs and household tasks and write reports."))(
    demo.demo
)
app.add_typer(album, name="album")
app.add_typer(home, name="home")
app.add_typer(vsig, name="vsig")


@app.callback()
def _everything(
    lang: str = typer.Option("", "--lang", metavar="zh|en", help=mark("Language of everything you read.")),
    plan: str = typer.Option("", "--plan", metavar="FILE", help=mark("TOML file with options of commands.")),
    debug: bool = typer.Option(False, "--debug", help=mark("Show the traceback of an error.")),
) -> None:
    """These options are taken from anywhere on the line before the parser runs; they stand here for the help."""
    del lang, plan, debug


def invoke(arguments: list[str]) -> int:
    """Parse the arguments, run the command and return its exit code.

    Raises:
        InputError: The command line is not understood.
    """
    command = typer.main.get_command(app)
    name_variables(command)
    _translate_help(command)
    plan = None if settings.plan is None else read_plan(settings.plan, command)
    try:
        code = command.main(
            args=arguments,
            prog_name="mindsight",
            standalone_mode=False,
            default_map=plan,
        )
    except SystemExit as end:
        # The parser and the console each end the program by themselves when the reader of its output went away.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        raise
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        raise usage_error(error) from error
    if code == EXIT_INTERRUPTED:
        # What the parser makes of it.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _translate_help(command: Any) -> None:
    """Put every help text of the tree into the user's language."""
    if settings.language == "en":
        return
    _translate_frame()
    waiting = [command]
    while waiting:
        current = waiting.pop()
        current.help = translate(current.help or "", settings.language)
        for parameter in current.get_params(typer.Context(current)):
            if getattr(parameter, "help", None):
                parameter.help = translate(parameter.help, settings.language)
        waiting += getattr(current, "commands", {}).values()


def _translate_frame() -> None:
    """Translate what the parser says by itself: it asks gettext's default catalogue, and knows no language for "Usage"."""
    from typer import core
    from typer._click.formatting import HelpFormatter

    def said(words: str) -> str:
        return words if words in LEFT_ENGLISH else spoken(words)

    setattr(core, "_", said)  # noqa: B010  (the name under which the parser looks gettext up)
    HelpFormatter.write_usage.__defaults__ = ("", spoken(text("Usage: ")))


# The parser's own words, for the catalogue.
_PARSER = (
    mark("Arguments"),
    mark("Commands"),
    mark("Options"),
    mark("Show this message and exit."),
    mark("default: {default}"),
    mark("env var: {var}"),
    mark("required"),
)
