"""Samples of operations on what search engines and visitors find."""
