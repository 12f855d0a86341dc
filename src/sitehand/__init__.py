"""Sitehand: lets assistants and scripts run a content site safely."""

__version__ = "3.8.0"
