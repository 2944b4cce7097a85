"""Classes about whoever looks: which way they turned, and where they stood."""
