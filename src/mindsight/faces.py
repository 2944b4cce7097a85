"""Faces of packages: names that users import, loaded only when one is asked for."""

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, names: Mapping[str, str], packages: Collection[str] = ()) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package.

    Args:
        package: The package's name.
        names: The module of each name.
        packages: Packages of its own that are names, too.
    """

    def attribute(name: str) -> Any:
        if name in packages:
            return import_module(f"{package}.{name}")
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(names[name]), name)

    return attribute
