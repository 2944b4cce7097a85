"""A toy environment: a counter that ``step`` counts down until ``finish``; some seeds misbehave on purpose."""

import hashlib
import io
import os
import time
from pathlib import Path
from typing import Any


def picture(words: str) -> bytes:
    """Return bytes that begin like a JPEG."""
    return b"\xff\xd8\xff" + hashlib.sha256(words.encode()).digest() * 20


class Toy:
    """A counter: the picture shows the count, and only actions change it."""

    def __init__(self) -> None:
        self.trouble = ""
        self.episodes = 0

    def open(self, start: int = 3, budget: int = 10, trouble: str = "") -> dict[str, Any]:
        self.start, self.count, self.budget, self.left, self.trouble = start, start, budget, budget, trouble
        self.words, self.done, self.how = "", False, ""
        self.wishes: list[Any] = []
        self.episodes += 1
        if trouble == "open-fails":
            raise RuntimeError("no room")
        return self._shown()

    def act(self, wish: Any) -> dict[str, Any]:
        self._misbehave()
        self.wishes.append(wish)
        self.left -= 1
        verb = wish.get("action") if isinstance(wish, dict) else None
        if verb == "step":
            self.count -= 1
        elif verb in {"finish", "decline"}:
            self.done, self.how = True, verb
        self.words = "done" if verb in {"step", "finish", "decline"} else "I did not understand that"
        self.done = self.done or self.left == 0
        return self._shown()

    def end(self, how: str) -> dict[str, Any]:
        return {"success": self.count == 0, "how": self.how or how, "wishes": self.wishes, "pid": os.getpid()}

    def _misbehave(self) -> None:
        marker = self.trouble.partition(":")[2]
        if self.trouble.startswith("die-once:") and len(self.wishes) == 1 and not Path(marker).exists():
            Path(marker).touch()
            os._exit(3)
        if self.trouble == "die" and len(self.wishes) == 1:
            os._exit(3)
        if self.trouble == "raise" and len(self.wishes) == 1:
            raise ValueError("a bug in the environment")
        if self.trouble == "hang" and len(self.wishes) == 1:
            time.sleep(60)

    def _shown(self) -> dict[str, Any]:
        salt = str(os.getpid()) if "shifty" in self.trouble else ""
        words = f"{self.count} {self.left} {salt}"
        return {
            "picture": picture(words),
            "words": self.words,
            "left": self.left,
            "done": self.done,
            "choices": ["step", "finish"],
        }


def broken() -> None:
    """Make nothing."""
    raise RuntimeError("cannot be made")


class Variables:
    """Shows the variables of its process."""

    def show(self) -> dict[str, str]:
        return dict(os.environ)


class Painted(Toy):
    """A toy with real pictures and, on request, a clip."""

    def open(self, clip: bytes = b"", **opening: Any) -> dict[str, Any]:  # type: ignore[override]
        self.clip = clip
        return super().open(**opening)

    def _shown(self) -> dict[str, Any]:
        from PIL import Image

        file = io.BytesIO()
        Image.new("RGB", (280, 224), (20 * self.count, 90, 10 * self.left)).save(file, "JPEG")
        media = [{"kind": "video", "mime": "video/mp4", "data": self.clip}] if self.clip else []
        return {**super()._shown(), "picture": file.getvalue(), "media": media}
