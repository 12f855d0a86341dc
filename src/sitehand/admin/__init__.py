"""The admin screens: where the owner watches over keys, limits and settings."""

from sitehand.admin.screens import build_admin

__all__ = ["build_admin"]
