"""Samples of operations on taxonomies and their terms."""
