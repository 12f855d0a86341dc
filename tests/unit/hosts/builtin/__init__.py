"""Tests of the built-in site."""
