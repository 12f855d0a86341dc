"""Tests of the importer of WordPress exports."""
