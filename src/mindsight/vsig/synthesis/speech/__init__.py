"""What is said in a made clip: its words, its voice, and when the hand moves to it.

Open ``wording`` first: the words of each template. ``voice`` speaks them by a program and ``recorded`` by recordings of people; ``timing``
lays the strokes of the hand around them, ``sound`` lays the pieces after each other.
"""
