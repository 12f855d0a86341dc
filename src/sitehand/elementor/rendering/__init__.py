"""Elementor documents as HTML and CSS for visitors: pure functions of the document and of what it refers to."""
