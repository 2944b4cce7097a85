"""T/GDCSA 022-2024, image classification: 5.3 a) to c), 5.4 and 6.2.1.

Open ``formulas`` first (precision, recall, F1, Macro-F1), then ``scoring``, which applies it to the labels of a run. Before a test:
``kit`` and ``preparation``; during it: ``procedure``, with ``sources`` and ``labels`` for a product's answers and ``record`` for the table
of 5.3 c). ``table`` scores a finished table without a run. ``report`` and ``pictures`` report a run, ``readings`` other admissible
readings, ``comparison`` several products. ``baselines`` are built-in classifiers.
"""
