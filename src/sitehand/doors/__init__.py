"""The doors: REST, MCP and batch. They turn bytes into calls of the gate, and results into bytes."""
