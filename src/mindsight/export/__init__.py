"""Results of a run in the formats that other tools read.

Open ``contents`` first: what a complete run holds, items read one by one. Each other file is one format: ``parquet`` tables (``rows``
those of ``mindsight items``), ``junit`` for continuous integration, ``inspect`` a log of Inspect AI, ``hf`` entries of the Hugging Face
Hub, ``croissant`` the data of the run, ``samples`` logs as of lmms-eval, ``every_eval_ever`` records of the datastore of that name.
``plugged`` are those of plug-ins. Only saved records are read; no suite is imported, an optional library only where its format is written.
"""

FORMATS = ("parquet", "junit", "inspect", "hf", "croissant", "lmms-eval", "every-eval-ever")
