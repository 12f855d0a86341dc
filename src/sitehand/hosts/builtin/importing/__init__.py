"""Brings the content of a WordPress export into the built-in site."""
