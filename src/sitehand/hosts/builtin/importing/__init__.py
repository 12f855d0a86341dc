"""Brings the content of a WordPress export into the built-in site."""

from sitehand.hosts.builtin.importing.importer import import_export
from sitehand.hosts.builtin.importing.report import ImportReport

__all__ = ["ImportReport", "import_export"]
