"""T/GDCSA 022-2024, image enhancement: 5.3 a), b), 5.4, 6.3.2 and 6.3.3.

Open ``formulas`` first (PSNR, SSIM, their points), then ``scoring``, which brings a run's pictures to it. Before a test: ``kit``
and ``preparation``; during it: ``procedure``, with ``registration`` for outputs that do not lie pixel on pixel. ``report``,
``pictures`` and ``printed`` (the formulas as the document prints them) show a run, ``readings`` other admissible readings.
"""
