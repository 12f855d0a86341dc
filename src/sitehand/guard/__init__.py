"""The one gate that every call passes, and what it asks: keys, roles, limits."""
