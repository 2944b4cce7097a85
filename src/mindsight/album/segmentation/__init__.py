"""T/GDCSA 022-2024, image segmentation: 5.3 a) to c), 5.4, 6.4.2 and 6.4.3.

Open ``formulas`` first (pixel accuracy, overlap), then ``scoring``, which applies it to the masks of a run. Before a test: ``kit``,
``preparation``, and ``sources`` with ``masks`` for masks made by hand; during it: ``procedure``, with ``cutouts`` and
``placement`` for what a product exported. ``report``, ``pictures`` and ``printed`` (the formulas as printed in the document) report a run,
``readings`` other admissible readings.
"""
