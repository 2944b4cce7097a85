"""Whether the libraries that signing needs are installed; they are imported where they are used."""

from importlib.util import find_spec

from mindsight.errors import MissingExtra

_MODULES = ("cryptography", "rfc3161_client")


def is_there() -> bool:
    """Return whether signatures can be made and checked here."""
    return all(find_spec(name) is not None for name in _MODULES)


def need_sign() -> None:
    """Say in one sentence what signing lacks here.

    Raises:
        MissingExtra: A library is not installed.
    """
    missing = [name for name in _MODULES if find_spec(name) is None]
    if missing:
        raise MissingExtra("signing lacks {modules}; run: pip install 'mindsight[sign]'", modules=", ".join(missing))
