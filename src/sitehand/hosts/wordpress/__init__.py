"""A WordPress site as a host, through its own REST API: pages, posts and settings. No command starts it yet."""
