"""Write help so that every sentence stands there whole, in either language and at any width of a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

import typer
from rich.cells import cell_len
from typer._click.formatting import HelpFormatter
from typer.core import TyperGroup

from mindsight.cli.parser.folding import fold
from mindsight.cli.shared.console import localized
from mindsight.text import mark


class Formatter(HelpFormatter):
    """Wraps by cells of the terminal; the parser's own counts characters and cuts Chinese after twice the width."""

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        self._write_folded(text, self.current_indent)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and what they mean beside them, or below them where a term is long."""
        column = min(max(cell_len(term) for term, _ in rows), col_max) + col_spacing
        for term, meaning in rows:
            beside = cell_len(term) + col_spacing <= column
            self.write(f"{'':{self.current_indent}}{term}{'' if beside else chr(10)}")
            self._write_folded(
                meaning, self.current_indent + column, written=self.current_indent + cell_len(term) if beside else 0
            )

    def _write_folded(self, sentence: str, indent: int, *, written: int = 0) -> None:
        """Write a sentence; of its first line some cells are written already."""
        for line in fold(sentence, max(self.width - indent, 10)).split("\n"):
            self.write(f"{'':{indent - written}}{line}".rstrip() + "\n")
            written = 0


class HelpContext(typer.Context):
    """A context whose help the formatter above writes."""

    formatter_class = Formatter


class CommandGroup(TyperGroup):
    """A group that shows its commands in the order in which they were added, under the step of the work that they are for.

    It may have a default, a command to run where none is named.
    """

    context_class = HelpContext
    order: Sequence[str] = ()
    default = ""

    def __init__(self, **given: Any) -> None:
        # The parser has groups after commands.
        rank = {name: number for number, name in enumerate(self.order)}
        given["commands"] = dict(sorted(given["commands"].items(), key=lambda named: rank.get(named[0], len(rank))))
        super().__init__(**given)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command before options that are not the group's own, unless a shell asks what may follow."""
        own = bool(args) and (not args[0].startswith("-") or args[0] in ctx.help_option_names)
        if self.default and not own and not ctx.resilient_parsing:
            args = [self.default, *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command with what it does."""
        del ctx
        for step, rows in self._steps():
            with formatter.section(localized(step)):
                formatter.write_dl(rows)

    def _steps(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        steps: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            steps.setdefault(getattr(command, "rich_help_panel", None) or mark("Commands"), []).append(
                (name, command.help or "")
            )
        yield from steps.items()
