"""Brings the content of a WordPress export into the built-in site."""

from sitehand.hosts.builtin.importing.report import ImportReport
