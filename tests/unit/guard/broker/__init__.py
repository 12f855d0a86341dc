"""The check of access tokens, part by part."""
