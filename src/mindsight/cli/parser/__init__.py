"""Extensions of the command-line parser.

``panels`` arranges the help of a command, with its line of ``examples``, and ``formatting`` writes it, wrapped by ``folding``;
``variables`` names the environment variables, ``plan`` reads options from a file, ``storage`` lets every path be a URL,
``complaints`` rewords the parser's errors, ``completing`` answers a shell that asks how a line may go on.
"""
