"""Wrappers of foreign products, as a user would write them; they run in the product's place and import nothing of mindsight."""
