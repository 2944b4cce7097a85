"""A rating campaign before its first answer: what is shown, to whom, in which order, and the rules fixed beforehand.

Open ``plan`` first: everything a campaign fixes, as a file. ``rubric`` holds the scale of tables 3 and 4 word for word; ``stimuli`` what
can be shown, with its prepared pictures; ``orders`` the order of one rater, a pure function of a seed; ``plates`` the pictures of the
colour check; ``folder`` the campaign on the disk; ``preparation`` makes one of runs on one kit.
"""
