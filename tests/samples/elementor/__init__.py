"""Samples of operations on Elementor documents."""
