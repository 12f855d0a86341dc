"""Types, settings and SEO fields that come with the content of a site."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sitehand.guard.call import in_call
from sitehand.hosts.builtin.field_groups import BuiltinFieldGroups
from sitehand.hosts.builtin.importing import importer
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.settings import BuiltinSettings
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.export import Absent, Export, ExportedTerm
from sitehand.site.field_groups import FieldGroupFields
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
    genre = ExportedTerm("genre", "winter", "Winter")
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


SERVINGS = {"title": "Of recipes", "types": ["page", "recipe"], "fields": [{"name": "servings", "type": "integer"}]}


async def test_custom_fields_come_with_their_items(database: Database) -> None:
    """For types that are here; what is left empty there goes, what only this site has stays, the unfitting is named."""
    page = make_entry(1, fields={"servings": 4, "footnotes": "[]"})
    own = FieldGroupFields.model_validate({"title": "Ours", "types": ["page"], "fields": [{"name": "ours"}]})
    await BuiltinFieldGroups(database).create(own)
    stored = "SELECT data FROM item_fields"
    for fields, outcome, kept in (
        (page.fields, (1, 0, 0), '{"footnotes": "[]", "servings": 4}'),
        (page.fields, (0, 0, 1), '{"footnotes": "[]", "servings": 4}'),
        ({}, (0, 0, 1), '{"footnotes": "[]", "servings": 4}'),
        ({"servings": None, "ours": "Rye"}, (0, 1, 0), '{"footnotes": "[]", "ours": "Rye"}'),
        ({"servings": "many", "footnotes": None}, (0, 1, 0), '{"ours": "Rye"}'),
    ):
        report = await bring_in(database, field_groups=[SERVINGS], entries=[replace(page, fields=fields)])
        assert figures(report)["pages"] == outcome, fields
        assert [row["data"] for row in await fetch(database, stored)] == [kept]
    assert names(report, "not for such a value") == ['servings of page 1 "Item 1"']
    groups = await fetch(database, "SELECT title, types FROM field_groups ORDER BY id")
    assert [tuple(row.values()) for row in groups] == [("Ours", '["page"]'), ("Of recipes", '["page"]')]


async def test_a_value_that_no_longer_fits_leaves_the_one_that_came_before(database: Database) -> None:
    """As values that are too large together do: the source changed, and what is here may be all that there is."""
    page = make_entry(1, fields={"servings": 4})
    await bring_in(database, field_groups=[SERVINGS], entries=[page])
    report = await bring_in(database, entries=[replace(page, fields={"servings": "many"})])
    assert names(report, "not for such a value") == ['servings of page 1 "Item 1"']
    assert [row["data"] for row in await fetch(database, "SELECT data FROM item_fields")] == ['{"servings": 4}']


async def test_custom_fields_that_are_too_large_stay_behind(database: Database) -> None:
    """All of one item's, with a remark; the item comes without them."""
    texts = {"title": "T", "types": ["page"], "fields": [{"name": "one"}, {"name": "two"}]}
    page = make_entry(1, fields={"one": "x" * 20_000, "two": "x" * 20_000})
    report = await bring_in(database, field_groups=[texts], entries=[page])
    assert figures(report)["pages"] == (1, 0, 0)
    assert names(report, "too large") == ['page 1 "Item 1"']
    assert await fetch(database, "SELECT data FROM item_fields") == []


async def test_the_logo_comes_where_nobody_has_set_one(database: Database) -> None:
    """By the id that its file has here; one that is set or removed here stays, and one without a file is named."""
    settings = BuiltinSettings(database)
    before = make_entry(6, "attachment", status="inherit", attachment_url="https://old.example/other.png")
    file = make_entry(7, "attachment", status="inherit", attachment_url="https://old.example/logo.png")
    given: dict[str, Any] = {"entries": [before, file], "logo": 7}
    assert names(await bring_in(database, logo=8), "did not come over") == ["file 8"]
    assert (await settings.get())["logo"] == 0
    assert figures(await bring_in(database, **given))["settings"] == (1, 0, 0)
    (row,) = await fetch(database, "SELECT id FROM media WHERE source_url LIKE '%logo.png'")
    assert (await settings.get())["logo"] == row["id"]
    again = await bring_in(database, **given)
    assert (again.changed, names(again, "stays")) == (False, [])
    await settings.update(SiteSettingsFields(logo=0))
    assert names(await bring_in(database, **given), "stays") == ["logo"]
    assert (await settings.get())["logo"] == 0


async def test_the_front_page_comes_where_nobody_has_chosen_one(database: Database) -> None:
    """With the posts page, at `/`; a choice here stays, and what is not public is named."""
    settings = BuiltinSettings(database)
    pages = [make_entry(1, slug="start"), make_entry(2, slug="news"), make_entry(3, slug="draft", status="draft")]
    report = await bring_in(database, entries=pages, front={"page_on_front": 3, "page_for_posts": 2})
    assert names(report, "not public") == ["page 3"]
    assert names(report, "no front page") == ["page 2"]
    assert (await settings.get())["show_on_front"] == "posts"
    report = await bring_in(database, entries=pages, front={"page_on_front": 1, "page_for_posts": 3})
    assert names(report, "not public") == ["page 3"]
    chosen = await settings.get()
    rows = await fetch(database, "SELECT id, path FROM items WHERE type = 'page' ORDER BY id")
    assert [row["path"] for row in rows] == ["/", "/news/", "/draft/"]
    assert (chosen["show_on_front"], chosen["page_on_front"], chosen["page_for_posts"]) == ("page", rows[0]["id"], 0)
    again = await bring_in(database, entries=pages, front={"page_on_front": 1})
    assert (again.changed, names(again, "stays")) == (False, [])
    assert names(await bring_in(database, front={"page_on_front": 2}), "stays") == ["front page"]
    assert (await settings.get())["page_on_front"] == rows[0]["id"]


async def test_what_the_source_keeps_is_in_the_report(database: Database, tmp_path: Path) -> None:
    """With its number and its reason."""
    report = await bring_in(database, absent=[Absent("items of type nav", "no counterpart", count=3)])
    assert "  items of type nav (3): no counterpart" in list(report.lines())
