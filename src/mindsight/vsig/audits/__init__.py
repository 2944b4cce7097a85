"""TODO room audits."""
