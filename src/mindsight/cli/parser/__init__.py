"""What the parser of the command line is taught.

``panels`` arranges the help of a command, with its line of ``examples``; ``variables`` names those of the environment, ``plan`` reads
options from a file, ``complaints`` says what is wrong with a command line in our words.
"""
