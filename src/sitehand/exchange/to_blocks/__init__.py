"""Elements as blocks."""
