"""Reading a data set's folder into prepared samples, without any model.

Open ``samples`` first: the type that everything else is about; ``data_file`` keeps it in ``samples.json``. ``preparation``
calls the rest: ``discovery`` finds samples on the disk, ``strict_json`` and ``raw_samples`` read them, ``annotations`` and
``truths`` parse the benchmarks' files, ``rests`` the fingertip's positions, ``recognition`` the recognised speech, ``targets``
points and masks; ``checks`` collects what is wrong with any of it.
"""
