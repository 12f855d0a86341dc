"""Tests of the whole, as its users meet it."""
