"""Tests of text that becomes blocks."""
