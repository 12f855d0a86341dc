"""Tests of the pages that visitors see."""
