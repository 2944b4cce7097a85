"""Classes about structures of toy blocks: which picture shows the same one from the other side."""
