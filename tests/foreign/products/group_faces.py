"""Group pictures by the person on them, as an album does: ``group_faces.py MODELS FOLDER TABLE [PERSONS]``.

MODELS is the folder of the networks in ``face_recognition_models``. The table has a row for each picture with its number and the name
of its group; a picture without a face has no group. Without the number of PERSONS, faces closer than ``SAME_PERSON`` are linked.
"""

import csv
import sys
from pathlib import Path

import dlib
import numpy as np
from PIL import Image
from scipy.cluster.hierarchy import fcluster, linkage

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


def groups(found: list[dlib.vector], persons: int | None) -> list[int]:
    """Return the group of each face."""
    if persons is None:
        return list(dlib.chinese_whispers_clustering(found, SAME_PERSON))
    return [int(number) for number in fcluster(linkage(np.array(found), "average"), persons, "maxclust")]


if __name__ == "__main__":
    models, folder, table = (Path(word) for word in sys.argv[1:4])
    pictures = sorted(folder.iterdir())
    numbers = faces(models, pictures)
    found = [face for face in numbers if face is not None]
    names = iter(groups(found, int(sys.argv[4]) if sys.argv[4:] else None))
    with table.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["number", "predicted class"])
        for picture, face in zip(pictures, numbers, strict=True):
            rows.writerow([picture.stem, "" if face is None else f"Person {next(names)}"])
