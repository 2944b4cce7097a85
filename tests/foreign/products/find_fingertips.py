"""Follow an index finger with MediaPipe Hands: a clip's path on each line of stdin, on stdout a line of JSON for each.

An answer holds for each frame ``[tip x, tip y, knuckle x, knuckle y]`` in pixels (the tip and the joint before it), or null if no hand
was found.
"""

import json
import sys

import cv2
import mediapipe

answers, sys.stdout = sys.stdout, sys.stderr
TIP, KNUCKLE = 8, 7
LONGEST = 960


def follow(path: str) -> list[list[float] | None]:
    """Return the finger in each frame."""
    hands = mediapipe.solutions.hands.Hands(
        max_num_hands=1, model_complexity=1, min_detection_confidence=0.3, min_tracking_confidence=0.3
    )
    clip, found = cv2.VideoCapture(path), []
    while True:
        there, frame = clip.read()
        if not there:
            return found
        high, wide = frame.shape[:2]
        scale = min(1.0, LONGEST / wide)
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        seen = hands.process(cv2.cvtColor(small, cv2.COLOR_BGR2RGB)).multi_hand_landmarks
        marks = [seen[0].landmark[place] for place in (TIP, KNUCKLE)] if seen else []
        found.append([part for mark in marks for part in (mark.x * wide, mark.y * high)] or None)


for line in sys.stdin:
    print(json.dumps(follow(line.rstrip("\n"))), file=answers, flush=True)
