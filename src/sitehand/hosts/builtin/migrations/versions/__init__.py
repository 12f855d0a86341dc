"""One file for each change of shape, numbered in order."""
