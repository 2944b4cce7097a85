"""What the reports of all three kinds have in common, as neutral blocks.

Open ``blocks`` first (table 1, failures, unmatched files, profile). ``sensitivity`` shows the scores under other admissible
readings. ``product_report`` joins the runs of one product on one page, with the blocks of ``product_blocks``.
"""
