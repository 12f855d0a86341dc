"""Tests of files: fetching, formats, images."""
