"""Files that lie in storage, such as a bucket: brought to this machine before a command, taken back after it.

Open ``address`` first: what a URL may be. ``mirror`` is the folder of this machine that stands for a URL while a command works;
it lies in the ``cache``, which has a limit. ``growing`` sends a run that is being made every minute. ``remote`` is the storage
itself, through fsspec, which nothing else imports. This package does not know suites, scores or the command line.
"""
