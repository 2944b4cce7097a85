"""Commands on saved runs: ``verify``, ``rescore``, ``report``, ``compare``, ``sign``, ``key``, each in a file of its name.

``refusals`` is what they refuse alike: records that were changed, targets inside of one, numbers that cannot be made.
"""
