"""Classic widgets."""
