"""JSON as rows keep it: texts as they are, without escapes of what is not ASCII."""

import json

write_json = json.JSONEncoder(ensure_ascii=False).encode
"""What `json.dumps` writes with this option, which makes an encoder anew each time. Raises as it does."""
