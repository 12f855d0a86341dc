"""Tests of what blocks become on the pages that visitors see."""
