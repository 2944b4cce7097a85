"""TODO room segmentation."""
