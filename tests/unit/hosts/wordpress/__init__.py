"""Tests of the WordPress host."""
