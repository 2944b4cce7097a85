"""What ``comparison`` shows: ``blocks`` of scores side by side, and below them tables of the ``runs``."""
