"""Shared by the tests of classification: small images of a few classes, kits of them, and answers of products."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from album.making import soft_picture
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.preparation import (
    ClassNames,
    ClassRecipe,
    images_of_folders,
    make_classification_kit,
)
from mindsight.album.classification.procedure import ClassificationTest
from mindsight.album.kits.pictures import encode_png
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import parse_subject

CLASSES = {"hat": 4, "shirt": 3, "shoes": 3}


def make_images(folder: Path, classes: Mapping[str, int]) -> Path:
    """Write this many different images of each class into a folder of its name, each class with its own hue."""
    for place, (name, count) in enumerate(classes.items()):
        (folder / name).mkdir(parents=True)
        for number in range(count):
            pixels = soft_picture(24, 18, seed=100 * place + number)
            pixels[..., place % 3] //= 4
            (folder / name / f"{name}-{number}.png").write_bytes(encode_png(pixels))
    return folder


def class_kit(
    folder: Path, sizes: Mapping[str, int] = CLASSES, *, names: ClassNames | None = None, **fields: object
) -> Path:
    """Prepare a trial kit."""
    images = make_images(folder.with_name(f"{folder.name}-images"), sizes)
    profile = load_profile(kind="classification").model_copy(update=fields)
    recipe = ClassRecipe(profile, names or {}, trial=True)
    make_classification_kit(images_of_folders(images)[0], folder, recipe, source=images)
    return folder


def truth(kit: Path) -> dict[str, str]:
    """Return the actual class of each number."""
    return {entry.id: entry.actual for entry, _ in ClassificationKit(kit).items()}


def write_answers(path: Path, answers: Mapping[str, str] | Sequence[tuple[str, str]]) -> Path:
    """Write a table as filled in by an operator."""
    rows = answers.items() if isinstance(answers, Mapping) else answers
    path.write_text("number,predicted\n" + "".join(f"{number},{label}\n" for number, label in rows), "utf-8")
    return path


def classify(kit: Path, folder: Path, subject: str, **options: object) -> RunFolder:
    """Run a whole test; options that are conventions become part of them."""
    conventions = {name: options.pop(name) for name in ("answers", "class_map", "suffix") if name in options}
    spec = parse_subject(subject)
    test = ClassificationTest(
        ClassificationKit(kit),
        spec,
        Subject(spec=spec.public, name="product"),
        AlbumPlan(conventions=Conventions(**conventions), **options),  # type: ignore[arg-type]
    )
    return run_test(test, folder)


def value(run: RunFolder, name: str) -> float | None:
    return run.results.measure(f"album.{name}").value
