"""Commands on saved runs of any suite: ``verify``, ``rescore``, ``report``, ``compare``, ``sign``, ``key``, each in a file of its name.

``refusals`` is what they refuse alike: records that were changed, targets inside of one, numbers that cannot be made.
"""
