"""Files that nothing names, and files with the same bytes."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert
from sqlalchemy.sql.base import Executable

from sitehand.hosts.builtin.elementor_components import elementor_components
from sitehand.hosts.builtin.elementor_templates import elementor_templates
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.tables import item_elementor, item_fields, media, menu_entries, menus, redirects, terms
from sitehand.site.content import PageFields
from sitehand.site.host import Host
from sitehand.site.media import MediaQuery
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.database import Database

SITE = "https://hill.example"
NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


@pytest.fixture
def host(database: Database) -> Host:
    """A host with no files."""
    return build_host(database, SITE, lambda: NOW)


@pytest.fixture
def write(database: Database) -> Callable[[Executable], Any]:
    """Runs a statement."""

    async def write(statement: Executable) -> None:
        await database.transact(lambda connection: connection.execute(statement))

    return write


async def list_ids(host: Host, **query: object) -> list[int]:
    """The ids of a list, in the order of their ids unless it says otherwise."""
    wanted = {"orderby": "id", "order": "asc", "per_page": 100, **query}
    return [each["id"] for each in (await host.media.find(MediaQuery.model_validate(wanted))).items]


def make_file(number: int, name: str, **values: Any) -> dict[str, Any]:
    """A row."""
    return {
        **{"id": number, "source_url": f"/media/2026/07/{name}", "date": "2026-07-01T00:00:00Z", "sha256": f"{number}"},
        **values,
    }


async def test_what_anything_names_is_used(host: Host, write: Callable[[Executable], Any]) -> None:
    """In texts of any kind, in any size, as a featured image and in custom fields; other names are not it."""
    names = [
        *("free.png", "text.png", "small.png", "map-20x20.png", "class.png", "document.png", "featured.png"),
        *("term.png", "menu.pdf", "redirect.pdf", "text-2.png", "a b.png", "dots.min.png", "free-scaled.png"),
        *("by-id.png", "field.pdf", "settings.png", "logo.png"),
    ]
    await write(insert(media).values([make_file(number, name) for number, name in enumerate(names, 1)]))
    text = """<img src="https://old.example/media/2026/07/text.png"> <a href='/media/2026/07/small-300x200.png'>x</a>
        url(/media/2026/07/map-20x20.png) <img class="alignleft wp-image-5"> /media/2026/07/a b.png
        See /media/2026/07/dots.min.png. /media/2026/06/free.png"""
    page = await host.pages.create(PageFields(title="Rye", content=text, featured_media=7), "key:1")
    data = '[{"image":{"url":"https:\\/\\/hill.example\\/media\\/2026\\/07\\/document.png"}}]'
    settings = '{"background_image":{"url":"https:\\/\\/hill.example\\/media\\/2026\\/07\\/settings.png"}}'
    elementor = {
        **{"item_id": page["id"], "elementor_edit_mode": "builder", "elementor_template_type": "wp-page"},
        **{"elementor_version": "3", "elementor_page_settings": settings, "elementor_data": data, "digest": "x"},
    }
    await write(insert(item_elementor).values(elementor))
    described = {
        "taxonomy": "category",
        "slug": "rye",
        "name": "Rye",
        "description": "<img src='/media/2026/07/term.png'>",
    }
    await write(insert(terms).values(described))
    await write(insert(menus).values({"id": 1, "slug": "main", "name": "Main"}))
    await write(
        insert(menu_entries).values(
            {"menu_id": 1, "title": "Menu", "position": 1, "url": f"{SITE}/media/2026/07/menu.pdf"}
        )
    )
    redirect = {
        "source": "/old",
        "target": "/media/2026/07/redirect.pdf",
        "code": 301,
        "created": "2026-07-01T00:00:00Z",
    }
    await write(insert(redirects).values(redirect))
    data = '{"logo": 15, "rows": [{"sheet": "https://hill.example/media/2026/07/field.pdf"}]}'
    await write(insert(item_fields).values({"item_id": page["id"], "data": data, "digest": "x"}))
    await host.settings.update(SiteSettingsFields(logo=18))
    unused = await list_ids(host, only=["unused"])
    assert [names[number - 1] for number in unused] == ["free.png", "text-2.png", "free-scaled.png"]
    assert {6, 7, 17} <= {number for number in range(1, 18) if (await host.media.find_uses(number))["uses"]}
    assert await list_ids(host, only=["unused"], search="text") == [11]


async def test_files_of_the_same_bytes_stand_together(host: Host, write: Callable[[Executable], Any]) -> None:
    """Each says its hash; a file on another server has none and is nobody's duplicate."""
    hashes = ["b", "a", "", "b", "c", "a", ""]
    rows = [make_file(number, f"{number}.png", sha256=each) for number, each in enumerate(hashes, 1)]
    await write(insert(media).values(rows))
    found = await host.media.find(MediaQuery(only=["duplicates"], orderby="id", order="asc"))
    assert [(each["id"], each["sha256"]) for each in found.items] == [(2, "a"), (6, "a"), (1, "b"), (4, "b")]
    assert found.total == 4


async def test_an_alternative_text_is_proposed_until_there_is_one(
    host: Host, write: Callable[[Executable], Any]
) -> None:
    """The text written for it before the caption."""
    details = [{"caption": "Rye", "alt": "A field of rye"}, {"caption": "Oats"}, {}, {"alt": "A field"}]
    told = [{"details": json.dumps({"image_meta": each}), "mime_type": "image/png", "alt_text": ""} for each in details]
    told[3]["alt_text"] = "Mine"
    await write(insert(media).values([make_file(n, f"{n}.png", **each) for n, each in enumerate(told, 1)]))
    wanted = MediaQuery(only=["missing_alt_text"], orderby="id", order="asc", detail="summary")
    found = (await host.media.find(wanted)).items
    assert [each.get("proposed_alt_text") for each in found] == ["A field of rye", "Oats", None]


async def test_what_a_template_shows_is_used(host: Host, write: Callable[[Executable], Any]) -> None:
    """In its elements, and in the settings of its page."""
    names = ("hero.png", "ground.png", "free.png")
    await write(insert(media).values([make_file(number, name) for number, name in enumerate(names, 1)]))
    content, settings = (f'[{{"url":"\\/media\\/2026\\/07\\/{name}"}}]' for name in names[:2])
    row = {"title": "Hero", "type": "section", "content": content, "page_settings": settings}
    await write(insert(elementor_templates).values(row))
    assert await list_ids(host, only=["unused"]) == [3]


async def test_what_a_component_shows_is_used(host: Host, write: Callable[[Executable], Any]) -> None:
    """A page may show it through the component alone."""
    await write(
        insert(media).values([make_file(number, name) for number, name in enumerate(("card.png", "free.png"), 1)])
    )
    content = '[{"settings":{"image":{"url":"https:\\/\\/hill.example\\/media\\/2026\\/07\\/card.png"}}}]'
    await write(insert(elementor_components).values({"title": "Card", "content": content}))
    assert await list_ids(host, only=["unused"]) == [2]
