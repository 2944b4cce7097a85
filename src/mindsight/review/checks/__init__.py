"""The checks of home 6.2, one file per letter: what is known of a data set in, findings out.

Open ``check`` first: how a check is written down and run. ``legality`` is a), ``sufficiency`` b), ``timeliness`` c), ``usability`` d),
``diversity`` e) with ``likeness`` (near duplicates), ``annotation`` f) with ``agreement``. Checks open no file and know no clock.
"""
