"""Elementor documents as blocks, and blocks as Elementor documents, without I/O, with what happened to each."""
