"""Versions of the protocol. Written here, since to read them from the SDK takes as long as all of its models."""

PROTOCOL_VERSIONS = ("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""All that the SDK speaks, newest first; a test compares them. Source: `mcp_types.version`."""
