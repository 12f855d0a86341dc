"""Plain CSS as the typed properties of atomic styles."""
