"""A rating campaign before its first answer and after its last: what is shown, to whom, by which rules, and what comes of it.

Open ``plan`` first: everything a campaign fixes, as a file. ``rubric`` holds the scale of tables 3 and 4 word for word; ``stimuli`` what
can be shown, with its prepared pictures; ``orders`` the order of one rater, a pure function of a seed; ``plates`` the pictures of the
colour check; ``folder`` the campaign on the disk; ``preparation`` makes one of runs on one kit, and
``rated_runs`` ends it with a rated run of each.
"""
