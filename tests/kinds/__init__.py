"""Every kind of run keeps one contract, from its data to its export; and nobody but their table compares suite or kind with a word."""
