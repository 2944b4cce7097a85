"""The reference of the commands, in Markdown, from the very tree that parses them."""

from collections.abc import Iterator
from typing import Any

import typer
from docs.markdown import code, plain, table

from mindsight.cli.app import tree
from mindsight.cli.parser.panels import panels
from mindsight.cli.parser.variables import asks, variable
from mindsight.text import Language, translate

_HEADS = {
    "en": ("Option", "Variable", "Meaning", "Default"),
    "zh": ("选项", "环境变量", "含义", "默认"),
}
_ARGUMENTS = {"en": ("Argument", "Meaning"), "zh": ("参数", "含义")}
_OVERVIEW = {"en": ("Command", "What it does"), "zh": ("命令", "作用")}
_EVERYWHERE = {"en": "Options of every command", "zh": "各命令通用的选项"}
_NEEDED = {"en": "required", "zh": "必填"}

Words = tuple[str, ...]


def page(language: Language) -> str:
    """Return every command with its arguments and options."""
    commands = list(_tree((), typer.main.get_command(tree())))
    leaves = [(words, command) for words, command in commands if not hasattr(command, "commands")]
    root = commands[0][1]
    parts = [table(_OVERVIEW[language], (_line(words, command, language) for words, command in leaves))]
    parts += [f"## {_EVERYWHERE[language]}\n", *_options((), root, language)]
    for words, command in commands[1:]:
        parts += _section(words, command, language)
    return "\n".join(parts)


def _tree(words: Words, command: Any) -> Iterator[tuple[Words, Any]]:
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        if not inner.hidden:
            yield from _tree((*words, name), inner)


def _line(words: Words, command: Any, language: Language) -> tuple[str, str]:
    return f"[`{' '.join(words)}`](#{'-'.join(words)})", _help(command, language).split("\n\n")[0]


def _section(words: Words, command: Any, language: Language) -> Iterator[str]:
    group = hasattr(command, "commands")
    yield f"{'##' if group or len(words) == 1 else '###'} {' '.join(words)} {{ #{'-'.join(words)} }}\n"
    yield f"{_help(command, language)}\n"
    if group:
        return
    pieces = " ".join(command.collect_usage_pieces(typer.Context(command)))
    yield f"```text\nmindsight {' '.join(words)} {pieces}\n```\n"
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    if arguments:
        yield table(_ARGUMENTS[language], ((_spelled(each, command), _help(each, language)) for each in arguments))
    yield from _options(words, command, language)


def _options(words: Words, command: Any, language: Language) -> Iterator[str]:
    """Yield a table for each panel of the command's help."""
    for title, found in panels(command, typer.Context(command)):
        shown = [each for each in found if not asks(each)]
        if shown:
            yield f"**{plain(translate(title, language))}**\n"
            yield table(
                _HEADS[language], ((_spelled(each, command), *_option(words, each, language)) for each in shown)
            )


def _option(words: Words, option: Any, language: Language) -> tuple[str, str, str]:
    return f"`{variable(words, option)}`", _help(option, language), _default(option, language)


def _spelled(parameter: Any, command: Any) -> str:
    """Return a parameter with what it takes, as the command's help has it."""
    return code(parameter.get_help_record(typer.Context(command))[0])


def _default(option: Any, language: Language) -> str:
    if option.required:
        return _NEEDED[language]
    shown = option.show_default if isinstance(option.show_default, str) else option.default
    return "" if shown in (None, False, "", ()) or callable(shown) else code(str(shown))


def _help(described: Any, language: Language) -> str:
    return plain(" ".join(translate(described.help or "", language).split()))
