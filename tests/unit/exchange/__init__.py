"""Elementor documents and blocks, each as the other."""
