"""Classes about the state of a scene: what a place at a table lacks, who still lacks something."""
