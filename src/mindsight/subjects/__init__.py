"""Systems under test: what ``SCHEME:REST`` means, everywhere on the command line.

Open ``spec`` first: it parses a subject and hides keys. ``product`` says what a product is asked and gives back;
``products`` opens the one that a subject names: a program (``command_product``), a folder of outputs
(``folder_product``), a Python function (``python_product``, whose process is ``python_host``), a service
(``http_product``), or a textbook method (``baselines``). ``supervisor`` ends whatever a program started with it.
"""
