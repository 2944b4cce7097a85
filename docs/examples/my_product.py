"""A product under test that is a Python function: --subject python:my_product:enhance.

It lives in a process of its own, so what is loaded at the top of this file, a model for instance, is loaded once.
"""

from PIL import Image, ImageFilter


def enhance(input_path: str, output_path: str) -> None:
    """Read the input, write the output as PNG at the size that the kit expects."""
    with Image.open(input_path) as picture:
        picture.filter(ImageFilter.MedianFilter(3)).save(output_path)
