"""Tell what the first questions to a model have shown, before anything is prepared for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindsight.cli.shared.console import tell
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mindsight.text import Text


def tell_habits(model: str, habits: Mapping[str, Any], elsewhere: Text | None) -> None:
    """Print how the server wants to be asked, as far as it differs from the protocol, and where it put an answer that came empty."""
    if habits:
        listed = ", ".join(f"{name}: {value}" for name, value in habits.items())
        tell(text("{model}: found out about its server, and recorded: {habits}", model=model, habits=listed))
    if elsewhere is not None:
        tell(text("{model}: a trivial question: {reason}", model=model, reason=elsewhere), style="yellow")
