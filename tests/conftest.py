"""Fixtures for every test."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.selection", "tests.browser", "tests.node_tools", "tests.wordpress.site"]

# How long an example takes says how busy the machine is, and fails no test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
