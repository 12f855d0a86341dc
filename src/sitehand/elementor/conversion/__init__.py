"""Elementor documents in other forms: what was kept, what is otherwise, and what is left out."""
