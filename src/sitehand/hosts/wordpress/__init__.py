"""A WordPress site as a host, through its own REST API."""
