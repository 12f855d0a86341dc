"""The MCP door: the catalogue as tools, the site as resources, and prompts, over streamable HTTP without sessions.

`beside.py` imports `door.py` at the first call: the SDK takes 0.3 s and 17 MiB, also of a process that nobody calls.
"""
