"""Fixtures for every test."""

pytest_plugins = ["tests.selection", "tests.browser", "tests.node_tools", "tests.wordpress.site"]
