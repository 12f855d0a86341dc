"""Elementor documents: read without loss, edited by element, validated, outlined; without I/O."""
