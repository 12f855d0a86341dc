"""The sites that the service can be added to."""
