"""A plugin of Sitehand: links that an admin signs, that read one path for a while, and that need no key."""

from sitehand_signed_links.plugin import SignedLinks

plugin = SignedLinks.from_environment()
"""What the entry point names."""

__all__ = ["SignedLinks", "plugin"]
