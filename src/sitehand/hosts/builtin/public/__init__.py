"""The pages that visitors see: everything below the site's root that is neither API nor admin screen."""

from sitehand.hosts.builtin.public.app import build_public

__all__ = ["build_public"]
