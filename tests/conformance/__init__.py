"""The conformance suites from npm, run against the real service."""
