"""Group pictures by the person on them, as an album does: ``group_faces.py MODELS FOLDER TABLE``.

MODELS is the folder of the networks in ``face_recognition_models``. The table has a row for each picture with its number and the name
of its group; a picture without a face has no group.
"""

import csv
import sys
from pathlib import Path

import dlib
import numpy as np
from PIL import Image

SAME_PERSON = 0.6
"""Distance between two faces below which the network's author takes them for one person."""


def faces(models: Path, pictures: list[Path]) -> list[dlib.vector | None]:
    """Return 128 numbers for the largest face of each picture, or None."""
    find = dlib.get_frontal_face_detector()
    landmarks = dlib.shape_predictor(str(models / "shape_predictor_5_face_landmarks.dat"))
    describe = dlib.face_recognition_model_v1(str(models / "dlib_face_recognition_resnet_model_v1.dat"))
    found: list[dlib.vector | None] = []
    for file in pictures:
        pixels = np.array(Image.open(file).convert("RGB"))
        boxes = find(pixels, 1)
        largest = max(boxes, key=lambda box: box.area(), default=None)
        found.append(None if largest is None else describe.compute_face_descriptor(pixels, landmarks(pixels, largest)))
    return found


if __name__ == "__main__":
    models, folder, table = (Path(word) for word in sys.argv[1:4])
    pictures = sorted(folder.iterdir())
    numbers = faces(models, pictures)
    seen = [face for face in numbers if face is not None]
    groups = iter(dlib.chinese_whispers_clustering(seen, SAME_PERSON))
    with table.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["number", "predicted class"])
        rows.writerows([file.stem, "" if face is None else f"Person {next(groups)}"] for file, face in zip(pictures, numbers, strict=True))
