"""TODO room adapters."""
