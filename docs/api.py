"""The reference of the public Python names, in Markdown, from signatures and docstrings."""

import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import mindsight

WIDTH = 100
_ARRAY = re.compile(r"(?:numpy\.)?ndarray\[tuple\[(?:typing\.)?Any, \.\.\.\], (?:numpy\.)?dtype\[([\w.]+)\]\]")
_SECTION = re.compile(r"^(Args|Raises|Returns|Yields|Attributes):$", re.MULTILINE)
_EXAMPLE = re.compile(r"^Example:\n((?:    .*(?:\n|\Z)|\n(?=    ))+)", re.MULTILINE)
_ENTRY = re.compile(r"^ {4}(\S[^:]*): ", re.MULTILINE)


def page() -> str:
    """Return every package that lists its public names, with each name."""
    return "\n".join(part for module in packages() for part in _package(module))


def packages() -> list[ModuleType]:
    """Return mindsight and the packages right under it that have an ``__all__``."""
    names = [each.name for each in pkgutil.iter_modules(mindsight.__path__, "mindsight.") if each.ispkg]
    found = [mindsight, *(importlib.import_module(name) for name in names)]
    return [module for module in found if hasattr(module, "__all__")]


def _package(module: ModuleType) -> Iterator[str]:
    yield f"## {module.__name__} {{ #{module.__name__} }}\n"
    yield _prose(inspect.getdoc(module) or "")
    for name in module.__all__:
        yield from _name(module, name)


def _name(module: ModuleType, name: str) -> Iterator[str]:
    value = getattr(module, name)
    yield f"### `{name}` {{ #{module.__name__}.{name.strip('_')} }}\n"
    if not callable(value):
        yield f"```python\n{name}: {type(value).__name__}\n```\n"
        return
    yield f"```python\n{_signature(name, value)}\n```\n"
    yield _prose(inspect.getdoc(value) or "")
    if inspect.isclass(value):
        for method, described in _methods(value):
            yield f"**`{_signature(method, described)}`** {_prose(inspect.getdoc(described) or '')}"


def _signature(name: str, value: Any) -> str:
    """Return a call of the value, each argument on its line where they are many."""
    try:
        signature = inspect.signature(value, eval_str=True)
    except (NameError, TypeError, ValueError):  # an exception of Python's own, for instance
        return name
    if inspect.isclass(value):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    shown = f"{name}{_shorter(str(signature))}"
    if len(shown) <= WIDTH:
        return shown
    arguments = "".join(f"    {_shorter(line)},\n" for line in _arguments(signature))
    returned = signature.return_annotation
    end = "" if returned is signature.empty else f" -> {_shorter(inspect.formatannotation(returned))}"
    return f"{name}(\n{arguments}){end}"


def _arguments(signature: inspect.Signature) -> Iterator[str]:
    keyword = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not keyword:
            yield "*"
            keyword = True
        yield str(one)


def _shorter(words: str) -> str:
    """Return a signature without the modules that a reader knows."""
    return re.sub(
        r"\b(?:mindsight\.[\w.]+\.|numpy\.|typing\.|pathlib\.|collections\.abc\.)",
        "",
        _ARRAY.sub(r"NDArray[\1]", words),
    )


def _methods(value: type) -> Iterator[tuple[str, Any]]:
    for name, member in vars(value).items():
        if inspect.isfunction(member) and not name.startswith("_") and member.__doc__:
            yield name, member


def _prose(docstring: str) -> str:
    """Return a docstring with its sections as lists, and its example as a block."""
    docstring = _EXAMPLE.sub(lambda found: f"\n```pycon\n{textwrap.dedent(found[1]).rstrip()}\n```\n", docstring)
    text = _SECTION.sub(r"\n**\1**\n", docstring)
    return _ENTRY.sub(r"* `\1`: ", text).strip() + "\n"
