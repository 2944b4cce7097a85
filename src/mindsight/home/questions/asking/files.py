"""Find the pictures of questions: among the media of the run, in the cache, or drawn again."""

import io
from pathlib import Path

from PIL import Image

from mindsight.answers.conventions import ModelProfile, Points
from mindsight.errors import RecordError
from mindsight.home.questions.drawing import Drawer, questions_cache, set_folder
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Question
from mindsight.record.canonical import sha256
from mindsight.record.folder import media_path

SUFFIX = ".jpg"


class Pictures:
    """The pictures of a run's questions, and what the oracle sees in them; can be sent to another process."""

    def __init__(self, media: Path | None = None, cache: Path | None = None) -> None:
        self._media = media
        self._cache = cache or questions_cache()

    def of(self, question: Question) -> list[bytes]:
        """Return the pictures of a question, in order.

        Raises:
            RecordError: They are lost, and this machine draws them differently.
        """
        return [self._read(question, name) for name in question.pictures]

    def points(self, question: Question, profile: ModelProfile | None, place: int = -1) -> Points:
        """Return how points are asked for in one of a question's pictures, the last if no other is named."""
        if profile is None or profile.scale != "pixels":
            return Points(profile)
        with Image.open(io.BytesIO(self._read(question, question.pictures[place]))) as picture:
            return Points(profile, picture.size)

    def seen(self, question: Question) -> Scene:
        """Return the facts that the question's pictures show, without frames."""
        kind, seed, _ = question.scene.rsplit("-", 2)
        return Drawer(kind, self._cache)(int(seed)).seen[question.scene]

    def _read(self, question: Question, name: str) -> bytes:
        kind, seed, _ = question.scene.rsplit("-", 2)
        places = [set_folder(self._cache, kind, int(seed)) / f"{name}{SUFFIX}"]
        if self._media is not None:
            places.insert(0, media_path(self._media, f"{name}{SUFFIX}"))
        for place in places:
            if place.is_file() and sha256(data := place.read_bytes()) == name:
                return data
        Drawer(kind, self._cache)(int(seed), anew=True)
        data = places[-1].read_bytes() if places[-1].is_file() else b""
        if sha256(data) != name:
            raise RecordError(
                "{id}: its picture {name} is in neither the run nor the cache, and this machine draws the scene with other pixels; "
                "continue the run where it was begun",
                id=question.id,
                name=name[:12],
            )
        return data
