"""T/GDCSA 022-2024, image enhancement: 5.3 a), b), 5.4, 6.3.2 and 6.3.3.

Open ``formulas`` first (PSNR, SSIM, their points), then ``scoring``, which applies it to the pictures of a run. Before a test: ``kit``
and ``preparation``; during it: ``procedure``, with ``registration`` for outputs that are not aligned with their references. ``report``,
``pictures`` and ``printed`` (the formulas as printed in the document) report a run, ``readings`` other admissible readings.
"""
