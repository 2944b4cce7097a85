"""Questions that somebody brings along, on pictures and clips, as a pool that ``home ask`` tests like the generated ones.

In reading order: ``mapping`` (a file says what the fields of a data set mean; ``mappings`` ships some), ``readers`` (a file for each form
of data set: rows, one at a time), ``media`` (pictures and clips as JPEG), ``taken`` (what was taken over before a stop), ``choices``,
``spans`` and ``making`` (a row becomes a question), ``twins`` (questions that cannot be answered, by exchanged pictures), ``importing``
(all of that, and what was refused), ``pool`` (the folder that results), ``runs`` (a test over a pool).

Data are untrusted: a path never leaves the folder, sizes are limited before anything is decoded, and a row that cannot be used becomes a
finding.
"""
