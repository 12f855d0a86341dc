"""Types, settings and SEO fields that come with the content of a site."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sitehand.guard.call import in_call
from sitehand.hosts.builtin.importing import importer
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.settings import BuiltinSettings
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.export import Absent, Export, Term
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.database import Database
from tests.exports import OWNER, make_entry
from tests.statements import fetch
from tests.unit.hosts.builtin.importing.conftest import NOW
from tests.unit.hosts.builtin.importing.test_importer import figures, names

RECIPES = {"name": "Recipes", "hierarchical": True, "taxonomies": ["genre"]}


async def bring_in(database: Database, **parts: Any) -> ImportReport:
    """Import what a site gives away."""
    with in_call(by=OWNER):
        return await importer.import_export(
            database, Export("old.example", **parts), report_progress=lambda *_: None, now=NOW
        )


async def test_types_are_registered_with_their_items(database: Database) -> None:
    """Once; one that the site cannot have is named, and so are its items."""
    genre = Term("genre", "winter", "Winter")
    entries = [make_entry(1, "recipe", terms=[genre]), make_entry(2, "recipe", parent=1), make_entry(3, "files")]
    types = {"recipe": RECIPES, "files": {"name": "Files"}}
    report = await bring_in(database, types=types, entries=entries)
    assert figures(report)["types of content"] == (1, 0, 0)
    assert names(report, "the site itself answers") == ["files"]
    assert names(report, "no such type") == ['files 3 "Item 3"']
    (known,) = [each for each in await BuiltinTypes(database, frozenset()).all() if each["slug"] == "recipe"]
    assert (known["hierarchical"], known["taxonomies"]) == (True, ["genre"])
    rows = await fetch(database, "SELECT path FROM items WHERE type = 'recipe' ORDER BY id")
    assert [row["path"] for row in rows] == ["/recipe/item-1/", "/recipe/item-1/item-2/"]
    again = await bring_in(database, types=types, entries=entries)
    assert not again.changed


async def test_settings_come_where_nobody_has_set_them(database: Database) -> None:
    """What was set here stays and is named; what this site cannot have is named too."""
    settings = BuiltinSettings(database)
    await settings.update(SiteSettingsFields(name="Ours"))
    given = {"name": "Theirs", "language": "de-DE", "timezone": "UTC+05:30"}
    report = await bring_in(database, settings=given)
    assert names(report, "stays") == ["name"]
    assert names(report, "cannot have the value") == ["timezone UTC+05:30"]
    kept = await settings.get()
    assert (kept["name"], kept["language"], kept["timezone"]) == ("Ours", "de-DE", "UTC")
    assert not (await bring_in(database, settings=given)).changed


async def test_seo_fields_come_with_their_items(database: Database) -> None:
    """As they are there now; an export that says nothing of them leaves what is here."""
    item = make_entry(1, seo={"title": "Whole title", "robots": ["noindex"]})
    stored = "SELECT data, noindex FROM item_seo"
    for seo, outcome, rows in (
        (item.seo, (1, 0, 0), 1),
        (item.seo, (0, 0, 1), 1),
        (None, (0, 0, 1), 1),
        ({"title": "Another"}, (0, 1, 0), 1),
        ({}, (0, 1, 0), 0),
    ):
        report = await bring_in(database, entries=[replace(item, seo=seo)])
        assert figures(report)["pages"] == outcome
        assert len(await fetch(database, stored)) == rows


async def test_what_the_source_keeps_is_in_the_report(database: Database, tmp_path: Path) -> None:
    """With its number and its reason."""
    report = await bring_in(database, absent=[Absent("items of type nav", "no counterpart", count=3)])
    assert "  items of type nav (3): no counterpart" in list(report.lines())
