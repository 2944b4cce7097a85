"""Subjects given as ``SCHEME:REST`` on the command line.

Open ``spec`` first: it parses a subject. ``product`` is the interface of a product; ``products`` opens the one that a subject names: a
program (``command_product``), a folder of outputs (``folder_product``), a Python function (``python_product``, whose process is
``python_host``), a service (``http_product``), or a textbook method (``baselines``). ``printed`` is what is kept of a program's output.
``supervisor`` ends all processes that a program started.
"""
