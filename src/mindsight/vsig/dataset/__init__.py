"""From a data set's folder to prepared samples, without any model.

Open ``samples`` first: the noun that everything else is about; ``data_file`` keeps it in ``samples.json``. ``preparation`` leads
through the rest: ``discovery`` finds samples on the disk, ``strict_json`` and ``raw_samples`` read them, ``annotations`` and ``truths``
understand the benchmarks' files, ``rests`` where the finger rested, ``recognition`` what was heard, ``targets`` points and masks;
``checks`` says what is wrong with any of it.
"""
