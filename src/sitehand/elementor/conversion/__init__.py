"""Conversions of Elementor documents, with a report of what changed and what was left out."""
