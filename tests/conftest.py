"""Fixtures for every test."""

pytest_plugins = ["tests.browser", "tests.node_tools", "tests.wordpress.site"]
