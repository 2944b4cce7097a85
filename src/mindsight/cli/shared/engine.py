"""Whether this machine can draw a scene at all: asked before minutes of preparation."""

from __future__ import annotations

from mindsight.errors import MissingExtra


def need_engine() -> None:
    """Say in one sentence what is missing to draw a home.

    Raises:
        MissingExtra: A library, a way to draw or the typeface is not there.
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
