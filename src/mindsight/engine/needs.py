"""Check that this machine can draw scenes, before minutes of preparation."""

from __future__ import annotations

from mindsight.errors import MissingExtra


def need_engine() -> None:
    """Raise an error if something is missing that drawing a home needs.

    Raises:
        MissingExtra: A library, a drawing backend or the typeface is missing.
    """
    from importlib.util import find_spec

    missing = [name for name in ("mujoco", "OpenGL", "PIL") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            "the home suite lacks {modules}; run: pip install 'mindsight[home]'", modules=", ".join(missing)
        )
    from mindsight.engine.drawing.prints.fonts import font_file
    from mindsight.engine.drawing.rendering import backend

    backend()
    font_file()
