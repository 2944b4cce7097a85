"""Questions that somebody brings along: readers, mappings, pools, runs."""
