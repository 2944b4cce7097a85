"""Commands that study the test itself rather than a subject; ``robustness`` and ``validate``, which run tests, are one floor up."""
