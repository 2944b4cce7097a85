"""Write the template of a plug-in under a name of the user's."""

from importlib import resources
from pathlib import Path

from mindsight.errors import InputError
from mindsight.plugins.part import BAD_NAME, is_name, refuse_unless

TEMPLATE = "odd_one_out"


def new_task(name: str, path: Path) -> Path:
    """Write a file with a working task class of this name and return its path.

    Raises:
        InputError: The name cannot be one of a class, the file exists, or it cannot be written.
    """
    refuse_unless(is_name(name), name, BAD_NAME)
    page = resources.files("mindsight.plugins.template").joinpath(f"{TEMPLATE}.py").read_text("utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(page.replace(TEMPLATE, name))
    except FileExistsError as error:
        raise InputError("{file}: exists already; choose another with --out", file=str(path)) from error
    except OSError as error:
        raise InputError("{file}: cannot be written: {reason}", file=str(path), reason=error.strerror or "?") from error
    return path
