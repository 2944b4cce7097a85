"""Read the text on pictures with RapidOCR (PP-OCRv4): a path on each line of stdin, on stdout a line of JSON with what was read.

An answer is a list of ``[text, [x, y]]``: the words, and the middle of their box in pixels.
"""

import json
import sys

import cv2
from rapidocr_onnxruntime import RapidOCR

answers, sys.stdout = sys.stdout, sys.stderr
read = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)
for line in sys.stdin:
    lines, _ = read(cv2.imread(line.rstrip("\n")), use_cls=False)
    found = [[words, [sum(corner[axis] for corner in box) / 4 for axis in (0, 1)]] for box, words, _ in lines or ()]
    print(json.dumps(found), file=answers, flush=True)
