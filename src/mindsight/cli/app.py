"""The tree of commands, its translated help, and the call of the parser."""

from collections.abc import Collection
from typing import Any

import typer

from mindsight.cli import clauses, demo, doctor, new, review
from mindsight.cli.parser.complaints import LEFT_ENGLISH, usage_error
from mindsight.cli.parser.completing import complete_values, line_to_complete
from mindsight.cli.parser.panels import Commands
from mindsight.cli.parser.plan import read_plan
from mindsight.cli.parser.storage import take_urls
from mindsight.cli.parser.variables import name_variables
from mindsight.cli.records import compare, export, gate, importing, items, key, merge, report, rescore, sign, verify
from mindsight.cli.shared.console import localized
from mindsight.cli.shared.settings import EXIT_INTERRUPTED, settings
from mindsight.text import mark, text, translate

SUITES = {
    "album": mark("Test smart photo album products (T/GDCSA 022-2024)."),
    "home": mark("Test agents in home environments (visual understanding ability)."),
    "vsig": mark("Test models on what a pointing hand and speech mean (VSIG, EcoG-Bench)."),
    "rate": mark("Have people rate outputs (album clauses 6.3.1 and 6.4.1)."),
}
"""The groups of commands that are loaded only if one of theirs is called."""
_BEGIN, _TEST, _READ, _CHECK = mark("Begin"), mark("Test"), mark("Read and compare"), mark("Check, join and sign")


def tree(suites: Collection[str] = SUITES) -> typer.Typer:
    """Return the tree of commands of some suites only: importing all would slow down every call."""
    app = Commands(mark("Measure how well a machine sees and understands, by three published test documents."))
    app.callback()(_everything)
    app.add(
        "demo",
        demo.demo,
        mark("Test built-in baselines on bundled photographs and household tasks and write reports."),
        step=_BEGIN,
    )
    app.add(
        "doctor", doctor.doctor, mark("Show what each suite lacks on this machine and how to install it."), step=_BEGIN
    )
    app.add_group("new", new.new, mark("Begin a plug-in: a household task of your own in one file."), step=_BEGIN)
    for suite, about in SUITES.items():
        app.add_group(suite, _commands(suite) if suite in suites else Commands(), about, step=_TEST)
    app.add(
        "review",
        review.review,
        mark("Review the quality of a data set before it is used (home 6.2)."),
        step=_TEST,
    )
    app.add(
        "import",
        importing.import_log,
        mark("Make a record of a log of inspect eval of our questions about what is seen."),
        step=_TEST,
    )
    app.add("report", report.report, mark("Write the report of a run again."), step=_READ)
    app.add(
        "items",
        items.items,
        mark("Show the items of a run: filtered, sorted, page by page, or as CSV or Parquet."),
        step=_READ,
    )
    app.add("compare", compare.compare, mark("Compare runs of different subjects on the same test."), step=_READ)
    app.add("gate", gate.gate, mark("Decide by a policy whether a new version may replace the one in use."), step=_READ)
    app.add("export", export.export, mark("Write the results of a run in a format that other tools read."), step=_READ)
    app.add("merge", merge.merge, mark("Join the shards of a run into the record of the whole run."), step=_CHECK)
    app.add(
        "verify",
        verify.verify,
        mark("Check every byte of a run against its seal and every number against its items."),
        step=_CHECK,
    )
    app.add(
        "rescore",
        rescore.rescore,
        mark("Recompute every number of a run from its record, without the subject."),
        step=_CHECK,
    )
    app.add(
        "sign",
        sign.sign,
        mark("Sign the seal of a run, or the commitment of sealed tasks, with your key."),
        step=_CHECK,
    )
    app.add_group("key", key.key, mark("Make keys for signing."), step=_CHECK)
    app.add(
        "clauses",
        clauses.clauses,
        mark("List the clauses of the documents and the functions that implement them."),
        step=_CHECK,
    )
    return app


def _commands(suite: str) -> Commands:
    if suite == "album":
        from mindsight.cli.album.commands import album

        return album
    if suite == "home":
        from mindsight.cli.home.commands import home

        return home
    if suite == "rate":
        from mindsight.cli.rate.commands import rate

        return rate
    from mindsight.cli.vsig.commands import vsig

    return vsig


def _everything(
    lang: str = typer.Option("", "--lang", metavar="zh|en", help=mark("Language of everything you read.")),
    plan: str = typer.Option("", "--plan", metavar="FILE", help=mark("TOML file with options of commands.")),
    debug: bool = typer.Option(False, "--debug", help=mark("Show the traceback of an error.")),
    version: bool = typer.Option(False, "--version", help=mark("Show the version and exit.")),
) -> None:
    """Declare the global options for the help; they are read before the parser runs."""
    del lang, plan, debug, version


def invoke(arguments: list[str]) -> int:
    """Parse the arguments, run the command and return its exit code.

    Raises:
        InputError: The command line is not understood.
    """
    asked = next((word for word in arguments if not word.startswith("-")), "")
    asking = line_to_complete()
    whole = settings.plan is not None and asking is None
    command = typer.main.get_command(tree(SUITES if whole else asking or {asked}))
    if asking is not None:
        complete_values(command)
    name_variables(command)
    take_urls(command)
    _translate_help(command)
    plan = None if settings.plan is None or asking is not None else read_plan(settings.plan, command)
    try:
        code = command.main(
            args=arguments,
            prog_name="mindsight",
            standalone_mode=False,
            default_map=plan,
        )
    except SystemExit as end:
        # Parser and console each exit on their own when the reader of our output is gone.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        raise
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        raise usage_error(error) from error
    if code == EXIT_INTERRUPTED:
        # The parser turns Ctrl-C into this exit code.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _translate_help(command: Any) -> None:
    """Translate every help text of the tree into the user's language."""
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
    """Translate the parser's own words: it uses gettext's default catalogue, and "Usage" is not translatable."""
    from typer import core
    from typer._click.formatting import HelpFormatter

    def said(words: str) -> str:
        return words if words in LEFT_ENGLISH else localized(words)

    setattr(core, "_", said)  # noqa: B010  (the name under which the parser looks gettext up)
    HelpFormatter.write_usage.__defaults__ = ("", localized(text("Usage: ")))


# The parser's own words, listed for the message catalogue.
_PARSER = (
    mark("Arguments"),
    mark("Commands"),
    mark("Options"),
    mark("Show this message and exit."),
    mark("default: {default}"),
    mark("env var: {var}"),
    mark("required"),
)
