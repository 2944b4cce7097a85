"""What the parser of the command line is taught: ``variables`` of the environment, the file of ``plan``, our ``complaints``."""
