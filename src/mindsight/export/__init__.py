"""Results of a run in the formats that other tools read.

Open ``contents`` first: what a complete run holds, read once. Each other file is one format and a pure function from these contents:
``parquet`` tables, ``junit`` for continuous integration, ``inspect`` a log of Inspect AI, ``hf`` entries of the Hugging Face Hub.
Only saved records are read; no suite is imported, and an optional library only where its format is written.
"""
