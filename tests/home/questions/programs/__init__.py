"""The programs of classes on facts made by hand."""
