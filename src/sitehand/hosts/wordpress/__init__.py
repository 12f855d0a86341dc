"""A WordPress site as a host, through its own REST API: the beginning. Nothing uses it yet."""
