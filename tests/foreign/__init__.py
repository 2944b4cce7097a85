"""Products that nobody here wrote, tested as a laboratory would: installed by name, wrapped in a page of code, run by commands.

``places`` installs each product into a folder of its own; ``products`` holds the wrappers, which import nothing of mindsight;
the tests are named after the products. All of them are slow: ``make test-full``.
"""
