"""The speech of a synthetic clip: its words, its voice, and the timing of the hand.

Open ``wording`` first: the words of each template. ``voice`` synthesises them and ``recorded`` takes people's recordings; ``timing``
sets the strokes of the hand, ``sound`` joins the pieces.
"""
