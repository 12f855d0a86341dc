"""Unit tests of the admin screens."""
