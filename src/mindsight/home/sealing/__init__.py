"""TODO room sealing."""
