"""Import torchvision without its compiled part, which is built for GPUs while torch here is not."""

import io

import numpy as np
import torch
from PIL import Image

# Declared but never called: torchvision cannot be imported without them.
_OPERATORS = torch.library.Library("torchvision", "DEF")
_OPERATORS.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
_OPERATORS.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")

import torchvision.io  # noqa: E402


def _decode_image(data, *_unused, **_ignored):
    raw = data.numpy().tobytes() if hasattr(data, "numpy") else data
    picture = Image.open(io.BytesIO(raw)).convert("RGB")
    return torch.from_numpy(np.array(picture)).permute(2, 0, 1).contiguous()


torchvision.io.decode_image = torchvision.io.image.decode_image = _decode_image
