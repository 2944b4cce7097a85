"""The user's function in the process of a Python subject, called with a sample without its truth."""

import importlib
import inspect
from typing import Any


class Host:
    """Holds one function. A class is instantiated once, without arguments, and the object is called."""

    def __init__(self) -> None:
        self._function: Any = None

    def load(self, target: str) -> None:
        """Import ``package.module:name``."""
        module, _, name = target.partition(":")
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        self._function = found() if inspect.isclass(found) else found
        if not callable(self._function):
            raise TypeError(f"{target} cannot be called with a sample")

    def ask(self, sample: dict[str, Any]) -> Any:
        """Return the function's answer."""
        answer = self._function(sample)
        if not isinstance(answer, str | dict | list | None):
            raise TypeError(f"an answer is a str, a dict or a list, not {type(answer).__name__}")
        return answer
