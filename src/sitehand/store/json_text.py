"""JSON as rows keep it: texts as they are, without escapes of what is not ASCII."""

import json

NOTHING = "[]"
"""An empty list."""
write_json = json.JSONEncoder(ensure_ascii=False).encode
"""What `json.dumps` writes with this option, which makes an encoder anew each time. Raises as it does."""
write_sorted = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
"""The same with the names of each object in order."""
