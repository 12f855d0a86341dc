"""Blocks as elements: containers and classic widgets, which every Elementor since 3.6 has."""
