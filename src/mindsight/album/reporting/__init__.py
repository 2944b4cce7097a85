"""Report blocks shared by all three kinds.

Open ``blocks`` first (table 1, failures, unmatched files, profile). ``sensitivity`` reports the scores under other admissible readings.
``product_report`` joins the runs of one product on one page, with the blocks of ``product_blocks``.
"""
