"""6.3.1 and 6.4.1: what raters are shown of runs, prepared once as pictures for a campaign.

Open ``preparation`` first: it makes a campaign of runs on one kit. ``enhancement`` and ``segmentation`` make the pictures of one item.
"""
