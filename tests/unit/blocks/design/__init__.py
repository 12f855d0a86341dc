"""Tests of design systems in the words of theme.json."""
