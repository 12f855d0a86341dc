"""Every operation answers the same through REST and MCP."""
