"""Tests of block markup."""
