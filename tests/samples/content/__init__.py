"""Samples of operations on content: pages and posts."""
